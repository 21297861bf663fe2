/** Holes of other libraries, tried on ours. Each name begins with the id; docs/security/advisories.md has a row for each. */
import express from "express";
import { describe, expect, it } from "vitest";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { getSession, MiddlewareAuth } from "../../src/runtime/integrations/express.js";
import { getToken } from "../../src/runtime/jwt.js";
import { memoryStore } from "../../src/runtime/shared-store/memory.js";
import { listen } from "../support/app.js";
import {
  type Browser,
  locationOf,
  origin,
  secret,
  sessionCookie,
  signedIn,
  signIn,
  signOut,
  Stage,
  tokenOf,
} from "../cases/stage.js";
import { csrf, ways } from "../plugins/stage.js";
import { People, strategies } from "../plugins/account/people.js";
import { ada, other, PasswordApp, right, type User } from "../plugins/password/drive.js";
import {
  challenge,
  signedIn as signedInWithFactor,
  stageWith,
  withFactor,
} from "../plugins/two-factor/visit.js";

const problem = (name: string) => `${origin}/auth/error?error=${name}`;

/** How often a code was exchanged at the provider. */
const exchanges = (stage: Stage) => stage.fake.calls.filter(({ url }) => url.pathname === "/token").length;

describe("next-auth and @auth/core", () => {
  it("GHSA-7rqj-j65f-68wh: a look-alike of @ in a mail address sends no mail", async () => {
    const stage = new Stage({ store: {} });
    for (const at of ["\uFF20", "\uFE6B"])
      for (const address of [
        `ada${at}evil.test@example.com`,
        `ada@evil.test${at}example.com`,
        `a${at}b${at}c`,
      ]) {
        await stage.askMail(stage.browser(), address);
        expect(stage.mails, address).toEqual([]);
      }
    // One of them alone is an @, before anybody looks at the address or mails to it.
    await stage.askMail(stage.browser(), "ada\uFF20example.com");
    expect(stage.mails.map(({ identifier }) => identifier)).toEqual(["ada@example.com"]);
  });

  it("GHSA-5jpx-9hw9-2fx4: a quoted local part with an address in it sends no mail", async () => {
    const stage = new Stage({ store: {} });
    for (const address of [
      '"e@evil.test"@example.com',
      '"e@evil.test" ada@example.com',
      "<e@evil.test>ada@example.com",
      "ada@example.com,e@evil.test",
      "ada@example.com;e@evil.test",
      "(e@evil.test)ada@example.com",
    ]) {
      await stage.askMail(stage.browser(), address);
      expect(
        stage.mails.filter(({ identifier }) => identifier !== "ada@example.com"),
        address,
      ).toEqual([]);
    }
  });

  it("GHSA-8fpg-xm3f-6cx3: with a broken configuration nobody looks signed in", async () => {
    const broken: Partial<AuthConfig>[] = [
      { providers: [{ id: "keycloak", name: "K", type: "oidc", clientId: "a", clientSecret: "b" }] },
      { secret: "" },
      { session: { strategy: "database" } },
      { trustHost: false },
    ];
    for (const config of broken) {
      const stage = new Stage({ config });
      const headers = { host: "app.example.com" };
      const asked = await Promise.allSettled([getSession({ headers } as never, stage.config)]);
      // Nobody, or an error that stops the page; never an object that a guard takes for a session.
      for (const answer of asked) expect(answer.status === "rejected" || answer.value === null).toBe(true);
      const site = await listen(
        express()
          .use("/auth", MiddlewareAuth(stage.config))
          .get("/inside", async (req, res) => {
            const session = await getSession(req, stage.config).catch(() => null);
            res.status(session ? 200 : 401).end();
          }),
      );
      expect((await fetch(`${site.origin}/inside`)).status).toBe(401);
      await site.close();
    }
  });

  it("GHSA-xmf8-cvqr-rfgj: a malformed Authorization header is no token", async () => {
    const values = [
      "Bearer %",
      "Bearer %E0%A4%A",
      "Bearer %zz",
      "Bearer",
      "Bearer ",
      "bearer %",
      "Bearer \u00ff",
      "%",
    ];
    for (const authorization of values)
      for (const raw of [false, true]) {
        const req = { headers: { authorization } };
        const token = await getToken({ req, secret, salt: sessionCookie, ...(raw && { raw }) } as never);
        // Asked for the raw text, it is what stood there; it opens nothing.
        if (raw) expect([null, "", "%", "%E0%A4%A", "%zz", "\u00ff"], authorization).toContain(token);
        else expect(token, authorization).toBeNull();
      }
  });

  it("GHSA-x445-f3h2-j279: checks made for one provider end no sign-in at another", async () => {
    const stage = new Stage({ config: { callbacks: { signIn: () => true } } });
    for (const [from, to] of [
      ["oa", "op"],
      ["op", "oa"],
    ] as const) {
      const browser = stage.browser();
      const answer = stage.fake.authorize(locationOf(await browser.startSignIn(from)));
      const before = exchanges(stage);
      expect(locationOf(await browser.send(`/auth/callback/${to}?${answer}`))).toContain("error=");
      expect([exchanges(stage), browser.has(sessionCookie)]).toEqual([before, false]);
    }
  });

  it("GHSA-v64w-49xw-qq89: no other sealed cookie counts as a session", async () => {
    const stage = new Stage({ store: {}, config: { session: { strategy: "jwt" } } });
    const browser = stage.browser();
    await browser.startSignIn("op");
    const sealed = [...browser.cookies].filter(([name]) => name !== sessionCookie);
    expect(sealed.map(([name]) => name)).toEqual(
      expect.arrayContaining(["authjs.state", "authjs.pkce.code_verifier", "authjs.nonce"]),
    );
    for (const [name, value] of sealed) {
      const visitor = stage.browser();
      visitor.cookies.set(sessionCookie, value);
      expect(await visitor.session(), name).toBeNull();
    }
  });

  it("GHSA-7r7x-4c4q-c4qf: a code whose checks were stripped or never begun here signs nobody in", async () => {
    const stage = new Stage();
    const victim = stage.browser();
    const start = new URL(locationOf(await victim.startSignIn("op")));
    for (const name of ["state", "code_challenge", "code_challenge_method", "nonce"])
      start.searchParams.delete(name);
    const answer = stage.fake.authorize(start.href);
    for (const visitor of [victim, stage.browser()]) {
      expect(locationOf(await visitor.send(`/auth/callback/op?${answer}`))).toContain("error=");
      expect(visitor.has(sessionCookie)).toBe(false);
    }
    expect(exchanges(stage)).toBe(0);
  });

  it("CVE-2026-2912: the id of a session is that of the account, whatever the profile says", async () => {
    const { stage, browser } = await signedIn({
      authorize: () => ({ id: "7", sub: "666", name: "Bob", jti: "x", exp: 1, iat: 1 }) as never,
    });
    const req = { headers: { cookie: `${sessionCookie}=${browser.cookies.get(sessionCookie)}` } };
    expect(await getToken({ req, secret, salt: sessionCookie } as never)).toMatchObject({
      sub: "7",
      name: "Bob",
      exp: expect.toSatisfy((exp: number) => exp > Date.now() / 1000),
      jti: expect.toSatisfy((jti: string) => jti !== "x"),
    });
    expect(stage.errors()).toEqual([]);
  });
});

