/** Known differences in how requests are judged, in pages and in sessions. */
import {
  arePages,
  called,
  endsWith,
  formsOf,
  isPage,
  log,
  rewriteUrl,
  takeOurs,
  without,
} from "./known-lines.js";
import type { Known } from "./known.js";
import { judged } from "./targets.js";

const refusals = ["MissingCSRF", "UnknownAction", "InvalidProvider", "MissingAdapter"].map(log);

/** The address that a JSON answer names. */
const urlIn = (body: unknown): unknown =>
  typeof body === "object" && body !== null && "url" in body ? body.url : undefined;

/** A cookie of the host alone is cleared in front of one of the same name with a domain. */
function endsHostOnly(line: string, later: readonly string[]): boolean {
  const [name = ""] = line.split("=", 1);
  const isEnd = line.startsWith(`${name}=; Max-Age=0`) && !line.includes("; Domain=");
  return isEnd && later.some((other) => other.startsWith(`${name}=`) && other.includes("; Domain="));
}

export const requestDifferences: readonly Known[] = [
  {
    row: "a posted field `json=true`, which the client of next-auth 4 sends",
    when: ({ shot, theirs, ours }) =>
      String(shot.body?.fields["json"]) === "true" && theirs.status === 302 && urlIn(ours.body) !== undefined,
    level: (theirs, ours) => {
      // Nothing but the form of the answer: the address stays the one that theirs leads to.
      if (theirs.location !== null && theirs.location !== urlIn(ours.body)) return;
      theirs.status = ours.status;
      theirs.contentType = ours.contentType;
      theirs.body = ours.body;
      theirs.location = ours.location;
    },
  },
  {
    row: "a session cookie that gets a `domain`",
    level: (_theirs, ours) => {
      ours.cookies = ours.cookies.filter((line, at) => !endsHostOnly(line, ours.cookies.slice(at + 1)));
    },
  },
  {
    row: "an address that a provider joins without a word of whose it is",
    level: (_theirs, ours) => void (ours.calls = without(ours.calls, /^log:warn email-join-not-vouched: /)),
  },
  {
    row: "a short secret",
    when: ({ setting }) => setting.secret === "short",
    level: (_theirs, ours) => void (ours.calls = without(ours.calls, /^log:warn AUTH_SECRET/)),
  },
  {
    row: "proof of an address",
    level: (_theirs, ours) => void (ours.calls = without(ours.calls, /^log:warn email-not-vouched/)),
  },
  {
    row: "methods other than GET and POST",
    when: ({ shot, theirs, ours }) =>
      !["GET", "POST"].includes(shot.method) && theirs.status === 400 && ours.status === 405,
    level: (theirs) => {
      theirs.status = 405;
      theirs.contentType = null;
      theirs.headers = { allow: "GET, POST" };
      theirs.body = "";
    },
  },
  {
    row: "core-creds/unknown_authsession",
    when: ({ shot, ours }) =>
      !shot.path.startsWith("/") && ours.status === 400 && ours.body === "Bad request.",
    level: takeOurs,
    ends: true,
  },
  {
    row: "the CSRF token",
    when: ({ shot, setting }) => !setting.skipCsrf && /callback|signout/.test(shot.path),
    level: (theirs, ours) => {
      const token = /^[\w-]*\.?csrf[\w-]*=<hex64>\|<hex64>;/;
      const [their, own] = [theirs, ours].map(({ cookies }) => cookies.filter((line) => token.test(line)));
      if (own!.length === their!.length + 1) ours.cookies.splice(ours.cookies.lastIndexOf(own!.at(-1)!), 1);
    },
  },
  {
    row: "when the `redirect` callback runs",
    when: ({ shot, ours }) =>
      /providers/.test(shot.path) || ours.calls.some((line) => refusals.includes(line)),
    level: (theirs, ours, { setting }) => {
      if (!called(theirs, "callback:redirect") || called(ours, "callback:redirect")) return;
      if (setting.redirect === "throws" && endsWith(theirs, "Error")) takeOurs(theirs, ours);
      theirs.calls = without(theirs.calls, /^callback:redirect/);
    },
  },
  {
    row: "callback URLs",
    when: ({ shot, setting }) => JSON.stringify(judged(shot, setting)) !== JSON.stringify(shot),
    level: (theirs, ours, { shot }) => {
      for (const side of [theirs, ours]) {
        // The request itself, which the reference was sent judged.
        side.calls = side.calls.map((line) =>
          /^(?:provider:authorize|callback:signIn)/.test(line)
            ? line.replace(/callbackUrl=[^"&]*|"callbackUrl":"[^"]*",?/g, "")
            : line,
        );
        // Both pages that are shown the query, and providers that are sent it, see it as it came.
        if (/verify-request/.test(shot.path) || (shot.method === "POST" && /signin/.test(shot.path)))
          rewriteUrl(side, (url) => url.replace(/callbackUrl=[^&]*/, "callbackUrl="));
      }
    },
  },
  {
    row: "caching of answers that set cookies",
    when: ({ ours }) => ours.cookies.length > 0,
    level: (theirs, ours) => {
      const said = ours.headers["cache-control"];
      if (said !== undefined && theirs.headers["cache-control"] === undefined)
        theirs.headers = { ...theirs.headers, "cache-control": said };
    },
  },
  {
    row: "headers of the built-in pages",
    when: arePages,
    level: (theirs, ours) => {
      if (ours.contentType === "text/html; charset=utf-8") theirs.contentType = ours.contentType;
      if (ours.headers["cache-control"] === "private, no-cache, no-store") theirs.headers = ours.headers;
    },
  },
  {
    row: "forms of the built-in pages",
    when: arePages,
    level: (theirs, ours, { shot, setting }) => {
      const asked = Object.fromEntries(judged(shot, setting).query ?? []);
      for (const [index, form] of formsOf(ours).entries()) {
        const their = formsOf(theirs)[index];
        if (their === undefined) continue;
        const base = `${setting.origin}${setting.basePath ?? "/auth"}`;
        if (form.action === `${base}/signout` && their.action.includes("/signout"))
          their.action = form.action;
        if (form.action === `${base}/signin/email`)
          form.fields = form.fields.filter(({ name }) => name !== "callbackUrl");
        for (const field of their.fields) {
          const name = String(field["name"]);
          if (["csrfToken", "callbackUrl"].includes(name) && name in asked && field["value"] === asked[name])
            field["value"] = form.fields.find((each) => each["name"] === name)?.["value"];
        }
      }
    },
  },
  {
    row: "forms of the built-in pages",
    when: ({ setting, theirs }) => setting.skipCsrf && isPage(theirs),
    level: (theirs) => {
      for (const form of isPage(theirs) ? formsOf(theirs) : [])
        form.fields = form.fields.filter(({ name, value }) => name !== "csrfToken" || value !== undefined);
    },
  },
  {
    row: "forms of the built-in pages",
    when: ({ shot }) => shot.query?.some(([name, value]) => name === "callbackUrl" && value === "") === true,
    level: (theirs, ours) => {
      if (!isPage(theirs) || !isPage(ours)) return;
      for (const form of formsOf(ours))
        form.fields = form.fields.filter(({ name }) => name !== "callbackUrl");
    },
  },
  {
    row: "cookies of one name",
    when: ({ shot }) => shot.cookies?.some(({ kind }) => kind === "duplicate") === true,
    level: (theirs, ours) => {
      ours.calls = ours.calls.filter(
        (line) =>
          !/^(?:store:getSessionAndUser|store:deleteSession) "other"|^jwt:decode/.test(line) ||
          theirs.calls.includes(line),
      );
      theirs.calls = without(theirs.calls, /^jwt:decode/);
      ours.calls = without(ours.calls, /^jwt:decode/);
    },
  },
  {
    row: "core-pages/error-none",
    when: ({ theirs }) => theirs.location?.endsWith("?error=undefined") === true,
    level: (theirs) => rewriteUrl(theirs, (url) => url.replace("?error=undefined", "")),
  },
  {
    row: "parameters of configured pages",
    when: ({ shot, theirs }) => /verify-request/.test(shot.path) && /\?.*\?/.test(theirs.location ?? ""),
    level: (theirs) => rewriteUrl(theirs, (url) => url.replace(/(\?[^?]*)\?/, "$1&")),
  },
  {
    row: "parameters of configured pages",
    when: ({ shot, theirs }) => /error/.test(shot.path) && theirs.location !== null,
    level: (theirs, ours) => {
      const decoded = (text: string | null) => decodeURIComponent((text ?? "").replaceAll("+", " "));
      const own = decoded(ours.location);
      if ([theirs.location, decoded(theirs.location)].includes(own))
        rewriteUrl(theirs, () => ours.location ?? "");
    },
  },
  {
    row: "parameters of configured pages",
    // Unencoded, such an error is no header: the reference fails at it.
    when: ({ setting, shot, theirs }) =>
      setting.pages?.error !== undefined &&
      /error/.test(shot.path) &&
      endsWith(theirs, "TypeError") &&
      shot.query?.some(([name, value]) => name === "error" && /[^\0-\xff]/.test(value)) === true,
    level: takeOurs,
    ends: true,
  },
  {
    row: "a throwing `jwt` or `session` callback",
    when: ({ setting, shot, theirs, ours }) =>
      /session/.test(shot.path) &&
      ours.status === 500 &&
      theirs.body === null &&
      theirs.calls.at(-1) === ours.calls.at(-1) &&
      (/throws/.test(setting.jwt) || setting.sessionCallback === "throws"),
    level: takeOurs,
    ends: true,
  },
];
