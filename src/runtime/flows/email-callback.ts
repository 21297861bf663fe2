/** GET (or POST) /callback/:id of an e-mail provider: the link of the mail, good for one sign-in. */
import { AccessDenied, CallbackRouteError, InvalidProvider, Verification } from "../errors.js";
import { empty } from "../http/flow-result.js";
import { hashesOf } from "../security/hash.js";
import { randomId } from "../security/random.js";
import type { VerificationToken } from "../types/adapter.js";
import type { ActionRequest, FlowContext, FlowResult } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { completeSignIn } from "./complete-sign-in.js";
import { emailConfirm } from "./email-confirm.js";
import { acceptedMailSecrets } from "./email-start.js";

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

  const invite = await checked(context, provider, token, email);
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

/** Shorter tokens, such as codes that people type, can be guessed. */
const unguessableLength = 22;

/**
 * The row of a link that is good. Wrong ones are counted. After too many of them a code is not even looked at, while
 * a token that nobody can guess still works: else whoever knows an address could keep its owner out.
 */
async function checked(
  context: FlowContext,
  provider: EmailConfig,
  token: string,
  email: string | undefined,
): Promise<VerificationToken> {
  const { clientAddress } = context.request;
  const who = { provider: provider.id, identifier: email, clientAddress };
  const refused = () => new Verification("The link is unknown, used, too old or of another address");
  const look = async () => {
    const row = await take(context, provider, token, email);
    return row !== null && isGood(row, email) ? row : null;
  };
  const wrong = () => context.compiled.throttle.attempt(who, () => Promise.reject(refused()));
  if (token.length >= unguessableLength) return (await look()) ?? wrong();
  return context.compiled.throttle.attempt(who, async () => {
    const row = await look();
    if (row === null) throw refused();
    return row;
  });
}

/** Deletes and gives the row, whichever secret was the newest when the mail was sent. */
async function take(
  context: FlowContext,
  provider: EmailConfig,
  token: string,
  email: string | undefined,
): Promise<VerificationToken | null> {
  for await (const hash of hashesOf(token, acceptedMailSecrets(context, provider))) {
    // Links without an address are found by their token alone, as far as the store does that.
    const row = await context.compiled.adapter?.useVerificationToken({
      identifier: email as string,
      token: hash,
    });
    if (row !== null && row !== undefined) return row;
  }
  return null;
}

function isGood({ identifier, expires }: VerificationToken, email: string | undefined): boolean {
  return new Date(expires).valueOf() >= Date.now() && (email === undefined || identifier === email);
}
