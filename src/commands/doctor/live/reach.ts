import { isProviderList, jsonOf } from "./json.js";
import { Stop, type Drive, type ListedAtApp } from "./drive.js";
import type { LiveAnswer } from "./visitor.js";

const usualBases = ["/auth", "/api/auth"];
const clockLimitSeconds = 60;
const maxHops = 5;

export interface Reached {
  /** Origin and base path. */
  readonly base: string;
  readonly providers: readonly ListedAtApp[];
}

/** Finds the endpoints and reads the list of providers. */
export async function reach(drive: Drive): Promise<Reached> {
  const { origin, expectedBase, isBaseGiven } = drive;
  const candidates = [...new Set([...(expectedBase === undefined ? [] : [expectedBase]), ...usualBases])];
  let first: LiveAnswer | undefined;
  for (const candidate of candidates) {
    const base = origin + candidate;
    const answer = await follow(drive, `${base}/providers`, base);
    first ??= answer;
    if (answer.status === 404 || answer.status === 400) continue;
    // A page for everything answers every candidate: another one may still be the right one.
    if (answer.status === 200 && isHtml(answer) && candidate !== candidates.at(-1)) continue;
    const providers = await readProviders(drive, answer, base);
    if (expectedBase !== undefined && candidate !== expectedBase) {
      const who = isBaseGiven ? "--url says" : "the project says";
      const message = `The endpoints are at ${candidate}, ${who} ${expectedBase}.`;
      throw new Stop("AUTH_D_LIVE_BASE_PATH", base, {
        message,
        fix: `basePath: "${candidate}", or mount them at ${expectedBase}`,
      });
    }
    drive.see("providers", providers.map(({ id }) => id).join(", "));
    checkClock(answer, base);
    checkAddresses(drive, providers, base);
    return { base, providers };
  }
  const tried = candidates.map((one) => `${one}/providers`).join(" and ");
  if (first !== undefined && isHtml(first) && first.status === 200) {
    throw new Stop("AUTH_D_LIVE_HTML", origin, { message: `${tried} give a page instead of JSON.` });
  }
  throw new Stop("AUTH_D_LIVE_NOT_FOUND", origin, { message: `Not found: ${tried}.` });
}

const isHtml = ({ headers, body }: LiveAnswer): boolean =>
  /text\/html/.test(headers.get("content-type") ?? "") || /^\s*</.test(body);

/** A GET through redirects on the same host; other hosts and circles are what is wrong. */
export async function follow(drive: Drive, url: string, base: string): Promise<LiveAnswer> {
  const seen = new Set<string>();
  const isEndpoint = url.endsWith("/providers");
  const as = isEndpoint ? "data" : "page";
  let answer = await drive.visitor.get(url, as);
  while (answer.location && answer.status >= 300 && answer.status < 400) {
    const { location } = answer;
    if (seen.has(location.href) || location.href === url || seen.size >= maxHops) {
      throw new Stop("AUTH_D_LIVE_REDIRECT_LOOP", url, {
        message: `${new URL(url).pathname} redirects in a circle.`,
      });
    }
    if (location.origin !== drive.origin) {
      const message = `${drive.origin} redirects to ${location.origin}.`;
      throw new Stop("AUTH_D_LIVE_MOVED", url, {
        message,
        fix: `npx auth doctor --url ${location.origin}, and AUTH_URL=${location.origin}`,
      });
    }
    const isSignIn =
      /\/(?:signin|sign-in|login)\b/i.test(location.pathname) || location.searchParams.has("callbackUrl");
    if (isEndpoint && isSignIn) {
      const message = `${new URL(base).pathname}/providers redirects to ${location.pathname}.`;
      throw new Stop("AUTH_D_LIVE_GUARDED", url, { message });
    }
    seen.add(location.href);
    answer = await drive.visitor.get(location, as);
  }
  return answer;
}

