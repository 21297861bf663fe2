/** Visits to a Next app that are made in every run: each form with what can be told to it, and places that are not drawn. */
import { beforeEndpoints, type Layout, verdictNames } from "./next-door.js";
import { call, page, signInBy } from "./next-visits.js";
import { type Setting, usualSetting } from "./setting.js";
import type { Shot } from "./shots.js";

interface Case {
  readonly name: string;
  readonly setting: Setting;
  readonly shots: readonly Shot[];
  readonly layout?: Partial<Layout>;
  readonly env?: Readonly<Record<string, string>>;
}

const inNext: Setting = {
  ...usualSetting,
  basePath: "/api/auth",
  store: false,
  checks: undefined,
  endpoints: "given",
};
const stored: Setting = { ...inNext, store: true };

const get = (path: string, headers: Record<string, string> = {}): Shot => ({ method: "GET", path, headers });
const from = (referer: string, shot: Shot): Shot => ({ ...shot, headers: { referer } });

const asBob: Shot = {
  method: "POST",
  path: "/callback/credentials",
  body: { type: "form", csrf: "right", fields: { username: "bob", callbackUrl: "/home" } },
};
const asOlga: readonly Shot[] = [
  signInBy("op", { redirect: false }),
  { method: "GET", path: "/callback/op", comesFrom: { place: "provider", change: "" } },
];

const reads: readonly Shot[] = [
  ...["/in/component", "/in/api", "/in/props", "/in/web-props"].map((path) => page(path)),
  ...["tells", "nothing", "moves", "sets-cookie"].map((does) => page("/in/route", [["does", does]])),
  page("/account", [["tab", "2"]]),
  page("/login"),
];
const guarded: readonly Shot[] = [
  ...["tells", "nothing"].map((does) => page("/in/route", [["does", does]])),
  page("/account", [["tab", "2"]]),
  page("/login"),
  page("/elsewhere"),
];
const endpoints = ["/providers", "/csrf", "/session", "/signin", "/signout", "/error", "/unknown"];

/** In the proxy, the addresses of the endpoints and of an app's own sign-in page. */
const before: readonly Shot[] = [
  "/signin",
  "/signin/op",
  "/session",
  "/callback/op",
  "/signout",
  "/error",
].map((path) => ({ ...page(`/api/auth${path}`), headers: { [beforeEndpoints]: "1" } }));

const signIns: readonly Shot[] = [
  signInBy(undefined),
  from("http://localhost:3000/shop?a=1", signInBy(undefined, { redirect: false })),
  signInBy("nobody", { redirectTo: "/cart?x=1&y=2" }),
  signInBy("toString", { redirect: false }),
  signInBy("op", { redirectTo: "/cart" }, { params: { prompt: "login", login_hint: "a b" } }),
  signInBy("oa", { redirect: false, redirectTo: "/cart", extra: "1" }),
  ...["null", "throws", "code", "denied", "undefined", "bob"].flatMap((username) => [
    signInBy("credentials", { username }),
    signInBy("credentials", { username, redirect: false }),
  ]),
  ...[null, 0, ""].map((redirect) => signInBy("credentials", { username: "bob", redirect })),
  ...["", "false"].map((redirect) =>
    signInBy("credentials", { username: "bob", redirect }, { isForm: true }),
  ),
  signInBy("credentials", { username: "bob", redirectTo: null }),
  signInBy("credentials", { username: "bob", callbackUrl: "/elsewhere" }),
  signInBy("credentials", { username: "extra", age: 7, on: true, list: [1, 2], of: { a: 1 }, none: null }),
  signInBy("credentials", { username: "bob" }, { params: { callbackUrl: "/from-params", a: "b" } }),
];

const updates = [{ user: { name: "New" } }, undefined, null, "text"].map((data) =>
  call("/do/session", { data }),
);
const signOuts: readonly Shot[] = [
  {},
  { options: null },
  { options: { redirect: false } },
  { options: { redirect: null } },
  { options: { redirectTo: "/bye" } },
  { options: { redirect: false, redirectTo: "https://evil.example/" } },
].map((fields) => call("/do/signout", fields));

/** Where the app is, and how it is told; `strangers` are sent away. */
const places: readonly Omit<Case, "shots">[] = [
  { name: "no base path in the configuration", setting: inNext, layout: { namesBasePath: false } },
  {
    name: "AUTH_URL",
    setting: { ...inNext, origin: "https://app.example.com" },
    layout: { inside: "http://localhost:3000" },
    env: { AUTH_URL: "https://app.example.com" },
  },
  {
    name: "NEXTAUTH_URL with a path",
    setting: { ...inNext, basePath: "/login" },
    layout: { namesBasePath: false },
    env: { NEXTAUTH_URL: "http://localhost:3000/login" },
  },
  {
    name: "AUTH_URL with a slash at its end",
    setting: inNext,
    layout: { namesBasePath: false },
    env: { AUTH_URL: "http://localhost:3000/" },
  },
  {
    name: "AUTH_URL with a path and a slash at its end",
    setting: { ...inNext, basePath: "/login" },
    layout: { namesBasePath: false },
    env: { AUTH_URL: "http://localhost:3000/login/" },
  },
  {
    name: "AUTH_URL with another path",
    setting: { ...inNext, basePath: "/v1/auth" },
    env: { AUTH_URL: "http://localhost:3000/api/auth" },
  },
];

