import { Stop, type Drive } from "./drive.js";
import { checkCaching, checkCookies, checkSize } from "./cookies.js";
import { isRecord, jsonOf } from "./json.js";
import { tokenIn, type Started } from "./sign-in.js";
import type { LiveAnswer } from "./visitor.js";

/** The local identity provider answers; then the session, and its end. */
export async function comeBack(drive: Drive, base: string, started: Started): Promise<void> {
  const answer = await callback(drive, base, started);
  const error = answer.location?.searchParams.get("error");
  if (answer.status >= 400 || !answer.location || (error !== null && error !== undefined)) {
    const said = error && /^\w+$/.test(error) ? ` with error=${error}` : "";
    throw new Stop("AUTH_D_LIVE_CALLBACK", base, {
      message: `The callback answers ${answer.status}${said}.`,
    });
  }
  const session = answer.cookies.filter(
    ({ name, value }) => value !== "" && !/csrf|callback-url|state|pkce|nonce/.test(name),
  );
  if (session.length === 0) throw new Stop("AUTH_D_LIVE_SESSION_COOKIE", base);
  checkCookies(drive, answer.cookies, base);
  drive.see(
    "callback",
    `${session.map(({ name }) => name).join(", ")}, ${drive.visitor.cookieBytes} bytes of cookies in all`,
  );
  checkSize(drive);

  const read = await drive.visitor.get(`${base}/session`);
  if (!hasUser(read))
    throw new Stop("AUTH_D_LIVE_SESSION_NULL", base, {
      message: `GET ${new URL(base).pathname}/session gives no user after sign-in.`,
    });
  checkCaching(drive, read);
  checkCookies(drive, read.cookies, base);
  drive.see("session", "has a user");

  // A sign-in may renew the token, so the form is opened anew.
  const csrfToken = tokenIn(await drive.visitor.get(`${base}/csrf`));
  await drive.visitor.post(`${base}/signout`, { csrfToken, callbackUrl: `${drive.origin}/` });
  const after = await drive.visitor.get(`${base}/session`);
  if (hasUser(after)) throw new Stop("AUTH_D_LIVE_SIGNOUT", base);
  drive.see("sign-out", "the session is over");
}

const hasUser = (answer: LiveAnswer): boolean => {
  const data = jsonOf(answer);
  return answer.status === 200 && isRecord(data) && isRecord(data["user"]);
};

/** Chooses the first person of the picker, and goes where that leads. */
async function callback({ visitor }: Drive, base: string, { authorization }: Started): Promise<LiveAnswer> {
  const picker = await visitor.get(authorization);
  const person = /name="person" value="([^"]+)"/.exec(picker.body)?.[1];
  if (picker.status !== 200 || person === undefined) {
    const message = `The local identity provider answers ${picker.status}.`;
    throw new Stop("AUTH_D_LIVE_PROVIDER", base, { message });
  }
  const chosen = await visitor.post(authorization, { person });
  if (chosen.location) return visitor.get(chosen.location);
  const action = /<form[^>]* action="([^"]+)"/.exec(chosen.body)?.[1];
  if (action === undefined) {
    throw new Stop("AUTH_D_LIVE_PROVIDER", base, {
      message: `The local identity provider answers ${chosen.status}.`,
    });
  }
  const fields = [...chosen.body.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)];
  const form = Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, unescapeHtml(value)]));
  return visitor.post(unescapeHtml(action), form);
}

const named: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">" };

const unescapeHtml = (text: string): string =>
  text.replace(/&(#\d+|quot|amp|lt|gt);/g, (_all, name: string) =>
    name.startsWith("#") ? String.fromCodePoint(Number(name.slice(1))) : (named[name] ?? ""),
  );