async function readProviders(drive: Drive, answer: LiveAnswer, base: string): Promise<ListedAtApp[]> {
  await checkStatus(drive, answer, base);
  if (isHtml(answer))
    throw new Stop("AUTH_D_LIVE_HTML", base, { message: `${base}/providers gives a page instead of JSON.` });
  const data = jsonOf(answer);
  if (!isProviderList(data)) throw new Stop("AUTH_D_LIVE_NOT_OURS", base);
  const providers = Object.values(data);
  if (providers.length === 0) throw new Stop("AUTH_D_LIVE_NO_PROVIDERS", base);
  return providers;
}

/** Anything but 200, by what it means. */
export async function checkStatus(drive: Drive, answer: LiveAnswer, base: string): Promise<void> {
  const { status, body, url } = answer;
  if (status < 400) return;
  const path = new URL(url).pathname;
  const message = `${path} answers ${status}.`;
  if (status === 401 || status === 403 || status === 407)
    throw new Stop("AUTH_D_LIVE_BLOCKED", base, { message });
  if (status === 429) throw new Stop("AUTH_D_LIVE_THROTTLED", base, { message });
  if (status >= 502 && status <= 504) throw new Stop("AUTH_D_LIVE_GATEWAY", base, { message });
  if (status === 500 && /problem with the server configuration/i.test(body))
    throw await configurationStop(drive, url, base);
  if (status >= 500) throw new Stop("AUTH_D_LIVE_SERVER_ERROR", base, { message });
}

/**
 * The body does not say what is wrong. Loopback names are always trusted, so the same request under such a name
 * tells a host that is not trusted from everything else; a missing secret shows in the project's files.
 */
async function configurationStop(drive: Drive, url: string, base: string): Promise<Stop> {
  const typed = drive.origin.replace(/^http:/, "https:");
  const asLocal = await drive.visitor.statusAs("localhost", url).catch(() => undefined);
  if (asLocal === 200) {
    const message = `The app does not trust the host ${new URL(base).host}.`;
    return new Stop("AUTH_D_LIVE_UNTRUSTED_HOST", base, { message, fix: `AUTH_URL=${typed}` });
  }
  const secret = drive.localFindings.find(({ code }) => /^AUTH_D_SECRET_(?:MISSING|SHORT)$/.test(code));
  return secret
    ? new Stop("AUTH_D_LIVE_SECRET", base, {
        message: `The app refuses its configuration. ${secret.message}`,
      })
    : new Stop("AUTH_D_LIVE_CONFIG", base);
}

function checkClock({ headers, receivedAt }: LiveAnswer, base: string): void {
  const date = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(date)) return;
  const seconds = Math.round((date - receivedAt) / 1000);
  if (Math.abs(seconds) <= clockLimitSeconds) return;
  const message = `The server's clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? "ahead" : "behind"}.`;
  throw new Stop("AUTH_D_LIVE_CLOCK", base, { message });
}

/** Callback URLs are what providers are told: they must be the address that was asked. */
function checkAddresses({ origin }: Drive, providers: readonly ListedAtApp[], base: string): void {
  for (const { id, callbackUrl } of providers) {
    if (!URL.canParse(callbackUrl)) continue;
    const url = new URL(callbackUrl);
    const asked = new URL(origin);
    const message = `The callback URL of ${id} is ${url.origin}${url.pathname}, the app was asked at ${origin}.`;
    const fix = `AUTH_URL=${origin}`;
    if (url.host !== asked.host && url.hostname !== asked.hostname)
      throw new Stop("AUTH_D_LIVE_HOST", base, { message, fix });
    if (url.protocol !== asked.protocol) throw new Stop("AUTH_D_LIVE_SCHEME", base, { message, fix });
    if (url.host !== asked.host) throw new Stop("AUTH_D_LIVE_HOST", base, { message, fix });
    if (!url.href.startsWith(`${base}/`)) throw new Stop("AUTH_D_LIVE_CALLBACK_PATH", base, { message });
  }
}