/** What each of the advisories let through. */
const redirects = {
  "GHSA-8jhw-6pjj-8723": ["https://evil.test/", "//evil.test", "/\\evil.test"],
  "GHSA-hjpm-7mrm-26w8": ["evil.test", "http:evil.test", "https:evil.test", "/\t/evil.test"],
  "GHSA-vp58-j275-797x": [
    "http://localhost:3000@evil.test/",
    "http://localhost:3000.evil.test/",
    "http://evil.test/?http://localhost:3000",
    "http://evil.test\\@localhost:3000",
  ],
  "GHSA-36rg-gfq2-3h56": ["///evil.test", "javascript:alert(1)", "data:text/html,x", "/..//evil.test"],
} as const;

describe("Better Auth: where a visitor is sent", () => {
  it.each(Object.entries(redirects))(
    "%s: no address of a request leads to another site",
    async (_id, targets) => {
      const isHere = (place: string) => place !== "" && new URL(place, origin).origin === origin;
      for (const callbackUrl of targets) {
        const stage = new Stage({ store: {}, config: { session: { strategy: "jwt" } } });
        const browser = stage.browser();
        const form = async () => ({ csrfToken: await tokenOf(browser), callbackUrl });
        const places = [
          locationOf(await signIn(browser, { username: "bob", callbackUrl })),
          locationOf(await browser.post("/auth/signout", await form())),
        ];
        await browser.post("/auth/signin/email", { ...(await form()), email: ada });
        places.push(locationOf(await browser.send(stage.mails[0]?.url ?? "")));
        expect(
          places.filter((place) => !isHere(place)),
          callbackUrl,
        ).toEqual([]);
      }
      // Links of the plugin's mails carry tokens.
      const [callbackUrl] = targets;
      const app = new PasswordApp();
      const user = app.browser();
      await user.form("sign-up", { email: ada, password: right, callbackUrl });
      const places = [(await app.lastMail()).url];
      places.push(locationOf(await user.form("verify", { token: await app.token(), callbackUrl })));
      await user.form("forgot", { email: ada, callbackUrl });
      places.push((await app.lastMail()).url);
      expect(places.filter((place) => !isHere(place))).toEqual([]);
    },
  );

  it("GHSA-9x4v-xfq5-m8x5: what an address says is text on the error page", async () => {
    const stage = new Stage();
    const marks = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "&lt;b&gt;<b>"];
    for (const mark of marks)
      for (const at of ["error", "signin", "signout", "verify-request"]) {
        const query = `error=${encodeURIComponent(mark)}&callbackUrl=${encodeURIComponent(`/${mark}`)}`;
        const response = await stage.app(
          new Request(`${origin}/auth/${at}?${query}`, { headers: { "sec-fetch-dest": "document" } }),
        );
        const page = await response.text();
        expect(page.includes("<script>alert(1)") || page.includes("<img src=x") || page.includes("<b>")).toBe(
          false,
        );
      }
  });
});

