/** The judging rules of the recordings: what must be equal, and what may always differ. */

export interface SetCookie {
  name: string;
  value: string;
  attrs: Record<string, string | boolean>;
}

export interface Recorded {
  status: number;
  location: string | null;
  contentType: string | null;
  headers: Record<string, string>;
  setCookie: (SetCookie & { length: number })[];
  body: unknown;
}

export interface Exchange {
  id: string;
  flow: string;
  config: string;
  request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    cookies: Record<string, string>;
    body?: unknown;
  };
  response: Recorded | null;
  trace: string[];
  threw?: unknown;
  deviations?: { may?: string; must?: string }[];
}

export interface Answer {
  status: number;
  location: string | null;
  contentType: string | null;
  headers: Record<string, string>;
  setCookie: SetCookie[];
  body: string;
}

export interface Facts {
  /** Origin that the request was sent to. */
  origin: string;
  /** host:port that the recordings write as <app> and <idp>. */
  hosts: Record<string, string>;
}

/** One difference: the part that differs, and both sides. */
export interface Difference {
  part: "status" | "location" | "contentType" | "headers" | "cookies" | "body" | "trace";
  text: string;
}

const masks: Record<string, RegExp> = {
  "<jwe>": /^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/,
  "<jws>": /^[\w-]+\.[\w-]+\.[\w-]+$/,
  "<chunk>": /^[\w.-]{1,3936}$/,
  "<uuid>": /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  "<hex64>": /^[0-9a-f]{64}$/,
  "<csrfToken>|<sha256hex>": /^[0-9a-f]{64}\|[0-9a-f]{64}$/,
  "<isoDate>": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  "<state>": /^.{20,}$/,
  "<nonce>": /^.{20,}$/,
  "<code_challenge>": /^[\w-]{43}$/,
};

function fits(expected: string, actual: string): boolean {
  return expected === actual || masks[expected]?.test(actual) === true;
}

function same(expected: unknown, actual: unknown): boolean {
  if (typeof expected === "string" && typeof actual === "string") return fits(expected, actual);
  if (typeof expected !== "object" || expected === null) return expected === actual;
  if (typeof actual !== "object" || actual === null || Array.isArray(expected) !== Array.isArray(actual))
    return false;
  const keys = Object.keys(expected);
  return (
    keys.length === Object.keys(actual).length &&
    keys.every((key) =>
      same((expected as Record<string, unknown>)[key], (actual as Record<string, unknown>)[key]),
    )
  );
}

function sameUrl(expected: string | null, actual: string | null, { origin }: Facts): boolean {
  if (expected === actual) return true;
  if (expected === null || actual === null) return false;
  // A path that was configured stays a path.
  if (expected.startsWith("/") !== actual.startsWith("/")) return false;
  const left = new URL(expected, origin);
  const right = new URL(actual, origin);
  // Without checks of its own a provider is asked with state (and nonce) beside PKCE.
  if (left.searchParams.has("code_challenge")) {
    for (const name of ["state", "nonce"]) if (!left.searchParams.has(name)) right.searchParams.delete(name);
  }
  const params = (url: URL) => [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1));
  const isSame =
    params(left).length === params(right).length &&
    params(left).every(([name, value], index) => {
      const [otherName, otherValue] = params(right)[index] ?? ["", ""];
      return name === otherName && fits(value, otherValue);
    });
  return left.origin + left.pathname === right.origin + right.pathname && isSame;
}

function expirySeconds(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const relative = /^now\+(-?\d+)s$/.exec(value);
  if (relative !== null) return Number(relative[1]);
  return Math.round((Date.parse(value) - Date.now()) / 1000);
}

