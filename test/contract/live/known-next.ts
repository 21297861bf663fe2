/** Known differences that only Next shows. */
import type { Exchange } from "./duel.js";
import { called, hasRows, log, takeOurs, without } from "./known-lines.js";
import type { Known } from "./known.js";
import type { Seen } from "./side.js";

/** Cookies that forms need. */
const ofForms = /^[\w.-]*(?:csrf|callback-url|goal)[\w-]*=/;
const isAsked = ({ shot }: Exchange): boolean => shot.isOutside === true && shot.path !== "/me";
const isAction = (exchange: Exchange): boolean => isAsked(exchange) && exchange.shot.path.startsWith("/do/");
/** `auth` in whatever form. */
const isReading = (exchange: Exchange): boolean => isAsked(exchange) && !isAction(exchange);

const threw = ({ body }: Seen): boolean => body !== null && typeof body === "object" && "threw" in body;
/** A server call that throws, or `auth` as a guard that lets nobody in. */
const isRefused = (seen: Seen): boolean => (seen.status >= 500 && seen.body === "") || threw(seen);
const sessionEvent = ({ calls }: Seen): number =>
  calls.findIndex((line) => line.startsWith("event:session "));

/** The event as ours tells it, where the reference tells it too. */
function takeEvent(theirs: Seen, ours: Seen): void {
  const [their, own] = [sessionEvent(theirs), sessionEvent(ours)];
  if (their !== -1 && own !== -1) theirs.calls[their] = ours.calls[own]!;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null ? (value as Fields) : undefined;

/** A session of a store without what only the store needs to know. */
function shown(value: unknown, isOwn: boolean): unknown {
  const session = fieldsOf(value);
  const user = fieldsOf(session?.["user"]);
  if (session === undefined || user === undefined || !("emailVerified" in user)) return value;
  const { email, id, image = null, name = null } = user;
  const { expires } = session;
  return { ...(isOwn ? session : { expires }), user: { email, id, image, name } };
}

export const nextDifferences: readonly Known[] = [
  {
    row: "AUTH_URL and base paths in Next.js",
    level: (theirs, ours, { setting: { origin, basePath } }) => {
      theirs.calls = without(theirs.calls, /^log:warn env-url-basepath/);
      ours.calls = without(ours.calls, /^log:warn AUTH_URL is/);
      // A slash at the end of AUTH_URL.
      let text = JSON.stringify(theirs);
      for (const write of [String, encodeURIComponent])
        text = text.replaceAll(write(`${origin}${basePath}//`), write(`${origin}${basePath}/`));
      Object.assign(theirs, JSON.parse(text));
    },
  },
  {
    row: "where a Next.js app is reached",
    when: ({ shot }) => shot.headers?.["x-forwarded-proto"] !== undefined,
    level: takeOurs,
    ends: true,
  },
  {
    row: "where a Next.js app is reached",
    when: ({ shot }) => shot.headers?.["host"] !== undefined,
    level: (theirs, ours, { shot, setting: { origin } }) => {
      const inside = `${new URL(origin).protocol}//${shot.headers?.["host"]}`;
      for (const side of [theirs, ours]) {
        const named = JSON.stringify(side).replaceAll(inside, origin);
        const whole = named.replaceAll(encodeURIComponent(inside), encodeURIComponent(origin));
        Object.assign(side, JSON.parse(whole));
      }
    },
  },
  {
    row: "what fails in server calls of Next.js",
    when: (exchange) =>
      isAsked(exchange) &&
      !exchange.setting.trustHost &&
      isRefused(exchange.ours) &&
      exchange.ours.calls.includes(log("UntrustedHost")),
    level: takeOurs,
    ends: true,
  },
  {
    row: "what fails in server calls of Next.js",
    // What is no AuthError is no error to the caller there.
    when: (exchange) =>
      isAction(exchange) &&
      threw(exchange.ours) &&
      /^log:error (?:Error|TypeError)$/.test(exchange.theirs.calls.at(-1) ?? "") &&
      exchange.ours.calls.at(-1)?.startsWith("log:error ") === true,
    level: (theirs, ours) => {
      const { status, location, body, cookies } = ours;
      Object.assign(theirs, { status, location, body, cookies });
    },
    ends: true,
  },
  {
    row: "a throwing `jwt` or `session` callback",
    when: (exchange) => {
      const { setting, theirs, ours } = exchange;
      const last = ours.calls.at(-1) ?? "";
      return (
        isAsked(exchange) &&
        (/throws/.test(setting.jwt) || setting.sessionCallback === "throws") &&
        isRefused(ours) &&
        /SessionError|SessionTokenError/.test(last) &&
        theirs.calls.includes(last)
      );
    },
    level: takeOurs,
    ends: true,
  },
  {
    row: "parameters of configured pages",
    when: (exchange) =>
      isReading(exchange) &&
      exchange.theirs.status === 307 &&
      /[?:]|.\/$/.test(exchange.setting.pages?.["signIn"] ?? ""),
    level: (theirs, ours) => {
      const { status, location, headers } = ours;
      Object.assign(theirs, { status, location, headers });
    },
  },
  {
    row: "`authorized` that throws",
    when: (exchange) => isReading(exchange) && called(exchange.ours, "callback:authorized"),
    level: (theirs, ours) => {
      if (ours.status === 500 && ours.body === "" && threw(theirs)) takeOurs(theirs, ours);
    },
  },
  {
    row: "`authorized` that redirects to the page itself",
    when: (exchange) =>
      isReading(exchange) &&
      exchange.ours.calls.at(-1)?.startsWith("log:warn authorized() redirects") === true,
    level: (theirs, ours, { shot, setting: { origin } }) => {
      if (theirs.location?.split("?")[0] !== origin + shot.path) return;
      const { status, location, headers, body, contentType } = ours;
      Object.assign(theirs, { status, location, headers, body, contentType });
      ours.calls.pop();
    },
  },
  {
    row: "a `session` callback that gives nothing",
    when: (exchange) =>
      isReading(exchange) &&
      exchange.setting.sessionCallback === "none" &&
      called(exchange.ours, "callback:session"),
    level: takeOurs,
    ends: true,
  },
  {
    row: "`auth` with database sessions",
    when: (exchange) => isReading(exchange) && hasRows(exchange),
    level: (theirs, ours, { setting }) => {
      const isOwn = setting.sessionCallback !== "default";
      const body = fieldsOf(theirs.body);
      for (const name of ["returned", "auth"])
        if (body !== undefined && name in body) body[name] = shown(body[name], isOwn);
      theirs.calls = theirs.calls.map((line) => {
        const [, name = "", argument = ""] = /^(callback:authorized) (.*)$/.exec(line) ?? [];
        if (name === "") return line;
        const { auth, request } = JSON.parse(argument) as Fields;
        return `${name} ${JSON.stringify({ auth: shown(auth, isOwn), request })}`;
      });
      if (!isOwn) takeEvent(theirs, ours);
    },
  },
  {
    row: "`auth` of Next.js",
    when: (exchange) => isReading(exchange) && exchange.setting.redirect === "throws",
    level: (theirs, ours) => {
      if (theirs.calls.includes(log("Error"))) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "`auth` of Next.js",
    when: isReading,
    level: (theirs, ours, { setting, shot }) => {
      theirs.cookies = without(theirs.cookies, ofForms);
      theirs.calls = without(theirs.calls, /^callback:redirect/);
      if (shot.path === "/in/component") theirs.calls = without(theirs.calls, /^jwt:encode/);
      if (setting.sessionCallback === "all") takeEvent(theirs, ours);
    },
    align: (them, us) => {
      for (const name of them.jar.keys()) if (ofForms.test(`${name}=`)) them.jar.delete(name);
      for (const [name, value] of us.jar) if (ofForms.test(`${name}=`)) them.jar.set(name, value);
    },
  },
];
