/**
 * A browser in which somebody has signed in by password or by mail remembers that name, sealed: then tries of strangers
 * for the name, and mails that they ask for, don't keep its owner out.
 */
import { isSessionCookie } from "../http/cookie-chunks.js";
import type { FlowResult } from "../http/flow-result.js";
import { type CookieChange, setCookie } from "../http/cookies.js";
import type { Account } from "../types/entities.js";
import type { FlowContext } from "../types/flow.js";
import { checkSecrets } from "./check-cookie.js";
import { hashToken } from "./hash.js";
import { seal, unseal } from "./seal.js";
import { canonical } from "./throttle.js";

const maxAgeSeconds = 180 * 24 * 60 * 60;
/** Names that one browser remembers, the last ones. */
const maxNames = 8;
/** Characters of a hash that are kept: 96 bits. */
const hashLength = 24;

const hashOf = async (provider: string, identifier: string): Promise<string> =>
  (await hashToken(JSON.stringify([provider, canonical(identifier)]), [])).slice(0, hashLength);

const hashesOf = (provider: string, identifiers: readonly string[]): Promise<string[]> =>
  Promise.all([...new Set(identifiers)].map((identifier) => hashOf(provider, identifier)));

/** An address that a mail has proven is one of no provider: it is known for all ways alike. */
const anyWay = "";

interface Remembered {
  readonly names: readonly string[];
  /** Seconds since 1970 at which the cookie was made; 0: there is none, or it is of an older secret. */
  readonly madeAt: number;
}

const nothing: Remembered = { names: [], madeAt: 0 };

async function remembered(context: FlowContext): Promise<Remembered> {
  const { name } = context.cookies.knownBrowser;
  const cookie = context.request.cookie(name);
  if (!cookie) return nothing;
  const [newest = "", ...older] = checkSecrets(context);
  const opened = (secrets: readonly string[]) =>
    unseal(cookie, { secrets, salt: name }).catch(() => undefined);
  const current = await opened([newest]);
  const names: unknown = (current ?? (await opened(older)))?.["names"];
  if (!Array.isArray(names)) return nothing;
  return { names: names.filter((each) => typeof each === "string"), madeAt: current?.iat ?? 0 };
}

/** Has somebody signed in here with these names? All of them: one known name must not speak for another. */
export async function isKnownBrowser(
  context: FlowContext,
  provider: string,
  identifiers: readonly string[],
): Promise<boolean> {
  const { names } = identifiers.length === 0 ? nothing : await remembered(context);
  if (names.length === 0) return false;
  return (await hashesOf(provider, identifiers)).every((hash) => names.includes(hash));
}

/** Has somebody signed in here with this address, by a mail or by a password? */
export async function isKnownAddress(context: FlowContext, address: string): Promise<boolean> {
  const { names } = await remembered(context);
  if (names.length === 0) return false;
  const ways = [anyWay, ...context.resolved.providers("credentials").map(({ id }) => id)];
  const hashes = await Promise.all(ways.map((way) => hashOf(way, address)));
  return hashes.some((hash) => names.includes(hash));
}

/** Who has signed in, by which account. */
interface Proven {
  readonly method: { readonly linking: string };
  readonly account: Pick<Account, "provider">;
  readonly identifiers?: readonly string[] | undefined;
}

/** The answer to a sign-in; one that has begun a session also remembers by which names. */
export async function withKnownBrowser(
  context: FlowContext,
  { method, account, identifiers = [] }: Proven,
  result: FlowResult,
): Promise<FlowResult> {
  const { cookies = [] } = result;
  const isSignedIn = cookies.some(({ name }) => isSessionCookie(name, context.cookies.sessionToken.name));
  if (!isSignedIn || identifiers.length === 0) return result;
  const way = method.linking === "address" ? anyWay : account.provider;
  return { ...result, cookies: [...cookies, ...(await cookiesFor(context, way, identifiers))] };
}

/** The cookie that remembers these names, and those of before; none where the browser's own does for half its life more. */
async function cookiesFor(
  context: FlowContext,
  provider: string,
  identifiers: readonly string[],
): Promise<readonly CookieChange[]> {
  const cookie = context.cookies.knownBrowser;
  const { names: before, madeAt } = await remembered(context);
  const hashes = await hashesOf(provider, identifiers);
  const isYoung = Date.now() / 1000 < madeAt + maxAgeSeconds / 2;
  if (isYoung && hashes.every((hash) => before.includes(hash))) return [];
  const names = [...new Set([...hashes, ...before])].slice(0, maxNames);
  const options = { secrets: checkSecrets(context), salt: cookie.name, maxAgeSeconds };
  const sealed = await seal({ names }, options);
  return [setCookie(cookie, sealed, { expires: new Date(Date.now() + maxAgeSeconds * 1000) })];
}