function sameCookie(expected: SetCookie, actual: SetCookie): boolean {
  if (!fits(expected.value, actual.value)) return false;
  const { Expires: expires, "Max-Age": maxAge, ...attributes } = expected.attrs;
  const { Expires: actualExpires, "Max-Age": actualMaxAge, ...actualAttributes } = actual.attrs;
  if (
    JSON.stringify(Object.entries(attributes).sort()) !==
    JSON.stringify(Object.entries(actualAttributes).sort())
  ) {
    return false;
  }
  if (maxAge !== undefined && maxAge !== actualMaxAge) return false;
  const wanted = expirySeconds(expires);
  const got = expirySeconds(actualExpires);
  return wanted === got || (wanted !== undefined && got !== undefined && Math.abs(wanted - got) <= 15);
}

/** A new CSRF cookie at sign-in and sign-out, and check cookies cleared after a failure, are always allowed. */
function isFreeCookie(cookie: SetCookie, request: Exchange["request"]): boolean {
  if (cookie.name.endsWith("csrf-token"))
    return (
      (request.method === "POST" || request.path.includes("/callback/")) &&
      masks["<csrfToken>|<sha256hex>"]!.test(cookie.value)
    );
  // The throttle's (docs/compatibility.md): after a sign-in by password or by mail the browser knows the name.
  if (cookie.name.endsWith("authjs.known-browser"))
    return (
      (request.method === "POST" || request.path.includes("/callback/email")) &&
      request.path.includes("/callback/") &&
      masks["<jwe>"]!.test(cookie.value)
    );
  // The browser that has asked for a mail (docs/compatibility.md).
  if (cookie.name.endsWith("authjs.mail-start"))
    return request.path.includes("/signin/email") && masks["<jwe>"]!.test(cookie.value);
  if (/\.(?:state|nonce)$/.test(cookie.name) && request.path.includes("/signin/")) return true;
  return /\.(?:state|nonce|pkce\.code_verifier|challenge)$/.test(cookie.name) && cookie.value === "";
}

const imprecise: ReadonlySet<string> = new Set(
  ["Error", "AuthError", "CallbackRouteError", "TypeError"].map((type) => `log:error(${type})`),
);
const reads = /^adapter:get/;

function sameTrace(expected: readonly string[], actual: readonly string[]): boolean {
  const wanted = expected.filter((line) => !reads.test(line) && !line.startsWith("log:warn"));
  const got = actual.filter((line) => !reads.test(line) && !line.startsWith("log:warn"));
  if (wanted.length !== got.length) return false;
  const warned = expected
    .filter((line) => line.startsWith("log:warn"))
    .every((line) => actual.includes(line));
  return (
    warned &&
    wanted.every(
      (line, index) =>
        line === got[index] || (imprecise.has(line) && got[index]?.startsWith("log:error(") === true),
    )
  );
}

export interface PageSummary {
  html: true;
  titled: boolean;
  forms: { method: string; action: string; fields: Record<string, unknown>[]; submit: boolean }[];
  error: boolean;
  theme: string[];
  leaks: string[];
}

const unescape = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

function attributesOf(tag: string): Record<string, string> {
  return Object.fromEntries(
    [...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)]
      .slice(1)
      .map(([, name, value]) => [name, unescape(value ?? "")]),
  );
}

const themeValues = ["#abcdef", "#010101", "#123456", "https://l/logo.png", "https://l/x.svg"];

/** A page as the recordings summarise it. */
export function summarize(text: string, secrets: readonly string[]): PageSummary {
  const forms = [...text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = "", inner = ""]) => {
    const { method = "", action = "" } = attributesOf(`form ${head}`);
    const fields = [...inner.matchAll(/<input\b[^>]*>/g)].map(([tag]) => {
      const { name, type, value, required, placeholder } = attributesOf(tag.slice(1, -1));
      return {
        name: name!,
        type: type!,
        ...(value !== undefined && { value }),
        ...(required !== undefined && { required: true }),
        ...(placeholder !== undefined && { placeholder }),
      };
    });
    fields.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { method, action, fields, submit: inner.includes('type="submit"') };
  });
  return {
    html: true,
    titled: /<title>[^<]+<\/title>/.test(text),
    forms,
    error: text.includes('class="error"'),
    theme: themeValues.filter((value) => text.includes(value)),
    leaks: secrets.filter((secret) => text.includes(secret)),
  };
}

