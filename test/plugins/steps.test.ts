/** Steps between the proof and the session: nobody gets a session without them, whatever way leads there. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { AccessDenied } from "../../src/runtime/errors/index.js";
import { perform } from "../../src/runtime/operations.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import { siteAt } from "../../src/runtime/settings/origin.js";
import { locationOf, origin } from "../support/browser.js";
import type { Browser } from "../support/browser.js";
import { person } from "../oauth/fake-provider.js";
import type { StepRank } from "../../src/runtime/plugins/host/plugin.js";
import { exempt, fixedCode } from "./fixed-code.js";
import { answerCode, challengeUrl, csrf, pendingCookie, Stage, ways } from "./stage.js";

afterEach(() => void vi.useRealTimers());

const after = `${origin}/after`;
const sessionCookie = "authjs.session-token";
const byPassword = new Map(ways).get("a password")!;
const byProvider = new Map(ways).get("OpenID Connect")!;
const expired = `${origin}/auth/error?error=Configuration`;

const challengeWhen = (isAsked: () => boolean) =>
  isAsked() ? ({ path: "/fixed-code" } as const) : undefined;

async function waiting(stage: Stage, way = byPassword): Promise<Browser> {
  const browser = stage.browser();
  expect(await way(stage, browser)).toBe(challengeUrl);
  return browser;
}

/** Sends the right code, which must not do. */
async function expectRefused(browser: Browser): Promise<void> {
  const answer = await answerCode(browser);
  expect(locationOf(answer)).toBe(expired);
  expect(browser.cookies.has(sessionCookie)).toBe(false);
  expect(await browser.session()).toBeNull();
}

/** Mail and passkeys need a store. */
function withoutStore(stage: Stage): Stage {
  const providers = stage.config.providers.filter((provider) =>
    /^(op|credentials)$/.test(String((provider as { readonly id?: string }).id)),
  );
  Object.assign(stage.config, { adapter: undefined, providers });
  return stage;
}

describe.each(["jwt", "database"] as const)("with sessions of strategy %s, a sign-in by", (strategy) => {
  const session = { strategy };
  const usable = ways.filter(([name]) => strategy === "jwt" || !name.startsWith("a password"));

  it.each(usable)("%s asks for the step, and has nothing before it", async (_name, way) => {
    const stage = new Stage({ session });
    const browser = stage.browser();
    expect(await way(stage, browser)).toBe(challengeUrl);
    // A passkey that signs in was made by a sign-in before.
    const before = way === new Map(ways).get("a passkey") ? stage.rows() : 0;
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect(await browser.session()).toBeNull();
    expect(stage.rows()).toBe(before);

    expect((await answerCode(browser, "000000")).status).toBe(401);
    expect(await browser.session()).toBeNull();
    expect(stage.rows()).toBe(before);

    stage.told.length = 0;
    const answer = await answerCode(browser);
    expect(locationOf(answer)).toBe(after);
    expect(await browser.session()).not.toBeNull();
    expect(browser.cookies.has(pendingCookie)).toBe(false);
    expect(stage.told.filter((name) => name === "callback signIn")).toEqual([]);
    expect(stage.told.filter((name) => name === "signIn")).toEqual(["signIn"]);
    expect(stage.errors).toEqual([]);
  });
});