describe("Better Auth: sessions", () => {
  it("GHSA-99h5-pjcv-gr6v: no field of a body says who somebody is", async () => {
    const { browser } = await signedIn();
    const claims = {
      id: "2",
      userId: "2",
      sub: "2",
      user: { id: "2", name: "Eve" },
      token: { sub: "2" },
      name: "Eve",
    };
    const csrfToken = await tokenOf(browser);
    const response = await browser.send("/auth/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, ...claims, data: claims }),
    });
    expect(((await response.json()) as { user: { name: string } }).user.name).toBe("Bob");
    const nobody = new Stage().browser();
    const made = await nobody.send("/auth/session", { method: "POST", body: JSON.stringify(claims) });
    expect([await made.json(), nobody.has(sessionCookie)]).toEqual([null, false]);
  });

  it.each(strategies)(
    "GHSA-wmjr-v86c-m9jj: a forged cookie signs nobody out; sessions: %s",
    async (strategy) => {
      const people = new People(strategy);
      const victim = await people.signIn();
      const real = victim.cookies.get(sessionCookie) ?? "";
      const { sessions } = (await (
        await victim.send("/auth/account", { headers: { accept: "application/json" } })
      ).json()) as { sessions: { id: string }[] };
      const forged = [sessions[0]!.id, `${real.slice(0, -4)}AAAA`, `${real}x`, "ada", "1"];
      for (const value of forged) {
        const attacker = people.browser();
        attacker.cookies.set(sessionCookie, value);
        await signOut(attacker);
        await attacker.post("/auth/account/sessions", { ...(await csrf(attacker)), end: sessions[0]!.id });
        // With a session of one's own the ids of others are not there either.
        const eve = await people.signIn("eve");
        await eve.post("/auth/account/sessions", { ...(await csrf(eve)), end: value });
        expect((await victim.session())?.user, value).toMatchObject({ email: "ada@example.com" });
      }
    },
  );

  it("GHSA-2vg6-77g8-24mp: no session outlives the user", async () => {
    const people = new People("database");
    const [laptop, phone] = [await people.signIn(), await people.signIn()];
    await laptop.post("/auth/account/delete", { ...(await csrf(laptop)), confirm: "delete" });
    expect([await laptop.session(), await phone.session()]).toEqual([null, null]);
    // Deleted behind our back.
    const { stage, browser } = await signedInWithStore();
    stage.store.users.clear();
    expect([await browser.session(), browser.has(sessionCookie)]).toEqual([null, false]);
  });

  it("GHSA-xg6x-h9c9-2m83: there is no session before the second factor", async () => {
    for (const [strategy, means] of [
      ["jwt", "a password"],
      ["database", "OpenID Connect"],
    ] as const) {
      const stage = stageWith({}, { session: { strategy } });
      if (strategy === "database")
        stage.config.providers = stage.config.providers.filter((one) => !("authorize" in one));
      const way = new Map(ways).get(means)!;
      if (strategy === "database") await way(stage, stage.browser());
      await withFactor(stage, [...stage.store.rows.users.keys()][0]);
      const browser = stage.browser();
      expect(await way(stage, browser)).toBe(challenge);
      for (let times = 0; times < 3; times++)
        expect([await browser.session(), browser.cookies.has(sessionCookie)]).toEqual([null, false]);
    }
    const stage = stageWith();
    const done = await signedInWithFactor(stage, await withFactor(stage));
    expect((await done.session())?.user).toMatchObject({ name: "Ada" });
  });

  it("GHSA-4vcf-q4xf-f48m: nobody deletes the passkey of another user", async () => {
    const people = new People("jwt");
    await new Map(ways).get("a new passkey")!(people.stage, people.browser());
    const [id] = [...people.store.rows.authenticators.keys()];
    const eve = await people.signIn("eve");
    for (const path of ["passkey-remove", "passkey-name"]) {
      const answer = await eve.post(`/auth/account/${path}`, { ...(await csrf(eve)), id: id!, name: "Mine" });
      expect(answer.status).toBe(400);
    }
    expect(people.store.rows.authenticators.size).toBe(1);
  });
});

