/**
 * Where an answer differs from the recorded one on purpose: exchange, the parts that differ, and the reason.
 * A row that no longer differs fails the test, so the table cannot grow stale; docs/compatibility.md lists every row.
 */
import type { Difference } from "./compare.js";

export interface Decision {
  readonly parts: readonly Difference["part"][];
  readonly reason: string;
}

export const decisions: Readonly<Record<string, Decision>> = {
  "core-creds/bad-callback-cookie": {
    parts: ["status", "cookies", "body", "trace"],
    reason:
      "A callback URL that is no URL falls back to the base URL, wherever it stands, in place of an error 500 (REDIR)",
  },
  "core-creds/bad-callback-cookie-page": {
    parts: ["status", "cookies", "body", "trace"],
    reason: "As above: a broken cookie does not lock a visitor out of the sign-in page",
  },
  "core-creds/signin-page-callback-garbage": {
    parts: ["status", "cookies", "body", "trace"],
    reason: "As above, in the query",
  },
  "core-creds/signin-page-callback-javascript": {
    parts: ["status", "cookies", "body", "trace"],
    reason: "As above: only http and https are addresses to go to",
  },
  "core-pages/invalid-callback": {
    parts: ["location", "cookies", "trace"],
    reason: "As above, with a sign-in page of the app's own",
  },
  "core-creds/signin-page-callback-doubleslash": {
    parts: ["cookies"],
    reason: "`//host` names another host to browsers: the base URL takes its place",
  },
  "core-creds/session-broken-chunks": {
    parts: ["cookies"],
    reason: "COOK-18: a cookie whose name merely starts with the session cookie's is none of ours and stays",
  },
  "core-cookie-override/login": {
    parts: ["cookies"],
    reason: "PR-03: with a domain, the cookie of the same name that is for the host alone is cleared too",
  },
  "core-cookie-override/session": {
    parts: ["cookies"],
    reason: "As above",
  },
  "core-creds/unknown_authsession": {
    parts: ["status", "headers", "body", "trace"],
    reason: "The base path is compared by whole segments: `/authsession` is not below `/auth`",
  },
  "core-db/email-existing-user": {
    parts: ["trace"],
    reason:
      "`emailVerified` keeps the date of the first sign-in by mail; signing in again gives a new session and ends the old row (DB-12)",
  },
  "core-db/new-user-callback": {
    parts: ["trace"],
    reason:
      "A first sign-in leaves a note among the verification tokens until its account is stored: a process that dies in between locks nobody out",
  },
  "core-db/same-email-strict-callback": {
    parts: ["trace"],
    reason: "As above: the note is looked for where a user with that address is there",
  },
  "core-db/second-user-callback": {
    parts: ["trace"],
    reason: "As above",
  },
  "core-db/existing-account-callback": {
    parts: ["trace"],
    reason: "As above: the next sign-in of the account takes away a note that a fault of the store has left",
  },
  "core-db/email-callback-badtoken": {
    parts: ["status", "location", "contentType", "body", "trace"],
    reason:
      "L2: a link that this browser has not asked for shows a page first; what is wrong with it is said after the press",
  },
  "core-db/email-identifier-mismatch": {
    parts: ["status", "location", "contentType", "body", "trace"],
    reason: "L2: as below, since the link names somebody else than the open session",
  },
  "core-db/email-switch-user": {
    parts: ["status", "location", "contentType", "cookies", "body", "trace"],
    reason:
      "L2: while somebody else is signed in, the link shows a page that names both, and the press signs in. A mail that proves the address of a row for the first time ends what was there before. Those are sessions, and accounts that do not vouch for it at their next sign-in (SEC2-23)",
  },
  "core-secret-array/session-dropped": {
    parts: ["cookies"],
    reason:
      "A session cookie that names an unknown key stays: another process may have a newer secret already (F-73)",
  },
  "core-db/same-account-signed-in-callback": {
    parts: ["trace"],
    reason: "DB-12: signing in again as the same person gives a new session token and ends the old row",
  },
  "core-db/same-email-dangerous-callback": {
    parts: ["trace"],
    reason: "No `createUser` event when no user is created",
  },
  "core-oauth-jwt/badprofile-callback": {
    parts: ["location"],
    reason: "A `profile()` that throws leads to the sign-in page in place of a broken address",
  },
  "core-oauth-jwt/formpost-callback": {
    parts: ["cookies"],
    reason: "COOK-20: check cookies are cleared with the attributes they were set with",
  },
  "core-oauth-jwt/idt-badsignature-callback": {
    parts: ["location", "cookies", "trace"],
    reason: "OAUTH-20: an ID token whose signature is wrong signs nobody in",
  },
  "core-oauth-jwt/userinfo-500-callback": {
    parts: ["location", "cookies", "trace"],
    reason: "A userinfo answer with status 500 signs nobody in",
  },
  "core-pages/error-none": {
    parts: ["location"],
    reason: "No `error=undefined` when there is no error to name",
  },
  "express-4.22-mount /auth/badjson": {
    parts: ["status", "contentType", "trace"],
    reason: "A body that is no JSON is answered 400 by the handler, in place of the app's error handler",
  },
  "express-5-mount /auth/badjson": {
    parts: ["status", "contentType", "trace"],
    reason: "As above, on Express 5",
  },
  "express-4.22-mount /auth/nested-form": {
    parts: ["trace"],
    reason: "A field named `a[b]` keeps its name and value in place of `[object Object]`",
  },
  "express-5-mount /auth/nested-form": { parts: ["trace"], reason: "As above, on Express 5" },
};