function sameBody(expected: unknown, answer: Answer, facts: Facts): { ok: boolean; actual: unknown } {
  if (typeof expected === "object" && expected !== null && "html" in expected) {
    const wanted = expected as PageSummary;
    const actual = summarize(answer.body, ["0123456789abcdef0123456789abcdef"]);
    // The order of theme values and a hidden callbackUrl on the credentials form are free.
    for (const form of actual.forms) {
      const recorded = wanted.forms.find(({ action }) => action === form.action);
      if (recorded?.fields.some(({ name }) => name === "callbackUrl") === false) {
        form.fields = form.fields.filter(({ name }) => name !== "callbackUrl");
      }
    }
    return {
      ok: same(
        { ...wanted, theme: [...wanted.theme].sort() },
        { ...actual, theme: [...actual.theme].sort() },
      ),
      actual,
    };
  }
  if (expected === "" || expected === null) {
    if (answer.body === "" || answer.body === "null") return { ok: true, actual: answer.body };
  }
  let actual: unknown = answer.body;
  try {
    actual = JSON.parse(answer.body);
  } catch {
    return { ok: expected === answer.body, actual };
  }
  const isRedirect = (value: unknown): value is { url: string } =>
    typeof value === "object" && value !== null && Object.keys(value).join() === "url";
  if (isRedirect(expected) && isRedirect(actual))
    return { ok: sameUrl(expected.url, actual.url, facts), actual };
  return { ok: same(expected, actual), actual };
}

/** Puts the real hosts where the recording has masks. */
function unmaskHosts<T>(value: T, { hosts }: Facts): T {
  let text = JSON.stringify(value);
  for (const [mask, host] of Object.entries(hosts)) text = text.replaceAll(mask, host);
  return JSON.parse(text) as T;
}

/** Everything in which an answer differs from the recorded one. */
export function differences(
  exchange: Exchange,
  answer: Answer,
  trace: readonly string[],
  facts: Facts,
): Difference[] {
  const recorded = unmaskHosts(exchange.response!, facts);
  const found: Difference[] = [];
  const note = (part: Difference["part"], expected: unknown, actual: unknown) =>
    found.push({
      part,
      text: `${part}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`,
    });

  const otherMethod = !["GET", "POST"].includes(exchange.request.method);
  if (otherMethod && recorded.status === 400) {
    if (answer.status !== 405 || answer.headers.allow === undefined)
      note("status", "405 with Allow", answer.status);
    if (answer.setCookie.length > 0) note("cookies", [], answer.setCookie);
    if (!sameTrace(exchange.trace, trace)) note("trace", exchange.trace, trace);
    return found;
  }
  if (recorded.status !== answer.status) note("status", recorded.status, answer.status);
  if (!sameUrl(recorded.location, answer.location, facts))
    note("location", recorded.location, answer.location);
  const media = (type: string | null) => type?.split(";")[0] || null;
  if (media(recorded.contentType) !== media(answer.contentType))
    note("contentType", recorded.contentType, answer.contentType);
  for (const [name, value] of Object.entries(recorded.headers)) {
    if (answer.headers[name] !== value) note("headers", { [name]: value }, answer.headers[name]);
  }
  const unmatched = [...answer.setCookie];
  for (const cookie of recorded.setCookie) {
    const index = unmatched.findIndex(
      (candidate) => candidate.name === cookie.name && sameCookie(cookie, candidate),
    );
    if (index === -1)
      note(
        "cookies",
        cookie,
        unmatched.filter(({ name }) => name === cookie.name),
      );
    else unmatched.splice(index, 1);
  }
  const extra = unmatched.filter((cookie) => !isFreeCookie(cookie, exchange.request));
  if (extra.length > 0) note("cookies", [], extra);
  const body = sameBody(recorded.body, answer, facts);
  if (!body.ok) note("body", recorded.body, body.actual);
  if (!sameTrace(exchange.trace, trace)) note("trace", exchange.trace, trace);
  return found;
}