async function signedInWithStore(): Promise<{ stage: Stage; browser: Browser }> {
  const stage = new Stage({ store: {} });
  const browser = stage.browser();
  await stage.oauth(browser);
  expect(await browser.session()).not.toBeNull();
  return { stage, browser };
}

/** A password app whose users sign in by mail too, and by a provider that says whose address it has. */
function appWithMail(): PasswordApp & { links: string[] } {
  const links: string[] = [];
  const mail = {
    id: "email",
    name: "E-mail",
    type: "email" as const,
    sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
  };
  const app = new PasswordApp({ strategy: "database", providers: [mail] });
  return Object.assign(app, { links });
}

describe("Better Auth: whose account it is", () => {
  it("GHSA-g38m-r43w-p2q7: a provider's sign-in joins no account that somebody planted at the address", async () => {
    for (const email_verified of [true, false, undefined]) {
      const stage = new Stage({ store: {} });
      const planted = { id: "planted", email: "olga@example.com", emailVerified: null, name: "Planted" };
      stage.store.users.set("planted", planted);
      stage.fake.faults.claims = (given) => ({ ...given, email_verified });
      const browser = stage.browser();
      expect(locationOf(await stage.oauth(browser))).toContain("error=OAuthAccountNotLinked");
      expect([stage.store.accounts, stage.store.users.get("planted")]).toEqual([[], planted]);
      expect(browser.has(sessionCookie)).toBe(false);
    }
  });

  it("GHSA-qq9h-g4jm-xgf3: a password that was set before the address was proved opens nothing afterwards", async () => {
    const app = appWithMail();
    const attacker = app.browser();
    await attacker.form("sign-up", { email: ada, password: right });
    const victim = app.browser();
    const form = { csrfToken: await victim.csrfToken(), callbackUrl: "/after" };
    await victim.post("/auth/signin/email", { ...form, email: ada });
    expect(locationOf(await victim.send(app.links[0] ?? ""))).toBe(`${origin}/after`);
    expect(await victim.isSignedIn()).toBe(true);
    const again = app.browser();
    expect(locationOf(await again.signIn(ada, right))).toContain("error=");
    expect([await again.isSignedIn(), await attacker.isSignedIn()]).toEqual([false, false]);
    // Nor does the mail that the attacker had asked for set one.
    expect((await attacker.form("verify", { token: await app.token() })).status).toBeGreaterThan(200);
    expect(await attacker.isSignedIn()).toBe(false);
  });
});

