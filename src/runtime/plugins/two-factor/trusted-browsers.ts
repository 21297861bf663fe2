/** Browsers that are not asked for the factor for some days: a random token in a cookie, its hash in the store. */
import type { CookieChange } from "../../http/cookies.js";
import { clearCookie, setCookie } from "../../http/cookies.js";
import { hashToken } from "../../security/hash.js";
import { randomHex } from "../../security/random.js";
import type { Adapter } from "../../types/adapter.js";
import type { CookieOption } from "../../types/cookies.js";
import type { FlowContext } from "../../types/flow.js";
import type { RecordTable } from "../../types/records.js";
import { deleteRows } from "../host/delete-rows.js";
import type { PluginScope } from "../host/plugin.js";
import { browserTable } from "./tables.js";

const dayMs = 86_400_000;
const form = /^[0-9a-f]{64}$/;

/** Named after the app's session cookie. With `__Host-` no sibling host can plant one, and none is given to it. */
function cookieOf({ cookies: { sessionToken }, site: { secure } }: FlowContext): CookieOption {
  const name = sessionToken.name.replace(/^__(?:Host|Secure)-/, "");
  return {
    name: `${secure ? "__Host-" : ""}${name}.trusted`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  };
}

/** 256 random bits need no key. */
const keyOf = async (token: string) => ({ hash: await hashToken(token, []) });

/** Has this user trusted this browser? A store that fails says no. */
export async function isTrusted(context: FlowContext, own: PluginScope, userId: string): Promise<boolean> {
  const token = context.request.cookie(cookieOf(context).name);
  if (token === undefined || !form.test(token)) return false;
  const row = await own
    .records(browserTable)
    .find(await keyOf(token))
    .catch(() => undefined);
  if (row?.["userId"] !== userId) return false;
  const { expires } = row;
  return expires instanceof Date && expires.valueOf() > Date.now();
}

/** @returns the cookie by which the browser is known again */
export async function trustBrowser(
  context: FlowContext,
  own: PluginScope,
  userId: string,
  days: number,
): Promise<CookieChange> {
  const token = randomHex(32);
  const expires = new Date(Date.now() + days * dayMs);
  await own.records(browserTable).insert({ ...(await keyOf(token)), userId, createdAt: new Date(), expires });
  return setCookie(cookieOf(context), token, { expires });
}

export function forgetThisBrowser(context: FlowContext): readonly CookieChange[] {
  const cookie = cookieOf(context);
  return context.request.cookie(cookie.name) === undefined ? [] : [clearCookie(cookie)];
}

/**
 * Ends the trust in all browsers of a user: each is asked for the second factor at its next sign-in. The plugin
 * `password` does so at each reset and change; to be called where a password of the app's own was reset, or an account was
 * taken back from somebody.
 *
 * @param adapter of the configuration
 * @throws the store's error
 * @example await endTrustedBrowsers(adapter, user.id)
 */
export async function endTrustedBrowsers(adapter: Pick<Adapter, "records">, userId: string): Promise<void> {
  const own = { records: (table: RecordTable) => recordsOf(adapter, table) };
  await deleteRows(own, browserTable, { userId });
}

function recordsOf({ records }: Pick<Adapter, "records">, table: RecordTable) {
  if (records === undefined) throw new TypeError("The adapter has no records");
  return records(table);
}
