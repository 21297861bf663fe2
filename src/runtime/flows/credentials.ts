/** POST /callback/:id of a credentials provider: the user's `authorize` says who this is. */
import { AuthError, CallbackRouteError, CredentialsSignin, InvalidProvider, toError } from "../errors.js";
import { randomId } from "../security/random.js";
import type { User } from "../types/entities.js";
import type { FlowContext, FlowResult } from "../types/flow.js";
import type { CredentialsConfig } from "../types/provider.js";
import { completeSignIn } from "./complete-sign-in.js";

export async function credentials(context: FlowContext): Promise<FlowResult> {
  const { compiled, provider, request } = context;
  if (provider?.type !== "credentials") throw new InvalidProvider("This is no credentials provider");
  const fields = (await request.body()) ?? {};
  const who = {
    provider: provider.id,
    identifier: identifierOf(provider, fields),
    clientAddress: request.clientAddress,
  };
  const found = await compiled.throttle.attempt(who, () =>
    authorize(provider, fields, request.toRequest(fields)),
  );
  const id = found.id === undefined || found.id === null ? randomId() : String(found.id);
  const user: User = { ...found, id };
  const account = { provider: provider.id, type: "credentials" as const, providerAccountId: id };
  return completeSignIn(context, { user, account, credentials: fields });
}

const usualNames = ["email", "username", "identifier", "login", "user", "phone", "name"];

/** Who the person says they are. Only fields that the provider names count, where it names any. */
function identifierOf(
  { credentials: inputs = {} }: CredentialsConfig,
  fields: Record<string, unknown>,
): string | undefined {
  const named = Object.keys(inputs);
  const usual = usualNames.filter((name) => named.length === 0 || named.includes(name));
  const others = named.filter((name) => inputs[name]?.type !== "password");
  const value = [...usual, ...others].map((name) => fields[name]).find((each) => each !== undefined);
  return typeof value === "string" ? value : undefined;
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
