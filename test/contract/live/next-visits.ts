/** What an app of Next.js is asked, and asks itself: its pages, its actions, and the usual visits in between. */
import * as fc from "fast-check";
import { type Layout, verdictNames } from "./next-door.js";
import type { Setting } from "./setting.js";
import { cookieMoves, later, maybe, pairs, target, wholeCookieMoves } from "./shot-parts.js";
import type { Shot } from "./shots.js";

export const page = (path: string, query: readonly (readonly [string, string])[] = []): Shot => ({
  method: "GET",
  path,
  query,
  isOutside: true,
});

/** A call in a server action or a route handler; the fields are its arguments. */
export const call = (path: string, fields: Record<string, unknown>): Shot => ({
  method: "POST",
  path,
  isOutside: true,
  body: { type: "json", csrf: "missing", fields },
});

/** The path tells what happens, as that of the endpoint does. */
export const signInBy = (provider: string | undefined, options = {}, more = {}): Shot =>
  call(`/do/${provider === "credentials" ? "callback" : "signin"}/${provider ?? ""}`, {
    provider,
    options,
    ...more,
  });

const read: fc.Arbitrary<Shot[]> = fc
  .record({
    page: fc.oneof(
      fc.constantFrom("/in/component", "/in/api", "/in/props", "/in/web-props").map((path) => page(path)),
      fc
        .constantFrom("tells", "nothing", "moves", "sets-cookie", "throws")
        .map((does) => page("/in/route", [["does", does]])),
      fc.constantFrom("/", "/account", "/login", "/elsewhere").map((path) => page(path, [["tab", "2"]])),
    ),
    cookies: cookieMoves,
    later,
  })
  .map(({ page: asked, ...rest }) => [{ ...asked, ...rest }]);

const how = {
  redirect: maybe(fc.constantFrom<unknown>(true, false, false, null, "", "false")),
  redirectTo: maybe(target),
  referer: maybe(fc.constantFrom("http://localhost:3000/shop?a=1", "https://evil.example/")),
  cookies: wholeCookieMoves,
  later,
};
interface How {
  readonly redirect: unknown;
  readonly redirectTo: string | undefined;
  readonly referer: string | undefined;
}
const optionsOf = ({ redirect, redirectTo }: How) => ({
  ...(redirect !== undefined && { redirect }),
  ...(redirectTo !== undefined && { redirectTo }),
});
const sentFrom = ({ referer }: How) => ({ headers: { ...(referer !== undefined && { referer }) } });

const password: fc.Arbitrary<Shot[]> = fc
  .record({
    ...how,
    fields: fc.record({
      username: fc.constantFrom("bob", "bob", "bob", "extra", "number", "null", "throws", "code", "denied"),
      more: fc.constantFrom<unknown>("text", 7, true, null, [1, 2], { a: 1 }),
    }),
    isForm: fc.boolean(),
    params: maybe(fc.constantFrom({ a: "b" }, { callbackUrl: "/from-params" })),
  })
  .map(({ fields, isForm, params, cookies, later: wait, ...rest }) => [
    {
      ...signInBy("credentials", { ...optionsOf(rest), ...fields }, { isForm, params }),
      ...sentFrom(rest),
      cookies,
      later: wait,
    },
  ]);

const provider: fc.Arbitrary<Shot[]> = fc
  .record({
    ...how,
    id: fc.constantFrom("op", "op", "oa", "nobody", "toString", "", undefined),
    params: maybe(fc.constantFrom({ prompt: "login", login_hint: "a b" }, { scope: "openid more" })),
    back: fc.boolean(),
  })
  .map(({ id, params, back, cookies, later: wait, ...rest }) => [
    { ...signInBy(id, optionsOf(rest), { params }), ...sentFrom(rest), cookies, later: wait },
    ...(back && (id === "op" || id === "oa")
      ? [{ method: "GET", path: `/callback/${id}`, comesFrom: { place: "provider", change: "" } } as const]
      : []),
  ]);

const mail: fc.Arbitrary<Shot[]> = fc
  .record({
    ...how,
    email: fc.constantFrom("ada@example.com", "known@example.com", "no-at"),
    isForm: fc.boolean(),
  })
  .map(({ email, isForm, cookies, later: wait, ...rest }) => [
    {
      ...signInBy("email", { ...optionsOf(rest), email }, { isForm }),
      ...sentFrom(rest),
      cookies,
      later: wait,
    },
    { method: "GET", path: "/callback/email", comesFrom: { place: "mail", change: "" } },
  ]);

