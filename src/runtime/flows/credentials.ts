/** POST /callback/:id of a credentials provider: the user's `authorize` says who this is. */
import { AuthError, CallbackRouteError, CredentialsSignin, InvalidProvider, toError } from "../errors.js";
import { randomId } from "../security/random.js";
import type { User } from "../types/entities.js";
import type { FlowContext, FlowResult } from "../types/flow.js";
import type { CredentialsConfig } from "../types/provider.js";
import { completeSignIn } from "./complete-sign-in.js";

export async function credentials(context: FlowContext): Promise<FlowResult> {
  const { provider, request } = context;
  if (provider?.type !== "credentials") throw new InvalidProvider("This is no credentials provider");
  const fields = (await request.body()) ?? {};
  const found = await authorize(provider, fields, request.toRequest(fields));
  const id = found.id === undefined || found.id === null ? randomId() : String(found.id);
  const user: User = { ...found, id };
  const account = { provider: provider.id, type: "credentials" as const, providerAccountId: id };
  return completeSignIn(context, { user, account, credentials: fields });
}

async function authorize(
  provider: CredentialsConfig,
  fields: Record<string, unknown>,
  request: Request,
): Promise<User> {
  let user: User | null;
  try {
    user = await provider.authorize(fields, request);
  } catch (thrown) {
    if (thrown instanceof AuthError) throw thrown;
    throw new CallbackRouteError(toError(thrown), { cause: { provider: provider.id } });
  }
  if (!user)
    throw new CredentialsSignin("authorize() did not accept the credentials", {
      cause: { provider: provider.id },
    });
  return user;
}
