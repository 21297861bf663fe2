import { Stop, type Drive, type ListedAtApp } from "./drive.js";
import { checkCaching, checkCookies, checkSize } from "./cookies.js";
import { isRecord, jsonOf } from "./json.js";
import { checkFormPolicy, checkPagePolicy } from "./policy.js";
import { checkStatus, follow } from "./reach.js";
import type { LiveAnswer } from "./visitor.js";

export interface SignInForms {
  readonly csrfToken: string;
  /** The sign-in page. */
  readonly page: LiveAnswer;
}

/** A sign-in that stands at the page of the local identity provider. */
export interface Started {
  readonly provider: ListedAtApp;
  readonly authorization: URL;
}

export const tokenIn = (answer: LiveAnswer): string => {
  const data = jsonOf(answer);
  return isRecord(data) && typeof data["csrfToken"] === "string" ? data["csrfToken"] : "";
};

/** The CSRF token with its cookie, and the page that people see. */
export async function openForms(drive: Drive, base: string): Promise<SignInForms> {
  const { visitor } = drive;
  const first = await visitor.get(`${base}/csrf`);
  await checkStatus(drive, first, base);
  const csrfToken = tokenIn(first);
  if (csrfToken === "")
    throw new Stop("AUTH_D_LIVE_CSRF", base, {
      message: `${base}/csrf answers ${first.status} without a token.`,
    });
  if (first.cookies.length === 0) throw new Stop("AUTH_D_LIVE_CSRF_COOKIE", base);
  checkCookies(drive, first.cookies, base);
  checkCaching(drive, first);
  const second = await visitor.get(`${base}/csrf`);
  if (tokenIn(second) !== csrfToken) throw new Stop("AUTH_D_LIVE_CSRF_LOST", base);
  drive.see("csrf", first.cookies.map(({ name }) => name).join(", "));

  const session = await visitor.get(`${base}/session`);
  await checkStatus(drive, session, base);
  checkCaching(drive, session);
  drive.see("session", "empty before sign-in");

  const page = await follow(drive, `${base}/signin`, base);
  if (page.status !== 200) {
    const { pathname } = new URL(page.url);
    throw new Stop("AUTH_D_LIVE_SIGNIN_PAGE", base, { message: `${pathname} answers ${page.status}.` });
  }
  checkCookies(drive, page.cookies, base);
  checkPagePolicy(drive, page);
  drive.see("sign-in page", new URL(page.url).pathname);
  return { csrfToken, page };
}

/**
 * Sends the form of the first provider and looks at where it leads.
 * @returns undefined when the drive ends here: no provider of a kind that can be driven, or a real one
 */
export async function beginSignIn(
  drive: Drive,
  base: string,
  providers: readonly ListedAtApp[],
  { csrfToken, page }: SignInForms,
): Promise<Started | undefined> {
  const provider = providers.find(({ type }) => type === "oauth" || type === "oidc");
  if (!provider) {
    const types = [...new Set(providers.map(({ type }) => type))].join(", ");
    drive.see("stopped", `Only ${types}: signing in needs a user's own data, so it wasn't tried.`);
    return undefined;
  }
  const target = `${base}/signin/${encodeURIComponent(provider.id)}`;
  const form = { csrfToken, callbackUrl: `${drive.origin}/` };
  const answer = await sendForm(drive, target, form, base);
  const { location } = answer;
  if (!location || answer.status < 300 || answer.status >= 400) {
    throw new Stop("AUTH_D_LIVE_AUTHORIZATION", base, {
      message: `POST ${new URL(target).pathname} answers ${answer.status}.`,
    });
  }
  if (location.origin === drive.origin && !location.pathname.includes("/play/"))
    await refused(drive, base, { target, form, location });
  checkAuthorization(drive, base, provider, { location, cookies: answer.cookies });
  checkFormPolicy(drive, base, page, location);
  drive.see(
    `sign-in with ${provider.id}`,
    `${addressOf(location)} with ${[...location.searchParams.keys()].join(", ")}`,
  );
  if (isLocalProvider(location)) return { provider, authorization: location };
  drive.see("stopped", `${location.host} is a real provider, so nobody is signed in.`);
  return undefined;
}