const leave: fc.Arbitrary<Shot[]> = fc
  .record({ ...how, isBare: fc.boolean() })
  .map(({ isBare, cookies, later: wait, ...rest }) => [
    {
      ...call("/do/signout", isBare ? {} : { options: optionsOf(rest) }),
      ...sentFrom(rest),
      cookies,
      later: wait,
    },
  ]);

const change: fc.Arbitrary<Shot[]> = fc
  .record({
    data: fc.constantFrom<unknown>(undefined, null, { user: { name: "New" } }, { name: "New" }, "text", 5),
    cookies: cookieMoves,
    later,
  })
  .map(({ data, ...rest }) => [{ ...call("/do/session", { data }), ...rest }]);

const endpoints: fc.Arbitrary<Shot[]> = fc
  .record({
    path: fc.constantFrom("/providers", "/csrf", "/session", "/signin", "/signout", "/error", "/unknown"),
    callbackUrl: maybe(fc.constantFrom("/home", "https://evil.example/")),
    cookies: cookieMoves,
  })
  .map(({ path, callbackUrl, cookies }) => [{ method: "GET", path, query: pairs({ callbackUrl }), cookies }]);

const own = [
  { weight: 6, arbitrary: read },
  { weight: 4, arbitrary: password },
  { weight: 3, arbitrary: provider },
  { weight: 2, arbitrary: leave },
  { weight: 2, arbitrary: change },
  { weight: 2, arbitrary: endpoints },
];
const visitsOf = (...kinds: { weight: number; arbitrary: fc.Arbitrary<Shot[]> }[]) =>
  fc.array(fc.oneof(...kinds), { minLength: 1, maxLength: 8 }).map((groups) => groups.flat());

export const storelessNextVisits = visitsOf(...own);
export const storeNextVisits = visitsOf(...own, { weight: 3, arbitrary: mail });

/** How the app is told where it is. */
interface Place {
  readonly env: Readonly<Record<string, string>>;
  readonly layout: Pick<Layout, "namesBasePath" | "inside">;
  readonly setting: Setting;
}

const places: readonly ((drawn: Setting, basePath: string) => Place)[] = [
  (drawn, basePath) => ({
    env: {},
    layout: { namesBasePath: true, inside: undefined },
    setting: { ...drawn, basePath },
  }),
  (drawn) => ({
    env: {},
    layout: { namesBasePath: false, inside: undefined },
    setting: { ...drawn, basePath: "/api/auth" },
  }),
  (drawn, basePath) => ({
    env: { AUTH_URL: drawn.origin },
    layout: { namesBasePath: true, inside: "http://localhost:4000" },
    setting: { ...drawn, basePath },
  }),
  (drawn) => ({
    env: { AUTH_URL: `${drawn.origin}/login` },
    layout: { namesBasePath: false, inside: "http://localhost:4000" },
    setting: { ...drawn, basePath: "/login" },
  }),
  (drawn) => ({
    env: { NEXTAUTH_URL: drawn.origin },
    layout: { namesBasePath: false, inside: undefined },
    setting: { ...drawn, basePath: "/api/auth" },
  }),
  (drawn) => ({
    env: { NEXTAUTH_URL: `${drawn.origin}/v1/auth` },
    layout: { namesBasePath: true, inside: "https://localhost:4000" },
    setting: { ...drawn, basePath: "/v1/auth" },
  }),
];

export interface NextVisit {
  readonly setting: Setting;
  readonly layout: Layout;
  readonly env: Readonly<Record<string, string>>;
}

export const nextVisit = (settings: fc.Arbitrary<Setting>): fc.Arbitrary<NextVisit> =>
  fc
    .record({
      drawn: settings,
      place: fc.oneof({ weight: 4, arbitrary: fc.constant(places[0]!) }, fc.constantFrom(...places)),
      source: fc.constantFrom<Layout["source"]>("object", "object", "function", "promise"),
      authorized: fc.oneof(
        { weight: 4, arbitrary: fc.constant<Layout["authorized"]>("absent") },
        fc.constantFrom("signed-in" as const, ...verdictNames),
      ),
    })
    .map(({ drawn, place, source, authorized }) => {
      // Next knows one name for this machine, "localhost".
      const origin = drawn.origin.replace(/127\.0\.0\.1|\[::1\]/, "localhost");
      const { setting, layout, env } = place({ ...drawn, origin }, drawn.basePath ?? "/api/auth");
      return { setting, env, layout: { ...layout, source, authorized, leavesOut: [] } };
    });
