/** Database sessions whose callback passes on what it was given. */
import { beforeEach, describe, expect, it } from "vitest";
import { readSession } from "../../src/runtime/operations.js";
import { resolveConfig } from "../../src/runtime/settings/resolve-config.js";
import { siteAt } from "../../src/runtime/settings/origin.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, origin, secret } from "../support/browser.js";
import { MemoryStore } from "../support/memory-store.js";

type SessionCallback = NonNullable<NonNullable<AuthConfig["callbacks"]>["session"]>;
const token = "a-token-of-a-test";
const name = "authjs.session-token";
const secrets = {
  password: "test-hash",
  passwordHash: "test-hash-2",
  hashed_password: "test-hash-3",
  salt: "test-salt",
  twoFactorSecret: "test-secret",
  resetToken: "test-token",
  refresh_token: "test-token-2",
  otp: 123_456,
  totpSecret: "test-totp",
  recoveryCodes: ["test-code"],
  backup_codes: "test-backup",
};
const open = {
  role: "admin",
  footprint: "size 9",
  hashtag: "#one",
  twoFactorEnabled: true,
  hasPassword: true,
  passwordChangedAt: new Date(0),
  tokens: 500,
};
let store: MemoryStore;

beforeEach(() => {
  store = new MemoryStore();
  const user = { id: "1", name: "Ada", email: "ada@example.com", emailVerified: null, ...secrets, ...open };
  store.users.set("1", user);
  store.sessions.set(token, { sessionToken: token, userId: "1", expires: new Date(Date.now() + 86_400_000) });
});

function configOf(session: SessionCallback, seen: unknown[] = []): AuthConfig {
  return {
    secret,
    trustHost: true,
    adapter: store.adapter,
    providers: [{ id: "op", name: "OP", type: "oidc", issuer: "https://op.example.com", clientId: "c" }],
    callbacks: { session },
    events: { session: (message) => void seen.push(message.session) },
    logger: { error: () => undefined, warn: () => undefined },
  };
}

/** Each way by which a session leaves. */
async function shown(config: AuthConfig): Promise<Record<string, unknown>[]> {
  const browser = new Browser(coreApp(config));
  browser.cookies.set(name, token);
  const read = await browser.session();
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  const updated = await browser.send("/auth/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, data: {} }),
  });
  const compiled = resolveConfig(config);
  const inCode = await readSession(compiled, siteAt(compiled, origin), `${name}=${token}`);
  return [read, await updated.json(), structuredClone(inCode.session)] as Record<string, unknown>[];
}

const passing: [string, SessionCallback][] = [
  ["what it was given", ({ session }) => session],
  ["a copy", ({ session, user }) => ({ ...session, user: { ...session.user, ...user } })],
  [
    "rows within",
    ({ session, user }) => ({ expires: session.expires.toString(), me: [{ user, session }] }) as never,
  ],
];

describe("F-04", () => {
  it.each(passing)(
    "F-04 a callback that returns %s shows neither token nor secrets",
    async (_what, callback) => {
      for (const session of await shown(configOf(callback))) {
        const text = JSON.stringify(session);
        expect(text).not.toContain(token);
        expect(text).not.toMatch(/test-|123456/);
        expect(text).toContain('"role":"admin"');
      }
      expect(store.users.get("1")).toMatchObject(secrets);
    },
  );

  it("F-04 all other columns pass, also those that only count or say that there is a secret", async () => {
    for (const { user } of await shown(configOf(({ session }) => session)))
      expect(JSON.parse(JSON.stringify(user))).toMatchObject(JSON.parse(JSON.stringify(open)));
  });

  it("F-04 what the callback put there itself passes, and the event sees what it gave", async () => {
    const seen: Record<string, unknown>[] = [];
    const callback: SessionCallback = ({ session, user }) =>
      ({ ...session, sessionToken: "own", user: { ...user, resetToken: "own", apiToken: "own" } }) as never;
    for (const session of await shown(configOf(callback, seen))) {
      expect(session).toMatchObject({ sessionToken: "own", user: { resetToken: "own", apiToken: "own" } });
      expect(session["user"]).not.toHaveProperty("password");
    }
    expect(seen[0]).toMatchObject({ user: { password: "test-hash" } });
  });
});