const addressOf = (url: URL): string =>
  isLocalProvider(url) ? `the local identity provider at ${url.host}` : url.origin + url.pathname;

/** The page of `auth dev`: this machine, and the path that it plays providers under. */
const isLocalProvider = ({ hostname, pathname }: URL): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) && pathname.startsWith("/play/");

async function sendForm(
  drive: Drive,
  target: string,
  form: Record<string, string>,
  base: string,
): Promise<LiveAnswer> {
  const path = new URL(target).pathname;
  try {
    const answer = await drive.visitor.post(target, form);
    if (answer.status === 400 || answer.status === 413 || answer.status === 415) {
      throw new Stop("AUTH_D_LIVE_BODY", base, {
        message: `POST ${path} answers ${answer.status} to a plain form.`,
      });
    }
    await checkStatus(drive, answer, base);
    return answer;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "TimeoutError") throw error;
    throw new Stop("AUTH_D_LIVE_BODY", base, {
      message: `POST ${path} never answers: it waits for a body that is gone.`,
    });
  }
}

interface RefusedForm {
  readonly target: string;
  readonly form: Record<string, string>;
  /** Where the app's answer leads. */
  readonly location: URL;
}

/** Back on a page of the app: its query says why, and further forms tell a lost body from a refused origin. */
async function refused(drive: Drive, base: string, { target, form, location }: RefusedForm): Promise<never> {
  const error =
    location.searchParams.get("error") ?? (location.searchParams.has("csrf") ? "MissingCSRF" : "");
  const message = `The form leads to ${location.pathname}${/^\w+$/.test(error) ? ` with error=${error}` : ""}.`;
  if (error !== "MissingCSRF") throw new Stop("AUTH_D_LIVE_START", base, { message });
  const isTaken = async (type: "json" | "form without origin") => {
    const { location: next } = await drive.visitor.post(target, form, type);
    return next !== undefined && next.searchParams.get("error") === null;
  };
  const lost = { message: "The fields of the form do not arrive." };
  if (await isTaken("json")) throw new Stop("AUTH_D_LIVE_BODY", base, lost);
  if (tokenIn(await drive.visitor.get(`${base}/csrf`)) !== form["csrfToken"])
    throw new Stop("AUTH_D_LIVE_CSRF_LOST", base);
  if (await isTaken("form without origin")) throw new Stop("AUTH_D_LIVE_CSRF_REFUSED", base, { message });
  throw new Stop("AUTH_D_LIVE_BODY", base, lost);
}

/** The way to the provider: its address, and the cookies that remember what has to come back. */
interface Departure extends Pick<LiveAnswer, "cookies"> {
  readonly location: URL;
}

function checkAuthorization(
  drive: Drive,
  base: string,
  { id }: ListedAtApp,
  { location, cookies }: Departure,
): void {
  const query = location.searchParams;
  const redirectUri = query.get("redirect_uri") ?? "";
  const wanted = `${base}/callback/${id}`;
  if ((query.get("client_id") ?? query.get("appid") ?? query.get("client_key") ?? "") === "") {
    throw new Stop("AUTH_D_LIVE_CLIENT_ID", base, {
      message: `The authorization URL of ${id} has no client id.`,
      fix: `AUTH_${id.toUpperCase().replaceAll("-", "_")}_ID=<client id>`,
    });
  }
  if (redirectUri !== wanted) {
    const shown = URL.canParse(redirectUri)
      ? new URL(redirectUri).origin + new URL(redirectUri).pathname
      : "empty";
    const message = `redirect_uri is ${shown}, the callback URL is ${wanted}.`;
    throw new Stop("AUTH_D_LIVE_REDIRECT_URI", base, { message, fix: `AUTH_URL=${drive.origin}` });
  }
  if (!["state", "code_challenge", "nonce"].some((name) => query.has(name)))
    throw new Stop("AUTH_D_LIVE_CHECKS", base);
  checkCookies(drive, cookies, base);
  const isRemembered = cookies.some(({ name, value }) => value !== "" && !/csrf|callback-url/.test(name));
  if (!isRemembered) throw new Stop("AUTH_D_LIVE_CHECK_COOKIE", base);
  checkSize(drive);
}
