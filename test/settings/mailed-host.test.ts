/** S2: with AUTH_URL set, links of mails lead there, whatever host a request of `Auth` names. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { Auth, setEnvDefaults } from "../../src/runtime/index.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Env } from "../../src/runtime/settings/env.js";

const mailed: string[] = [];
const warnings: string[] = [];
const queued: Promise<void>[] = [];
const site = "https://app.example.com";
const note = (url: string) => void mailed.push(new URL(url).origin);

beforeEach(() => vi.stubEnv("NODE_ENV", "production"));
afterEach(() => {
  vi.unstubAllEnvs();
  for (const list of [mailed, warnings, queued]) list.length = 0;
});

async function appOf(env: Env, more: Partial<AuthConfig> = {}): Promise<AuthConfig> {
  const adapter = MemoryAdapter();
  await adapter.createUser({
    id: "1",
    email: "victim@x.test",
    emailVerified: new Date(),
    name: null,
    image: null,
  });
  const config: AuthConfig = {
    basePath: "/auth",
    secret: "test-secret-test-secret-test-secret-000",
    adapter,
    session: { strategy: "jwt" },
    providers: [
      {
        id: "email",
        name: "Email",
        type: "email",
        from: "shop@example.com",
        sendVerificationRequest: ({ url }) => note(url),
      },
    ],
    plugins: [password({ sendMail: ({ url }) => note(url), waitUntil: (work) => void queued.push(work) })],
    logger: { error: () => undefined, warn: (code) => void warnings.push(code) },
    ...more,
  };
  setEnvDefaults({ NODE_ENV: "production", ...env }, config, true);
  return config;
}

/** Where the links of the mails lead that a stranger asks for at a host: to sign in, and to set a new password. */
async function mailsAskedAt(origin: string, config: AuthConfig): Promise<string[]> {
  const csrf = await Auth(new Request(`${origin}/auth/csrf`), config);
  const cookie = csrf.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const csrfToken = csrf.ok ? ((await csrf.json()) as { csrfToken: string }).csrfToken : "";
  for (const path of ["signin/email", "password/forgot"]) {
    const body = new URLSearchParams({ csrfToken, email: "victim@x.test" });
    await Auth(
      new Request(`${origin}/auth/${path}`, { method: "POST", body, headers: { cookie, origin } }),
      config,
    );
  }
  await Promise.all(queued);
  return mailed.splice(0);
}

const both = (origin: string) => [origin, origin];
const rows: [string, Env, string, string[]][] = [
  ["a foreign host is refused", { AUTH_URL: site }, "https://evil.test", []],
  ["its own host", { AUTH_URL: site }, site, both(site)],
  [
    "its own host, as a server behind a proxy sees it",
    { AUTH_URL: site },
    "http://app.example.com",
    both(site),
  ],
  ["a name of next-auth", { NEXTAUTH_URL: `${site}/auth` }, "https://evil.test", []],
  ["every host is trusted", { AUTH_URL: site, AUTH_TRUST_HOST: "true" }, "https://evil.test", both(site)],
  ["on a platform", { AUTH_URL: site, VERCEL: "1" }, "https://pr-1.vercel.app", both(site)],
  [
    "another host of the list",
    { AUTH_URL: site, AUTH_TRUST_HOST: "b.example.com" },
    "https://b.example.com",
    both("https://b.example.com"),
  ],
  [
    "a host of a pattern",
    { AUTH_URL: site, AUTH_TRUST_HOST: "*.example.net" },
    "https://b.example.net",
    both("https://b.example.net"),
  ],
  ["no host of the list", { AUTH_URL: site, AUTH_TRUST_HOST: "b.example.com" }, "https://evil.test", []],
  [
    "how the server reaches itself",
    { AUTH_URL: site, NEXTAUTH_URL_INTERNAL: "http://web:3000" },
    "http://web:3000",
    both(site),
  ],
  ["this machine", { AUTH_URL: site }, "http://localhost:3000", both(site)],
  ["in development", { AUTH_URL: site, NODE_ENV: "development" }, "https://evil.test", both(site)],
];

it.each(rows)("S2: %s", async (_, env, origin, expected) => {
  expect(await mailsAskedAt(origin, await appOf(env))).toEqual(expected);
});

it("S2: a list of the app's own is left as it is, and decides beside AUTH_URL", async () => {
  const config = await appOf({ AUTH_URL: site }, { trustHost: ["b.example.com", "localhost"] });
  expect(config.trustHost).toEqual(["b.example.com", "localhost"]);
  expect(await mailsAskedAt("https://b.example.com", config)).toEqual(both("https://b.example.com"));
  expect(await mailsAskedAt("http://localhost", config)).toEqual(both(site));
});

it("S2: without AUTH_URL the app's own trust in every host is as in the reference, and warned of once", async () => {
  const config = await appOf({}, { trustHost: true });
  expect(await mailsAskedAt("https://b.example.com", config)).toEqual(both("https://b.example.com"));
  expect(await mailsAskedAt("https://c.example.com", config)).toEqual(both("https://c.example.com"));
  expect(warnings.filter((code) => code === "mail-link-host")).toHaveLength(1);
});