describe("Better Auth: one secret, one purpose, once", () => {
  it("GHSA-965c-763c-88jm: no secret of another flow opens a sign-in link", async () => {
    const stage = new Stage({ store: {} });
    const browser = stage.browser();
    await stage.askMail(browser);
    const link = new URL(stage.mails[0]?.url ?? "");
    const start = new URL(locationOf(await browser.startSignIn("op"))).searchParams;
    const secrets = [start.get("state"), start.get("nonce"), start.get("code_challenge")];
    const found = [...secrets, ...browser.cookies.values(), await tokenOf(browser)];
    for (const token of found) {
      link.searchParams.set("token", token ?? "");
      const visitor = stage.browser();
      expect(locationOf(await visitor.open(link.href))).toBe(problem("Verification"));
      expect(await visitor.session()).toBeNull();
    }
    expect(stage.store.verificationTokens).toHaveLength(1);
    // Neither do the tokens of the plugin's mails stand in for each other.
    const app = new PasswordApp();
    const user: User = app.browser();
    await user.form("sign-up", { email: ada, password: right });
    const verification = await app.token();
    expect((await user.form("reset", { token: verification, password: other })).status).not.toBe(302);
    await user.form("verify", { token: verification });
    const reset = await app.browser().askReset();
    const visitor = app.browser();
    await visitor.form("verify", { token: reset });
    expect(await visitor.isSignedIn()).toBe(false);
  });

  it("GHSA-r4xp-prcw-77qf: what is sealed for one cookie opens as no other, nor at the redirect proxy", async () => {
    const proxy = { url: `${origin}/auth`, origins: ["https://*.preview.example.com"] };
    const stage = new Stage({ config: { redirectProxyUrl: proxy } });
    const browser = stage.browser();
    await browser.startSignIn("op");
    const sealed = [...browser.cookies].filter(([name]) => /state|nonce|pkce/.test(name));
    expect(sealed).toHaveLength(3);
    for (const [from, value] of sealed) {
      for (const [to] of sealed.filter(([name]) => name !== from)) {
        const visitor = stage.browser();
        const answer = stage.fake.authorize(locationOf(await visitor.startSignIn("op")));
        visitor.cookies.set(to, value);
        expect(locationOf(await visitor.send(`/auth/callback/op?${answer}`)), `${from} as ${to}`).toContain(
          "error=",
        );
        expect(visitor.has(sessionCookie)).toBe(false);
      }
      const params = new URLSearchParams({ code: "x", state: value });
      const hop = locationOf(await stage.browser().send(`/auth/callback/op?${params}`));
      expect(new URL(hop, origin).origin, from).toBe(origin);
      expect(hop).toContain("error=");
    }
  });

  it("GHSA-wxw3-q3m9-c3jr: a state that is not the one of the cookie ends the sign-in, without PKCE too", async () => {
    const stage = new Stage();
    for (const provider of stage.config.providers) Object.assign(provider, { checks: ["state"] });
    const start = async () => {
      const browser = stage.browser();
      return { browser, answer: stage.fake.authorize(locationOf(await browser.startSignIn("oa"))) };
    };
    const foreign = (await start()).answer.get("state") ?? "";
    const end = async (state?: string) => {
      const { browser, answer } = await start();
      if (state === undefined) answer.delete("state");
      else if (state !== "own") answer.set("state", state);
      return [locationOf(await browser.send(`/auth/callback/oa?${answer}`)), browser.has(sessionCookie)];
    };
    for (const state of [foreign, "", "x", undefined])
      expect(await end(state)).toEqual([expect.stringContaining("error="), false]);
    expect(exchanges(stage)).toBe(0);
    expect(await end("own")).toEqual([`${origin}/after`, true]);
  });

  it("GHSA-hc7v-rggr-4hvx: a sign-in link opened several times at once makes one session", async () => {
    const stage: Stage = new Stage({
      store: {
        useVerificationToken: (async (which) => {
          await new Promise((resolve) => setTimeout(resolve, 2));
          return stage.store.adapter.useVerificationToken(which);
        }) as NonNullable<Adapter["useVerificationToken"]>,
      },
    });
    await stage.askMail(stage.browser());
    const link = stage.mails[0]?.url ?? "";
    const ends = await Promise.all(
      [1, 2, 3, 4].map(async () => locationOf(await stage.browser().open(link))),
    );
    expect(ends.filter((end) => !end.includes("error="))).toHaveLength(1);
    expect(stage.store.sessions.size).toBe(1);
  });
});