/** What the environment gives in place of the configuration. */
const given: readonly Required<Pick<Case, "env" | "layout">>[] = [
  { env: { AUTH_SECRET: String(inNext.secret) }, layout: { leavesOut: ["secret"] } },
  { env: { NEXTAUTH_SECRET: String(inNext.secret) }, layout: { leavesOut: ["secret"] } },
  {
    env: { AUTH_SECRET: String(inNext.secret), NEXTAUTH_SECRET: "another secret of this test, long enough" },
    layout: { leavesOut: ["secret"], source: "function" },
  },
  { env: {}, layout: { leavesOut: ["trustHost"] } },
  ...["AUTH_TRUST_HOST", "VERCEL", "CF_PAGES"].map((name) => ({
    env: { NODE_ENV: "production", [name]: "1" },
    layout: { leavesOut: ["trustHost" as const] },
  })),
  { env: { NODE_ENV: "production" }, layout: { leavesOut: ["trustHost"] } },
];

/** What a proxy in front says; an empty header is not sent. */
const heard: readonly Shot[] = [
  ...endpoints.map((path) => get(path, { host: "localhost:4000" })),
  { ...page("/account", [["tab", "2"]]), headers: { host: "localhost:4000" } },
  get("/session", { "x-forwarded-proto": "http,https" }),
  { ...page("/in/component"), headers: { "x-forwarded-proto": "" } },
];

export const nextCases: readonly Case[] = [
  { name: "nobody", setting: inNext, shots: [...reads, ...endpoints.map((path) => get(path)), ...signOuts] },
  { name: "somebody", setting: inNext, shots: [asBob, ...reads, ...updates] },
  { name: "somebody with a row", setting: stored, shots: [...asOlga, ...reads, ...updates] },
  {
    name: "somebody with a token and a store",
    setting: { ...stored, strategy: "jwt" },
    shots: [asBob, ...reads],
  },
  { name: "sign-ins", setting: inNext, shots: signIns },
  ...signOuts.flatMap((shot, index) => [
    { name: `sign-out ${index}`, setting: inNext, shots: [asBob, shot, page("/in/component")] },
    {
      name: `sign-out ${index} with a row`,
      setting: stored,
      shots: [...asOlga, shot, page("/in/component")],
    },
  ]),
  ...verdictNames.map((authorized) => ({
    name: `authorized ${authorized}`,
    setting: inNext,
    layout: { authorized },
    shots: [...guarded, asBob, ...guarded],
  })),
  ...verdictNames.map((authorized) => ({
    name: `authorized ${authorized} before the endpoints`,
    setting: inNext,
    layout: { authorized },
    shots: before,
  })),
  ...["/login", "/login?from=1", "/login/", "https://other.example/login"].map((signIn) => ({
    name: `sign-in page ${signIn}`,
    setting: { ...inNext, pages: { signIn, error: "/oops" } },
    layout: { authorized: "signed-in" as const },
    shots: [
      page("/account", [["tab", "2"]]),
      page("/login"),
      page("/login", [["from", "1"]]),
      ...before,
      signInBy(undefined),
      get("/signin"),
    ],
  })),
  ...places.map((place) => ({
    ...place,
    layout: { ...place.layout, authorized: "signed-in" as const },
    shots: [
      ...reads,
      ...endpoints.map((path) => get(path)),
      asBob,
      ...reads,
      signIns[0]!,
      signIns[4]!,
      signOuts[0]!,
    ],
  })),
  ...given.map(({ env, layout }) => ({
    name: `from the environment: ${Object.keys(env).join(", ")}`,
    // Nobody says that the host may be trusted: that is what the known difference is told by.
    setting: {
      ...inNext,
      origin: "https://app.example.com",
      trustHost: Object.keys(env).join() !== "NODE_ENV",
    },
    env,
    layout,
    shots: [get("/session"), asBob, ...reads, signIns[4]!, updates[0]!, signOuts[0]!],
  })),
  ...heard.map((shot) => ({
    name: `heard: ${JSON.stringify(shot.headers)}`,
    setting: inNext,
    layout: { authorized: "no" as const },
    shots: [shot],
  })),
];
