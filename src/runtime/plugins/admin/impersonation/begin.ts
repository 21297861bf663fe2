/** An administrator begins to act for a user. */
import { readSessionCookies, writeSessionCookies } from "../../../http/cookie-chunks.js";
import type { CookieChange } from "../../../http/cookies.js";
import { toError } from "../../../errors/index.js";
import { renewCsrf } from "../../../security/csrf.js";
import { ownClaims } from "../../../security/own-claims.js";
import { pageUrl } from "../../../security/page-url.js";
import type { AdapterUser } from "../../../types/adapter.js";
import { compact } from "../../../types/compact.js";
import type { JWT } from "../../../types/entities.js";
import type { FlowContext } from "../../../types/flow.js";
import { AdminError } from "../admin-error.js";
import { type ChangedUser, changingUser } from "../banning.js";
import { reasonOf } from "../spelling.js";
import { isBanned } from "../bans.js";
import type { OfficeAsking } from "../call.js";
import type { OfficePageAsking } from "../view.js";
import { sealAct } from "./act-token.js";
import { beginAct } from "./acts.js";
import { appHome } from "./app-home.js";
import { keepAside, ownValue } from "./aside.js";
import { telling } from "./notice.js";

type Fields = Readonly<Record<string, unknown>>;

export const standardMinutes = 30;
export const mostMinutes = 480;

/** @throws AdminError with `invalid` */
function minutesOf(given: unknown): number {
  const minutes = given === undefined || given === "" ? standardMinutes : Number(given);
  if (!(Number.isInteger(minutes) && minutes >= 1 && minutes <= mostMinutes))
    throw new AdminError("invalid", `Minutes are a whole number from 1 to ${mostMinutes}`, {
      field: "minutes",
    });
  return minutes;
}

/**
 * May this administrator act for this user?
 *
 * @throws AdminError `forbidden` for who is banned, and whom the app refuses; `administrator` for every administrator, the
 *   asker too; what `changing` throws
 */
export async function judgeTarget(asking: OfficeAsking, id: unknown): Promise<ChangedUser> {
  const changed = await changingUser(asking, id);
  const { own, settings, user, userId, context } = changed;
  if (await isBanned(own, userId)) throw new AdminError("forbidden", "The user is banned");
  let may = false;
  try {
    may = (await (settings.mayImpersonate?.(user) ?? true)) === true;
  } catch (thrown) {
    context.resolved.logger.error(toError(thrown));
  }
  if (!may) throw new AdminError("forbidden", "mayImpersonate refuses this user");
  return changed;
}

/**
 * `auth.impersonate`: the address of the page that begins it. A press there does: functions set no cookies.
 *
 * @throws AdminError as `judgeTarget`; `invalid`
 */
export async function impersonate(asking: OfficeAsking, id: unknown, fields: Fields): Promise<string> {
  const { context, userId } = await judgeTarget(asking, id);
  const { redirectTo } = fields;
  const query = new URLSearchParams({
    reason: reasonOf(fields["reason"]),
    minutes: String(minutesOf(fields["minutes"])),
    ...(typeof redirectTo === "string" && { callbackUrl: redirectTo }),
  });
  return `${pageUrl(context, "/admin/users/:id/impersonate").replace(":id", encodeURIComponent(userId))}?${query}`;
}

/** The press: the administrator's session goes aside, and the user's takes its place. @returns where the browser goes */
export async function begin(
  asking: OfficePageAsking,
  fields: Fields,
): Promise<{ readonly location: string; readonly cookies: readonly CookieChange[] }> {
  const changed = await judgeTarget(asking, asking.context.part);
  const { context, own } = asking;
  const { resolved } = context;
  const { adminId, user, userId } = changed;
  const reason = reasonOf(fields["reason"]);
  const minutes = minutesOf(fields["minutes"]);
  const value = await ownValue(resolved.sessions, context, adminId);
  if (value === undefined) throw new AdminError("stale", "The session is in no cookie of this release");
  const token = resolved.strategy === "jwt" ? await tokenFor(context, user) : undefined;
  const { act, key } = await telling(changed, minutes, () =>
    beginAct(own, { adminId, userId, reason, minutes }),
  );
  const sealed = await sealAct(resolved, { key, token }, minutes * 60);
  const { sessionToken } = context.cookies;
  const { names } = readSessionCookies(context.cookieHeader, sessionToken.name);
  await own.record({ action: "impersonation.begun", userId, by: adminId, reason, until: act.endsAt });
  return {
    location: await appHome(context, fields),
    cookies: [
      ...writeSessionCookies(sessionToken, sealed, names, { expires: act.endsAt }),
      ...(await keepAside(context, act.id, value, act.endsAt)),
      ...(await renewCsrf(context)),
    ],
  };
}

/** As at a sign-in, but for the account: there is none. Nothing tells its age. */
async function tokenFor({ resolved }: FlowContext, user: AdapterUser): Promise<JWT> {
  const { id, name, email, image } = user;
  const token = compact({ name, email, picture: image, sub: String(id) });
  const made = await resolved.callbacks.jwt({ token, user, account: null });
  if (made === null) throw new AdminError("forbidden", "callbacks.jwt gives this user no session");
  return Object.fromEntries(
    Object.entries(made).filter(([claim]) => !ownClaims.some((own) => own === claim)),
  );
}