describe("a sign-in that waits", () => {
  it("keeps tokens and passwords out of every text that a browser or the store gets", async () => {
    const stage = new Stage();
    const browser = await waiting(stage, byProvider);
    const cookie = browser.cookies.get(pendingCookie) ?? "";
    expect(cookie.split(".")).toHaveLength(5);
    expect(Buffer.from(cookie, "base64url").toString("latin1")).not.toMatch(/access|code-1/);
  });

  it("ends with the same token, user and events as one without steps", async () => {
    const seen: unknown[] = [];
    const callbacks: Stage["config"]["callbacks"] = {
      jwt({ token, user, account, profile, trigger }) {
        const { access_token: _at, id_token: _it, expires_at: _ea, ...fixed } = account ?? ({} as never);
        if (trigger !== undefined) seen.push({ user, fixed, profile: profile?.sub, trigger });
        return token;
      },
    };
    for (const way of [byPassword, byProvider]) {
      seen.length = 0;
      const plain = withoutStore(new Stage({ plugins: [], callbacks }));
      await way(plain, plain.browser());
      const plugins = [
        fixedCode({
          tables: [],
          steps: [{ id: "fixed-code", rank: "asks", ask: () => ({ path: "/fixed-code" }) }],
        }),
      ];
      const stage = withoutStore(new Stage({ plugins, callbacks }));
      await answerCode(await waiting(stage, way));
      expect(seen).toHaveLength(2);
      const [expected, given] = seen as { user: { id?: string } }[];
      // Without a store the user of a provider gets a random id.
      if (way === byProvider) expected!.user.id = given!.user.id!;
      expect(given).toEqual(expected);
    }
  });

  it("is no session after ten minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const browser = await waiting(new Stage());
    vi.setSystemTime(Date.now() + 616_000);
    await expectRefused(browser);
    expect(locationOf(await answerCode(await waiting(new Stage())))).toBe(after);
  });

  it("goes on once: the cookie of before is worth nothing, also beside the form of before", async () => {
    const stage = new Stage();
    const browser = await waiting(stage);
    const kept = new Map(browser.cookies);
    const form = { ...(await csrf(browser)), code: "424242" };
    expect(locationOf(await browser.post("/auth/fixed-code", form))).toBe(after);
    const replayed = stage.browser();
    for (const [name, value] of kept) replayed.cookies.set(name, value);
    expect(locationOf(await replayed.post("/auth/fixed-code", form))).toBe(expired);
    expect(await replayed.session()).toBeNull();
  });

  it("goes on once, with a second tab at the same moment", async () => {
    const stage = new Stage();
    const browser = await waiting(stage);
    const form = { ...(await csrf(browser)), code: "424242" };
    const answers = await Promise.all([1, 2, 3].map(() => browser.post("/auth/fixed-code", form)));
    const targets = answers.map(locationOf);
    expect(targets.filter((target) => target === after)).toHaveLength(1);
    expect(targets.filter((target) => target === expired)).toHaveLength(2);
    expect(stage.told.filter((name) => name === "signIn")).toHaveLength(1);
  });

  it("is good in its own browser alone", async () => {
    const stage = new Stage();
    const victim = await waiting(stage);
    const other = stage.browser();
    await csrf(other);
    other.cookies.set(pendingCookie, victim.cookies.get(pendingCookie)!);
    await expectRefused(other);
    expect(locationOf(await answerCode(victim))).toBe(after);
  });

  it("is refused when its cookie was changed, cut or sealed for another purpose", async () => {
    const stage = new Stage();
    const browser = await waiting(stage);
    const cookie = browser.cookies.get(pendingCookie)!;
    const signedIn = stage.browser();
    await byPassword(stage, signedIn);
    await answerCode(signedIn);
    const middle = Math.floor(cookie.length / 2);
    const swapped = cookie[middle] === "A" ? "B" : "A";
    const changed = cookie.slice(0, middle) + swapped + cookie.slice(middle + 1);
    for (const value of [changed, cookie.slice(0, -4), signedIn.cookies.get(sessionCookie)!, "x", ""]) {
      browser.cookies.set(pendingCookie, value);
      await expectRefused(browser);
    }
    browser.cookies.set(pendingCookie, cookie);
    expect(locationOf(await answerCode(browser))).toBe(after);
  });

  it("is no session cookie", async () => {
    const stage = new Stage();
    const browser = await waiting(stage);
    browser.cookies.set(sessionCookie, browser.cookies.get(pendingCookie)!);
    expect(await browser.session()).toBeNull();
  });

  it("limits wrong codes for its user, whichever browser sends them", async () => {
    const stage = new Stage({ throttle: { credentials: { perIdentifier: 3 } } });
    for (let time = 0; time < 3; time += 1) {
      const browser = await waiting(stage);
      expect((await answerCode(browser, "000000")).status).toBe(401);
    }
    const browser = await waiting(stage);
    const last = await answerCode(browser);
    expect([last.status, await browser.session()]).toEqual([429, null]);
  });

  it("limits them also where the store has numbers as ids", async () => {
    const stage = new Stage({ throttle: { credentials: { perIdentifier: 3 } } });
    const user = { id: 7 as unknown as string, email: person.email, emailVerified: null };
    Object.assign(stage.config.adapter!, { getUserByAccount: () => user, getAccount: undefined });
    const answers: number[] = [];
    for (let time = 0; time < 4; time += 1)
      answers.push((await answerCode(await waiting(stage, byProvider), "000000")).status);
    expect(answers).toEqual([401, 401, 401, 429]);
  });

  it("asks for the CSRF token, and shows the plugin's page in the shared layout", async () => {
    const browser = await waiting(new Stage());
    const page = await browser.send("/auth/fixed-code", { headers: { accept: "text/html" } });
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page.text()).toContain("What is your code?");
    const answer = await browser.post("/auth/fixed-code", { code: "424242" });
    expect(locationOf(answer)).toContain("error=MissingCSRF");
    expect(await browser.session()).toBeNull();
  });

  it("goes through several steps in their order, each once", async () => {
    const plugins = [fixedCode({ tables: [exempt] }), fixedCode({ id: "second", tables: [], steps: [] })];
    const second = { id: "second", rank: "asks", ask: () => ({ path: "/second" as const }) };
    const last = { ...plugins[1]!, steps: [second] };
    const stage = new Stage({ plugins: [plugins[0]!, last] });
    const browser = await waiting(stage);
    const form = { ...(await csrf(browser)), code: "424242" };
    expect(locationOf(await browser.post("/auth/second", form))).toBe(expired);
    const first = browser.cookies.get(pendingCookie)!;
    expect(locationOf(await answerCode(browser))).toBe(`${origin}/auth/second`);
    const later = browser.cookies.get(pendingCookie)!;
    browser.cookies.set(pendingCookie, first);
    await expectRefused(browser);
    browser.cookies.set(pendingCookie, later);
    expect(locationOf(await answerCode(browser, undefined, "/auth/second"))).toBe(after);
    expect(await browser.session()).not.toBeNull();
  });

  it("is not asked for by a step that says yes", async () => {
    const stage = new Stage();
    await stage.store.records!(exempt).insert({ userId: "7" });
    const browser = stage.browser();
    expect(await byPassword(stage, browser)).toBe(after);
    expect(await browser.session()).not.toBeNull();
  });
});

