/** POST /callback/:id of a credentials provider: the user's `authorize` says who this is. */
import { AuthError, CallbackRouteError, CredentialsSignin, toError } from "../errors/index.js";
import { clientAddressOf } from "../security/client-address.js";
import { identifiersOf, textFieldsOf } from "../security/identifiers.js";
import { isKnownBrowser, withKnownBrowser } from "../security/known-browser.js";
import { randomId } from "../security/random.js";
import type { User } from "../types/entities.js";
import type { FlowContext } from "../types/flow.js";
import type { FlowResult } from "../http/flow-result.js";
import type { CredentialsConfig } from "../types/provider.js";
import { completeSignIn } from "./complete-sign-in.js";
import { throttleOf } from "./tries.js";

const method = { linking: "none" } as const;

export async function credentialsCallback(context: FlowContext<CredentialsConfig>): Promise<FlowResult> {
  const { resolved, provider, request } = context;
  const throttle = throttleOf(resolved);
  const fields = textFieldsOf(provider, (await request.body()) ?? {});
  const identifiers = throttle.isOn && fields ? identifiersOf(provider, fields) : [];
  const who = {
    provider: provider.id,
    identifiers,
    clientAddress: clientAddressOf(context),
    isKnownBrowser: identifiers.length > 0 && (await isKnownBrowser(context, provider.id, identifiers)),
  };
  const found = await throttle.attempt(
    who,
    () => authorize(provider, fields, context),
    (error) => error instanceof CredentialsSignin,
  );
  const id = String(found.id ?? randomId());
  const user: User = { ...found, id };
  const account = { provider: provider.id, type: "credentials" as const, providerAccountId: id };
  const signIn = { method, user, account, credentials: fields ?? {}, identifiers };
  return withKnownBrowser(context, signIn, await completeSignIn(context, signIn));
}

async function authorize(
  provider: CredentialsConfig,
  fields: Record<string, unknown> | undefined,
  { request }: FlowContext,
): Promise<User> {
  if (fields === undefined)
    throw new CredentialsSignin("A field that must be a text holds an object or a list", {
      cause: { provider: provider.id },
    });
  let user: unknown;
  try {
    user = await provider.authorize(fields, request.toRequest(fields));
  } catch (thrown) {
    if (thrown instanceof AuthError) throw thrown;
    throw new CallbackRouteError(toError(thrown), { cause: { provider: provider.id } });
  }
  const cause = { provider: provider.id };
  if (!user) throw new CredentialsSignin("authorize() did not accept the credentials", { cause });
  if (!isUser(user)) {
    const kind = typeof user === "object" ? (user.constructor?.name ?? "object") : typeof user;
    throw new CallbackRouteError(
      `authorize() returned a ${kind}, which is nobody. Return the user's object, or null for wrong credentials`,
      { cause },
    );
  }
  return user;
}

/** An object with members of a user; instances of the app's own classes too. */
function isUser(value: unknown): value is User {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return ![Date, Map, Set, WeakMap, WeakSet, RegExp, Promise, ArrayBuffer].some(
    (kind) => value instanceof kind,
  );
}
