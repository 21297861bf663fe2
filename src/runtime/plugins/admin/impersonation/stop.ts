/** Stop: what was done for the user ends, and the administrator's own session comes back if it would still open. */
import { readSessionCookies, writeSessionCookies } from "../../../http/cookie-chunks.js";
import type { CookieChange } from "../../../http/cookies.js";
import { renewCsrf } from "../../../security/csrf.js";
import { pageOf, pageUrl } from "../../../security/page-url.js";
import type { OfficePageAsking } from "../view.js";
import { endAct } from "./acts.js";
import { appHome } from "./app-home.js";
import { clearAll } from "./around-sessions.js";
import { clearAside } from "./aside.js";
import { findAct } from "./open-act.js";

/** @returns where the browser goes */
export async function stop(
  { context, own }: OfficePageAsking,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ readonly location: string; readonly cookies: readonly CookieChange[] }> {
  const { resolved } = context;
  const open = await findAct(resolved.sessions, own, context);
  if (open === undefined) return { location: await appHome(context, fields), cookies: [] };
  if (open === "over") return { location: pageOf(context, "signIn"), cookies: clearAll(context) };
  await endAct(own, open.act);
  const { sessionToken } = context.cookies;
  const { names } = readSessionCookies(context.cookieHeader, sessionToken.name);
  const expires = new Date(Date.now() + resolved.session.maxAge * 1000);
  return {
    location: pageUrl(context, "/admin/users/:id").replace(":id", encodeURIComponent(open.act.userId)),
    cookies: [
      ...writeSessionCookies(sessionToken, open.aside.value, names, { expires }),
      ...clearAside(context),
      ...(await renewCsrf(context)),
    ],
  };
}
