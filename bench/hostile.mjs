/**
 * What requests cost that are made to cost much: CPU time against the same request with as many harmless bytes, and
 * against the ordinary small one. `npm run bench` prints the table; test/sessions/many-cookies.test.ts and
 * test/security/growth.test.ts gate what is behind it.
 */
import { Auth, customFetch } from "../dist/runtime/index.js";
import { MemoryAdapter } from "../dist/runtime/adapters/memory.js";
import { encode } from "../dist/runtime/jwt.js";
import { claims, config, origin, secret, sessionCookie } from "./fixture.mjs";

const kilobytes = (text, count) =>
  text.repeat(Math.ceil((count * 1024) / text.length)).slice(0, count * 1024);
const secrets = [secret, ...[1, 2, 3].map((at) => secret.replace("00", `0${at}`))];
const oauth = {
  id: "post",
  name: "Post",
  type: "oauth",
  clientId: "client",
  clientSecret: "client-secret",
  authorization: { url: "https://idp.example.com/authorize", params: { response_mode: "form_post" } },
  token: "https://idp.example.com/token",
  userinfo: "https://idp.example.com/userinfo",
  [customFetch]: () => Promise.reject(new Error("no network")),
};
const credentials = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: { username: {}, password: { type: "password" } },
  authorize: () => null,
};
const base = {
  ...config([oauth, credentials]),
  secret: secrets,
  throttle: { credentials: { perIdentifier: 1e9 } },
};
const apps = {
  jwt: base,
  database: { ...base, adapter: MemoryAdapter(), session: { strategy: "database" } },
};

const get = (path, headers = {}) => ({ path, init: { headers } });
const post = (path, body, type, cookie = "") => ({
  path,
  init: { method: "POST", body, headers: { "content-type": type, ...(cookie && { cookie }) } },
});
const form = "application/x-www-form-urlencoded";
const forged = () =>
  `eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..${"i".repeat(16)}.${Math.random().toString(36).slice(2).padEnd(12, "a")}.${"t".repeat(22)}`;

