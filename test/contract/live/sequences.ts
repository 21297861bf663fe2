/** Visits: flows and stray requests, one after the other, in one browser. */
import * as fc from "fast-check";
import { credentials, mail, oauth, session, signOut, update } from "./shot-flows.js";
import { bodyType, cookieMoves, csrf, headers, later, maybe, pairs, target } from "./shot-parts.js";
import type { Shot } from "./shots.js";

const action = fc.constantFrom(
  "providers",
  "session",
  "csrf",
  "signin",
  "signout",
  "callback",
  "verify-request",
  "error",
  "webauthn-options",
  "unknown",
  "Session",
  "__proto__",
  "constructor",
  "",
);
const providerId = fc.constantFrom(
  "op",
  "oa",
  "credentials",
  "email",
  "nobody",
  "undefined",
  "null",
  "__proto__",
  "toString",
  "o%70",
  "%E0%A4%A",
  "op%2Fx",
  "OP",
);

const anything: fc.Arbitrary<Shot[]> = fc
  .record({
    method: fc.constantFrom(
      "GET",
      "GET",
      "GET",
      "GET",
      "POST",
      "POST",
      "HEAD",
      "PUT",
      "DELETE",
      "OPTIONS",
      "PATCH",
    ),
    action,
    id: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, providerId),
    shape: fc.constantFrom("/a/i", "/a/i", "/a/i", "/a/i/", "//a//i", "/a/i/x", "a/i", "/%61/i", "/./a/i"),
    query: fc.dictionary(
      fc.constantFrom(
        "callbackUrl",
        "error",
        "code",
        "state",
        "token",
        "email",
        "csrfToken",
        "provider",
        "type",
        "action",
      ),
      fc.oneof(
        target,
        fc.constantFrom(
          "CredentialsSignin",
          "Configuration",
          "AccessDenied",
          "Verification",
          "Default",
          "x",
          "1",
        ),
      ),
      { maxKeys: 2 },
    ),
    headers,
    cookies: cookieMoves,
    type: bodyType,
    csrf,
    withBody: fc.boolean(),
    callbackUrl: maybe(target),
    later,
  })
  .map((it) => [
    {
      method: it.method,
      path: it.shape
        .replace("a", () => (it.shape.includes("%61") ? encodeFirst(it.action) : it.action))
        .replace("%61", "")
        .replace(/\/i/, () => (it.id === undefined ? "" : `/${it.id}`)),
      query: pairs(it.query),
      headers: it.headers,
      cookies: it.cookies,
      later: it.later,
      ...(it.withBody &&
        it.method === "POST" && {
          body: {
            type: it.type,
            csrf: it.csrf,
            fields: it.callbackUrl === undefined ? {} : { callbackUrl: it.callbackUrl },
          },
        }),
    },
  ]);

const encodeFirst = (text: string): string =>
  text === "" ? "" : `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;

const sequenceOf = (...flows: readonly { weight: number; arbitrary: fc.Arbitrary<Shot[]> }[]) =>
  fc.array(fc.oneof(...flows), { minLength: 1, maxLength: 7 }).map((groups) => groups.flat());

const everywhere = [
  { weight: 3, arbitrary: credentials },
  { weight: 4, arbitrary: session },
  { weight: 2, arbitrary: update },
  { weight: 1, arbitrary: signOut },
  { weight: 4, arbitrary: oauth },
  { weight: 4, arbitrary: anything },
];

export const storelessVisits = sequenceOf(...everywhere);
export const storeVisits = sequenceOf(...everywhere, { weight: 4, arbitrary: mail });
