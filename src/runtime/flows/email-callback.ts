/** GET (or POST) /callback/:id of an e-mail provider: the link of the mail, good for one sign-in. */
import { AccessDenied, CallbackRouteError, InvalidProvider, Verification } from "../errors.js";
import { empty } from "../http/flow-result.js";
import { clientAddressOf } from "../security/client-address.js";
import { hashesOf } from "../security/hash.js";
import { randomId } from "../security/random.js";
import type { VerificationToken } from "../types/adapter.js";
import type { ActionRequest, FlowContext, FlowResult } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { completeSignIn } from "./complete-sign-in.js";
import { emailConfirm } from "./email-confirm.js";
import { hashedText, isTypedCode, mailSecrets, tokenLifeSeconds } from "./email-start.js";

export async function emailCallback(context: FlowContext): Promise<FlowResult> {
  const { compiled, provider, request } = context;
  const store = compiled.adapter;
  if (provider?.type !== "email" || store === undefined)
    throw new InvalidProvider("This is no e-mail provider");
  // A browser that only looks ahead asks again when the person really goes there.
  if (isPrefetch(request)) return empty(503, { headers: { "cache-control": "no-store" } });
  const body = await request.body();
  const param = (name: string): string | undefined => {
    const value = body?.[name] ?? request.query().get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [token, email] = [param("token"), param("email")];
  if (token === undefined)
    throw new CallbackRouteError("The link has no token", { cause: { provider: provider.id } });
  if (provider.confirm === true && request.method === "GET")
    return emailConfirm(context, provider, { token, email });

  const invite = await takeVerificationToken(context, provider, token, email);
  const { identifier } = invite;
  try {
    const known = await store.getUserByEmail(identifier);
    const user = known ?? { id: randomId(), email: identifier, emailVerified: null };
    const account = {
      // As the store writes it: it may know the address in another case.
      providerAccountId: user.email || identifier,
      userId: user.id,
      type: "email" as const,
      provider: provider.id,
    };
    return await completeSignIn(context, { user, account });
  } catch (error) {
    // No session was made: the link must work once more. A refusal is an answer, and uses it up.
    if (!(error instanceof AccessDenied)) {
      await Promise.resolve(store.createVerificationToken(invite)).catch(() => undefined);
    }
    throw error;
  }
}

function isPrefetch(request: ActionRequest): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) => {
    const value = request.header(name)?.toLowerCase() ?? "";
    return value.includes("prefetch") || value.includes("prerender") || value.includes("preview");
  });
}

/**
 * The row of a link that is good. Wrong ones are counted. After too many of them a code is not even looked at, while
 * a token that nobody can guess still works: else whoever knows an address could keep its owner out.
 *
 * @throws Verification when there is no such row; a typed code needs the address that it was sent to
 */
export async function takeVerificationToken(
  context: FlowContext,
  provider: EmailConfig,
  token: string,
  email: string | undefined,
): Promise<VerificationToken> {
  const isCode = isTypedCode(token);
  const who = {
    provider: provider.id,
    identifiers: email === undefined ? [] : [email],
    clientAddress: clientAddressOf(context),
    ...(isCode && { codeLifeSeconds: tokenLifeSeconds(provider, token) }),
  };
  const look = async () => {
    if (isCode && email === undefined) throw new Verification("A code was sent without its address");
    const row = await useToken(context, provider, token, email);
    if (row !== null && isGood(row, email)) return row;
    throw new Verification("The link is unknown, used, too old or of another address");
  };
  const isWrong = (error: unknown) => error instanceof Verification;
  if (isCode) return context.compiled.throttle.attempt(who, look, isWrong);
  try {
    return await look();
  } catch (error) {
    if (!isWrong(error)) throw error;
    return context.compiled.throttle.attempt(who, () => Promise.reject(error), isWrong);
  }
}

/** Deletes and gives the row, whichever secret was the newest when the mail was sent. */
async function useToken(
  context: FlowContext,
  provider: EmailConfig,
  token: string,
  email: string | undefined,
): Promise<VerificationToken | null> {
  const secrets = mailSecrets(context, provider);
  // Links without an address are found by their token alone, as far as the store does that.
  const identifier = email as string;
  for await (const hash of hashesOf(hashedText(token, identifier), secrets)) {
    const row = await context.compiled.adapter?.useVerificationToken({ identifier, token: hash });
    if (row !== null && row !== undefined) return row;
  }
  return null;
}

function isGood({ identifier, expires }: VerificationToken, email: string | undefined): boolean {
  return new Date(expires).valueOf() >= Date.now() && (email === undefined || identifier === email);
}