describe("Better Auth: limits and addresses", () => {
  /** Wrong passwords at an app behind one trusted proxy. @returns how many were looked at, of how many */
  async function guesses(count: number, addressOf: (at: number) => string, more: Partial<AuthConfig> = {}) {
    let asked = 0;
    const stage = new Stage({ authorize: () => (asked++, null), config: more });
    const app = express().set("trust proxy", 1);
    const site = await listen(app.use("/auth", MiddlewareAuth(stage.config)));
    const first = await fetch(`${site.origin}/auth/csrf`);
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const [cookie = ""] = (first.headers.getSetCookie()[0] ?? "").split(";");
    const guess = (at: number) =>
      fetch(`${site.origin}/auth/callback/credentials`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, "x-forwarded-for": addressOf(at) },
        body: new URLSearchParams({ csrfToken, username: "ada", password: "wrong" }),
      });
    await Promise.all(Array.from({ length: count }, (_, at) => guess(at)));
    await site.close();
    return asked;
  }

  it("GHSA-p6v2-xcpg-h6xw: one network of IPv6 addresses, however they are written, is one client", async () => {
    const spellings = (at: number) => [
      `2001:db8:1:2::${at.toString(16)}`,
      `2001:DB8:0001:0002:${at.toString(16)}:0:0:1`,
      `2001:db8:1:2:ffff:${at.toString(16)}::`,
    ];
    expect(await guesses(30, (at) => spellings(at)[at % 3]!)).toBe(20);
    expect(await guesses(30, (at) => (at % 2 === 0 ? "203.0.113.7" : "::ffff:cb00:7107"))).toBe(20);
  });

  it("GHSA-44jh-23m7-hpcf: tries at the same time are counted one by one, in a shared store too", async () => {
    expect(await guesses(30, () => "203.0.113.7")).toBe(20);
    expect(await guesses(30, () => "203.0.113.7", { sharedStore: memoryStore() })).toBe(20);
  });

  it("GHSA-x732-6j76-qmhm: other spellings of a path meet the same rules", async () => {
    const stage = new Stage();
    for (const path of [
      "//auth//callback//credentials",
      "/auth//callback/credentials",
      "/auth/callback/credentials/",
      "/auth/./callback/credentials",
      "/auth/x/../callback/credentials",
      "/auth/callback%2fcredentials",
      "/auth/callback/%63redentials",
      "/auth%2fcallback/credentials",
      "/AUTH/callback/credentials",
      "/auth/callback/credentials;x",
      "/auth/callback/credentials%00",
    ]) {
      const body = new URLSearchParams({ username: "bob" });
      const response = await stage.app(new Request(origin + path, { method: "POST", body }));
      const refused =
        response.status === 400 || /error=(MissingCSRF|Configuration)/.test(locationOf(response));
      expect([path, refused]).toEqual([path, true]);
      expect(response.headers.getSetCookie().join()).not.toContain("session-token");
    }
  });

  it("GHSA-569q-mpph-wgww: the first request of a stranger moves no address for those after it", async () => {
    const stage = new Stage();
    const site = await listen(express().use("/auth", MiddlewareAuth(stage.config)));
    const odd = {
      "x-forwarded-host": "evil.test/other",
      "x-forwarded-proto": "https",
      "x-forwarded-prefix": "/x",
    };
    for (const path of ["/auth/x/y/z", "/auth/auth/auth/csrf", "/auth//evil.test/session", "/auth"])
      await fetch(`${site.origin}${path}`, { headers: odd, redirect: "manual" });
    const providers = await fetch(`${site.origin}/auth/providers`);
    expect(providers.status).toBe(200);
    const { op } = (await providers.json()) as { op: { callbackUrl: string } };
    expect(op.callbackUrl).toBe(`${site.origin}/auth/callback/op`);
    await site.close();
  });
});

describe("Passport for Fastify", () => {
  it("GHSA-4m3m-ppvx-xgw9: a session that was there before a sign-in is not the one after it", async () => {
    const { stage, browser: attacker } = await signedInWithStore();
    for (const planted of ["planted", attacker.cookies.get(sessionCookie)!]) {
      const victim = stage.browser();
      victim.cookies.set(sessionCookie, planted);
      await stage.oauth(victim);
      expect(victim.cookies.get(sessionCookie)).not.toBe(planted);
    }
    expect([stage.store.sessions.has("planted"), await attacker.session()]).toEqual([false, null]);
  });

  it("GHSA-2ccf-ffrj-m4qw: a CSRF token from before a sign-in is worth nothing with another cookie", async () => {
    const stage = new Stage();
    const attacker = stage.browser();
    const known = await tokenOf(attacker);
    const victim = stage.browser();
    await signIn(victim);
    // Only a cookie that the app made goes with a token, and only that one token.
    for (const form of [{ csrfToken: known }, { csrfToken: known.toUpperCase() }, {}]) {
      const answer = await victim.post("/auth/signout", form as Record<string, string>);
      expect(locationOf(answer)).toContain("MissingCSRF");
      expect(await victim.session()).not.toBeNull();
    }
    victim.cookies.set("authjs.csrf-token", `${known}%7C${"0".repeat(64)}`);
    await victim.post("/auth/signout", { csrfToken: known });
    expect(await victim.session()).not.toBeNull();
  });
});