describe("a step", () => {
  it("that throws refuses the sign-in", async () => {
    const steps = [
      {
        id: "odd",
        rank: "asks" as const,
        ask: () => {
          throw new Error("the step is broken");
        },
      },
    ];
    for (const [, way] of ways.filter(([name]) => name !== "a passkey")) {
      const stage = new Stage({ plugins: [fixedCode({ tables: [], steps })] });
      const browser = stage.browser();
      expect(await way(stage, browser)).toContain("error");
      expect(browser.cookies.has(sessionCookie)).toBe(false);
      expect(stage.rows()).toBe(0);
    }
  });

  it("is asked of whom the session would be, also where an address leads to a stored user", async () => {
    const asked: unknown[] = [];
    const step = {
      id: "who",
      rank: "asks" as const,
      ask: (_: unknown, { user }: { user: object }) => void asked.push(user),
    };
    const stage = new Stage({ plugins: [fixedCode({ tables: [], steps: [step] })] });
    const byMail = new Map(ways).get("the link of a mail")!;
    expect(await byMail(stage, stage.browser())).toBe(after);
    const [user] = [...stage.store.rows.users.values()];
    expect(await byMail(stage, stage.browser())).toBe(after);
    expect(asked).toMatchObject([{ isNew: true }, { isNew: false, id: user!.id, email: "ada@example.com" }]);
  });

  it("comes to a step by its rank, then by the order of the plugins", async () => {
    const asked: string[] = [];
    const step = (id: string, rank: StepRank) => ({ id, rank, ask: () => void asked.push(id) });
    const plugins = [
      fixedCode({ tables: [], steps: [step("a", "asks"), step("b", "leads")] }),
      fixedCode({ id: "second", tables: [], steps: [step("c", "asks"), step("d", "refuses")] }),
    ];
    const stage = withoutStore(new Stage({ plugins }));
    expect(await byPassword(stage, stage.browser())).toBe(after);
    // What refuses or leads is asked once more, just before there is a session.
    expect(asked).toEqual(["d", "b", "a", "c", "d", "b"]);
  });

  it.each(ways)("%s is refused by what refuses it since its user was asked", async (_name, way) => {
    let isBanned = false;
    const ban = {
      id: "ban",
      rank: "refuses" as const,
      ask: () => (isBanned ? Promise.reject(new AccessDenied("banned")) : undefined),
    };
    const stage = new Stage({ plugins: [fixedCode(), fixedCode({ id: "bans", tables: [], steps: [ban] })] });
    const browser = await waiting(stage, way);
    isBanned = true;
    expect(locationOf(await answerCode(browser))).toBe(`${origin}/auth/error?error=AccessDenied`);
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect(await browser.session()).toBeNull();
  });

  it("is refused by what leads elsewhere since, and goes on for who was led and has come back", async () => {
    let isLed = false;
    const sso = { id: "fixed-code", rank: "leads" as const, ask: () => challengeWhen(() => isLed) };
    const late = { id: "late", rank: "asks" as const, ask: () => void (isLed = true) };
    const stage = withoutStore(
      new Stage({
        plugins: [fixedCode({ tables: [], steps: [sso] }), fixedCode({ id: "x", tables: [], steps: [late] })],
      }),
    );
    const refused = stage.browser();
    expect(await byPassword(stage, refused)).toBe(`${origin}/auth/error?error=AccessDenied`);
    expect(await refused.session()).toBeNull();
    const led = await waiting(stage);
    expect(locationOf(await answerCode(led))).toBe(after);
  });

  it("refuses when the account became another user's in between", async () => {
    const stage = new Stage();
    const browser = await waiting(stage, byProvider);
    const email = "other@example.com";
    const other = await stage.store.createUser!({ id: "other", email, emailVerified: null });
    const account = { provider: "op", providerAccountId: String(person.sub), type: "oidc" as const };
    await stage.store.linkAccount!({ ...account, userId: other.id });
    expect(locationOf(await answerCode(browser))).toBe(`${origin}/auth/error?error=AccessDenied`);
    expect(await browser.session()).toBeNull();
  });
});

describe("a sign-in by the server's own code", () => {
  it("is sent to the step with the cookies of the sign-in that waits", async () => {
    const stage = new Stage();
    const compiled = resolveConfigWithEnv(stage.config);
    const mount = siteAt(compiled, origin);
    const result = await perform(compiled, mount, {
      action: "callback",
      providerId: "credentials",
      body: { username: "ada", password: "pw", callbackUrl: "/after" },
      headers: new Headers(),
    });
    expect(result).toMatchObject({ kind: "redirect", location: challengeUrl });
    const browser = stage.browser();
    for (const { name, value } of result.cookies ?? []) browser.cookies.set(name, value);
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    const other = stage.browser();
    other.cookies.set(pendingCookie, browser.cookies.get(pendingCookie)!);
    await expectRefused(other);
    expect(locationOf(await answerCode(browser))).toBe(after);
    expect(await browser.session()).not.toBeNull();
  });
});
