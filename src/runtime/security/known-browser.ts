/**
 * A browser in which somebody has signed in by password remembers that name, sealed: then tries of strangers for the
 * name don't keep its owner out.
 */
import { type CookieChange, setCookie } from "../http/cookies.js";
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

async function rememberedNames(context: FlowContext): Promise<readonly string[]> {
  const { name } = context.cookies.knownBrowser;
  const cookie = context.request.cookie(name);
  if (!cookie) return [];
  const opened = await unseal(cookie, { secrets: checkSecrets(context), salt: name }).catch(() => undefined);
  const names: unknown = opened?.["names"];
  return Array.isArray(names) ? names.filter((each) => typeof each === "string") : [];
}

/** Has somebody signed in here with these names? All of them: one known name must not speak for another. */
export async function isKnownBrowser(
  context: FlowContext,
  provider: string,
  identifiers: readonly string[],
): Promise<boolean> {
  const remembered = identifiers.length === 0 ? [] : await rememberedNames(context);
  if (remembered.length === 0) return false;
  return (await hashesOf(provider, identifiers)).every((hash) => remembered.includes(hash));
}

/** The cookie that remembers these names, and those of before. */
export async function knownBrowserCookie(
  context: FlowContext,
  provider: string,
  identifiers: readonly string[],
): Promise<CookieChange> {
  const cookie = context.cookies.knownBrowser;
  const names = [
    ...new Set([...(await hashesOf(provider, identifiers)), ...(await rememberedNames(context))]),
  ];
  const options = { secrets: checkSecrets(context), salt: cookie.name, maxAgeSeconds };
  const sealed = await seal({ names: names.slice(0, maxNames) }, options);
  return setCookie(cookie, sealed, { expires: new Date(Date.now() + maxAgeSeconds * 1000) });
}
