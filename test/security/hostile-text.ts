/** What reads text of a request, and what strangers may write there: one table for growth and for fuzzing. */
import * as fc from "fast-check";
import { readSessionCookies } from "../../src/runtime/http/cookie-chunks.js";
import { actionRequest } from "../../src/runtime/http/action-request.js";
import { bodyKind, parseBody } from "../../src/runtime/http/body.js";
import { parseCookies } from "../../src/runtime/http/cookies.js";
import { cutUrl } from "../../src/runtime/http/web.js";
import { createLogger } from "../../src/runtime/callbacks/logger.js";
import { OAuthCallbackError } from "../../src/runtime/errors/index.js";
import { parsePath } from "../../src/runtime/routes.js";
import { clientRange } from "../../src/runtime/security/client-address.js";
import { normalizeEmail } from "../../src/runtime/security/email-address.js";
import { resolveRedirect, ownRedirect } from "../../src/runtime/security/redirects.js";
import { canonical } from "../../src/runtime/security/throttle.js";
import { originFrom } from "../../src/runtime/settings/origin.js";

const logger = createLogger({}, true);
const site = "https://app.example.com";
const quietly = (call: () => unknown): void => {
  try {
    call();
  } catch {
    // Refusing is a right answer.
  }
};
const request = (parts: { search?: string; cookie?: string }) =>
  actionRequest({
    method: "GET",
    pathname: "/auth/callback/x",
    basePath: "/auth",
    search: parts.search ?? "",
    header: (name) => (name === "cookie" ? (parts.cookie ?? null) : null),
    readBody: () => Promise.resolve(undefined),
    toRequest: () => new Request(site),
  });

/** Each reads the text in the way in which requests bring it. Console calls are for the caller to silence. */
export const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "log: message of an error": (text) => logger.error(new Error(text)),
  "log: facts of an error": (text) =>
    logger.error(new OAuthCallbackError("refused", { cause: { error: "x", error_description: text } })),
  "log: debug": (text) => logger.debug(text, { text, list: [text], [text.slice(0, 100)]: text }),
  "cookies: session, whole and in chunks": (text) => {
    readSessionCookies(`a=${text}; authjs.session-token=${text}`, "authjs.session-token");
    readSessionCookies(text, "a");
  },
  "cookies: header": (text) => parseCookies(text),
  "cookies: one of the header": (text) => request({ cookie: text }).cookie("authjs.csrf-token"),
  "parameters: query": (text) => [...request({ search: text }).query()],
  "parameters: form": (text) => quietly(() => parseBody("form", text)),
  "parameters: JSON": (text) => quietly(() => parseBody("json", JSON.stringify({ text }) + text)),
  "parameters: content type": (text) => quietly(() => bodyKind(text)),
  "parameters: path": (text) => quietly(() => parsePath(`/callback/${text}`)),
  "parameters: URL": (text) => cutUrl(`${site}/${text}`),
  "parameters: e-mail address": (text) => quietly(() => normalizeEmail(`${text}@example.com`)),
  "parameters: name for counting": (text) => canonical(text),
  "headers: host": (text) =>
    originFrom(
      { trustHost: false, trustedHosts: ["app.example.com"], trustLoopback: true },
      { protocol: "https", host: text, forwardedHost: `${text},${text}` },
    ),
  "headers: client address": (text) => clientRange(text),
  "redirect targets": (text) => {
    for (const url of [text, `/${text}`, `https://${text}`, `${site}/${text}`])
      resolveRedirect(url, site, ownRedirect);
  },
};

/** Fragments that regular expressions and parsers stumble over when they are repeated. */
export const fragments: readonly string[] = [
  ..."a-_.=;,:/\\@%+&?# \t\"'<>()[]{}|~!0Aéß€\u0301\u200b\ud83d\ude00\ud800\0\r\n\u2028",
  "a-",
  "0-",
  "_-",
  "eyJ-",
  "a.",
  "a=",
  "token=",
  "&token=",
  "?code=",
  "tokentoken",
  "aaaaaaaaaa.",
  "aaaaaaaaaa..aaaaa",
  "%41",
  "%e2%82%ac",
  "%",
  "a;a=",
  "authjs.session-token=x; ",
  "authjs.session-token.1=x; ",
  "::",
  "1.",
  "ffff:",
  "../",
  "//",
  "\\/",
  "@a",
  '{"a":',
  "[",
];

/** A text of about this length that repeats a few fragments. */
export const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

export const units: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 6, unit: "binary" })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(""))
  .filter((unit) => unit !== "");

/** Microseconds of CPU of one call, the best of three. */
export function cost(call: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    call();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, user + system);
  }
  return best;
}