/** @returns rows of [name, app, hostile, harmless with as many bytes, small] */
async function table() {
  const token = await encode({ token: claims, secret: secrets, salt: sessionCookie });
  const valid = `${sessionCookie}=${token}`;
  const read = (cookie) => get("/auth/session", { cookie });
  const many = (make, count) => Array.from({ length: count }, make).join("; ");
  const padded = (request, size) => read(`${request}; pad=${"x".repeat(Math.max(0, size - request.length))}`);
  const row = (name, app, hostile, harmless, small) => ({ name, app, hostile, harmless, small });
  const cookies = (name, app, header) =>
    row(name, app, read(header), padded(valid, header.length), read(valid));
  const errorAnswer = (text) =>
    get(`/auth/callback/post?error=x&error_description=${encodeURIComponent(text)}`);
  const posted = (text) =>
    post(
      "/auth/callback/post",
      new URLSearchParams({ error: "x", error_description: text }).toString(),
      form,
    );
  const login = (fields) => post("/auth/callback/credentials", JSON.stringify(fields), "application/json");
  return [
    cookies(
      "599 equal session cookies, jwt",
      "jwt",
      many(() => `${sessionCookie}=x`, 599),
    ),
    cookies(
      "599 session cookies, jwt",
      "jwt",
      many((_, at) => `${sessionCookie}=x${at}`, 599),
    ),
    cookies(
      "138 forged tokens, four secrets",
      "jwt",
      many(() => `${sessionCookie}=${forged()}`, 138),
    ),
    cookies(
      "599 session cookies, database",
      "database",
      many((_, at) => `${sessionCookie}=x${at}`, 599),
    ),
    cookies(
      "chunks 0 to 31, 15 kB",
      "jwt",
      many((_, at) => `${sessionCookie}.${at % 32}=${"e".repeat(400)}`, 34),
    ),
    cookies("15 kB of separators in Cookie", "jwt", kilobytes("; =", 15)),
    row(
      "sign-in path of 15 kB, a-a-",
      "jwt",
      get(`/auth/signin/${kilobytes("a-", 15)}`),
      get(`/auth/signin/${kilobytes("a", 15)}`),
      get("/auth/signin/a"),
    ),
    row(
      "path of 15 kB, slashes",
      "jwt",
      get(`/auth/${kilobytes("/", 15)}session`),
      get(`/auth/session?${kilobytes("x", 15)}`),
      get("/auth/session"),
    ),
    row(
      "query of 15 kB, 7,500 parameters",
      "jwt",
      get(`/auth/signin?${kilobytes("a&", 15)}`),
      get(`/auth/signin?a=${kilobytes("x", 15)}`),
      get("/auth/signin"),
    ),
    ...["a-", "0-", "_-", "eyJ-", "a.", "a=", "token=", "?code="].map((unit) =>
      row(
        `error_description of 15 kB, ${unit}`,
        "jwt",
        errorAnswer(kilobytes(unit, 15)),
        errorAnswer(kilobytes("a", 15)),
        errorAnswer("a"),
      ),
    ),
    row(
      "posted answer of 95 kB, a-a-",
      "jwt",
      posted(kilobytes("a-", 95)),
      posted(kilobytes("a", 95)),
      posted("a"),
    ),
    row(
      "form of 900 fields",
      "jwt",
      post("/auth/callback/credentials", kilobytes("ab=c&", 4.3), form),
      post("/auth/callback/credentials", `a=${kilobytes("x", 4.3)}`, form),
      post("/auth/callback/credentials", "a=b", form),
    ),
    row(
      "credentials, nested lists of 90 kB",
      "jwt",
      post(
        "/auth/callback/credentials",
        `{"username":${"[".repeat(2000)}${"]".repeat(2000)},"pad":"${"x".repeat(86_000)}"}`,
        "application/json",
      ),
      login({ username: "x".repeat(90_000) }),
      login({ username: "x" }),
    ),
    row(
      "callbackUrl of 2,000 euro signs",
      "jwt",
      get(`/auth/signin?callbackUrl=/${encodeURIComponent("€".repeat(2000))}`),
      get(`/auth/signin?callbackUrl=/${"x".repeat(18_000)}`),
      get("/auth/signin?callbackUrl=/x"),
    ),
  ];
}

/** Microseconds of CPU of one request. */
async function cost(app, { path, init }, milliseconds) {
  let calls = 0;
  const before = process.cpuUsage();
  const end = performance.now() + milliseconds;
  do {
    await (await Auth(new Request(origin + path, init), app)).arrayBuffer();
    calls += 1;
  } while (performance.now() < end);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** The table as text, and how many rows are over a limit. */
export async function hostileRequests(rounds = 5) {
  const kept = { error: console.error, warn: console.warn };
  console.error = console.warn = () => {};
  const lines = [];
  let over = 0;
  try {
    for (const { name, app, hostile, harmless, small } of await table()) {
      const settings = { ...apps[app], logger: undefined };
      const samples = { hostile: [], harmless: [], small: [] };
      for (const request of [hostile, harmless, small]) await cost(settings, request, 100);
      for (let round = 0; round < rounds; round += 1) {
        samples.hostile.push(await cost(settings, hostile, 40));
        samples.harmless.push(await cost(settings, harmless, 40));
        samples.small.push(await cost(settings, small, 40));
      }
      const [bad, good, little] = [samples.hostile, samples.harmless, samples.small].map(median);
      const isOver = bad / good > 3 || bad / little > 20;
      over += isOver ? 1 : 0;
      const cells = [
        bad.toFixed(0),
        good.toFixed(0),
        little.toFixed(0),
        (bad / good).toFixed(1),
        (bad / little).toFixed(1),
      ];
      lines.push(
        name.padEnd(42) + cells.map((cell) => cell.padStart(11)).join("") + (isOver ? "  OVER" : ""),
      );
    }
  } finally {
    Object.assign(console, kept);
  }
  const head =
    "hostile request (CPU µs)".padEnd(42) +
    ["hostile", "harmless", "small", "(limit 3)", "(limit 20)"].map((cell) => cell.padStart(11)).join("");
  return { text: [head, ...lines].join("\n"), over };
}

if (process.argv[1] === import.meta.filename) console.log((await hostileRequests()).text);
