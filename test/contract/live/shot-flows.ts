/** What people do: the requests of each flow, with something wrong in some of them. */
import * as fc from "fast-check";
import {
  bodyType,
  cookieMoves,
  csrf,
  headers,
  later,
  maybe,
  pairs,
  target,
  wholeCookieMoves,
} from "./shot-parts.js";
import type { Shot } from "./shots.js";

export const credentials: fc.Arbitrary<Shot[]> = fc
  .record({
    username: fc.constantFrom(
      "bob",
      "bob",
      "bob",
      "no-id",
      "number",
      "null",
      "undefined",
      "throws",
      "code",
      "denied",
      "extra",
      "bare",
    ),
    callbackUrl: maybe(target),
    inQuery: fc.boolean(),
    json: maybe(fc.constant("true")),
    redirect: maybe(fc.constant("false")),
    csrf,
    type: bodyType,
    headers,
    cookies: cookieMoves,
    later,
  })
  .map((it) => [
    {
      method: "POST",
      path: "/callback/credentials",
      query: it.inQuery ? pairs({ callbackUrl: it.callbackUrl }) : [],
      headers: it.headers,
      later: it.later,
      cookies: it.cookies,
      body: {
        type: it.type,
        csrf: it.csrf,
        fields: {
          username: it.username,
          password: "s3cret",
          ...(it.callbackUrl !== undefined && !it.inQuery && { callbackUrl: it.callbackUrl }),
          ...(it.json !== undefined && { json: it.json }),
          ...(it.redirect !== undefined && { redirect: it.redirect }),
        },
      },
    },
  ]);

export const session: fc.Arbitrary<Shot[]> = fc
  .record({ cookies: cookieMoves, later, query: maybe(target), headers })
  .map(({ query, ...rest }) => [
    { method: "GET", path: "/session", query: pairs({ callbackUrl: query }), ...rest },
  ]);

export const update: fc.Arbitrary<Shot[]> = fc
  .record({
    data: fc.constantFrom<unknown>(undefined, null, { name: "Neu" }, "text", 5, [1, 2], {}),
    csrf,
    type: bodyType,
    headers,
    cookies: cookieMoves,
    later,
  })
  .map(({ data, csrf: given, type, ...rest }) => [
    {
      method: "POST",
      path: "/session",
      ...rest,
      body: { type, csrf: given, fields: data === undefined ? {} : { data } },
    },
  ]);

export const signOut: fc.Arbitrary<Shot[]> = fc
  .record({ callbackUrl: maybe(target), csrf, type: bodyType, headers, cookies: wholeCookieMoves, later })
  .map(({ callbackUrl, csrf: given, type, ...rest }) => [
    {
      method: "POST",
      path: "/signout",
      ...rest,
      body: { type, csrf: given, fields: callbackUrl === undefined ? {} : { callbackUrl } },
    },
  ]);

export const oauth: fc.Arbitrary<Shot[]> = fc
  .record({
    id: fc.constantFrom("op", "oa"),
    callbackUrl: maybe(target),
    query: fc.constantFrom<Record<string, string>>(
      {},
      {},
      {},
      { prompt: "login" },
      { scope: "openid more", login_hint: "a b" },
      { state: "mine", nonce: "mine", code_challenge: "mine" },
      { callbackUrl: "/from-query" },
      { a: "", "b[]": "ü" },
    ),
    csrf,
    type: bodyType,
    headers,
    cookies: cookieMoves,
    later,
    between: later,
    change: fc.oneof(
      { weight: 6, arbitrary: fc.constant("") },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          "no-code",
          "no-state",
          "other-state",
          "error",
          "error-only",
          "other-iss",
          "more",
          "user",
          "other-code",
        ),
      },
    ),
    fault: fc.oneof(
      { weight: 6, arbitrary: fc.constant("") },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          "person-2",
          "same-mail",
          "no-mail",
          "number-sub",
          "no-sub",
          "token-error",
          "token-500",
          "no-access-token",
          "no-id-token",
          "no-expiry",
          "odd-type",
          "other-nonce",
          "other-audience",
          "userinfo-other-sub",
          "userinfo-500",
          "expired",
          "text-expiry",
        ),
      },
    ),
    back: fc.constantFrom("GET", "GET", "GET", "POST"),
    backCookies: cookieMoves,
  })
  .map((it) => [
    {
      method: "POST",
      path: `/signin/${it.id}`,
      query: pairs(it.query),
      headers: it.headers,
      later: it.later,
      cookies: it.cookies,
      body: {
        type: it.type,
        csrf: it.csrf,
        fields: it.callbackUrl === undefined ? {} : { callbackUrl: it.callbackUrl },
      },
    },
    {
      method: it.back,
      path: `/callback/${it.id}`,
      comesFrom: { place: "provider", change: it.change },
      later: it.between,
      fault: it.fault,
      cookies: it.backCookies,
    },
  ]);

export const mail: fc.Arbitrary<Shot[]> = fc
  .record({
    email: fc.constantFrom(
      "ada@example.com",
      "ada@example.com",
      "ADA@Example.com ",
      "known@example.com",
      "new@example.com",
      "no-at",
      "a@b@c",
      "@x",
      "a@",
      "",
      "a@b,c@d.example",
      'q"@x.example',
      "ä@ö.example",
      "olga@example.com",
    ),
    callbackUrl: maybe(target),
    csrf,
    type: bodyType,
    headers,
    cookies: cookieMoves,
    later,
    between: later,
    change: fc.oneof(
      { weight: 6, arbitrary: fc.constant("") },
      {
        weight: 4,
        arbitrary: fc.constantFrom("no-token", "other-token", "no-email", "other-email", "other-target"),
      },
    ),
    back: fc.constantFrom("GET", "GET", "GET", "POST"),
    twice: fc.boolean(),
    backCookies: cookieMoves,
  })
  .map((it) => {
    const follow: Shot = {
      method: it.back,
      path: "/callback/email",
      comesFrom: { place: "mail", change: it.change },
      later: it.between,
      cookies: it.backCookies,
    };
    return [
      {
        method: "POST",
        path: "/signin/email",
        headers: it.headers,
        later: it.later,
        cookies: it.cookies,
        body: {
          type: it.type,
          csrf: it.csrf,
          fields: { email: it.email, ...(it.callbackUrl !== undefined && { callbackUrl: it.callbackUrl }) },
        },
      },
      follow,
      ...(it.twice ? [follow] : []),
    ];
  });
