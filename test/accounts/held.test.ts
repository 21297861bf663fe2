/** Providers that say nothing of the address: what was there before its proof waits for the owner's word. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { accessTokens } from "../../src/runtime/plugins/access-tokens/index.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { accountDeletions } from "../../src/runtime/plugins/account/tables.js";
import { planDeletion } from "../../src/runtime/plugins/account/deletion.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import type { StepSubject } from "../../src/runtime/plugins/host/plugin.js";
import { scopeOf, pluginsOf } from "../../src/runtime/plugins/host/scope.js";
import { enrol } from "../../src/runtime/plugins/two-factor/factor-store.js";
import { twoFactor } from "../../src/runtime/plugins/two-factor/index.js";
import { newSecret, stepAt } from "../../src/runtime/plugins/two-factor/totp.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Browser } from "../support/browser.js";
import { locationOf, origin } from "../support/browser.js";
import { fixedCode, rightCode } from "../plugins/fixed-code.js";
import { address, after, csrf, notLinked, Stage, stores } from "./stage.js";

const links = (text: string): URL => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "");

describe.each(Object.keys(stores))("over %s", (kind) => {
  let adapter: Adapter;
  let stage: Stage;
  beforeEach(async () => {
    adapter = await stores[kind]!();
    stage = new Stage({ adapter });
  });

  test("TR-06: the account of a stranger opens nothing after the owner's mail, and nothing is written", async () => {
    expect(await stage.oauth()).toBe(after);
    const owner = stage.browser();
    expect(await stage.mail(owner)).toBe(after);
    for (let round = 0; round < 4; round++) {
      const stranger = stage.browser();
      expect(await stage.oauth({}, stranger)).toBe(notLinked);
      expect(await stranger.session()).toBeNull();
      expect((await stage.ownerOf())?.id).toBe((await stage.owner()).id);
      // Not one for each: M1.
      expect(stage.mails).toHaveLength(1);
    }
    expect((await owner.session())?.user).toMatchObject({ email: address });
    expect(stage.mails[0]).toMatchObject({ to: address, subject: "Was it you? OP at localhost:3000" });
    expect(stage.mails[0]?.text).toContain("within 15 minutes");
  });

  test("M1: the owner is asked once for an account in 15 minutes, whichever browser tries", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await stage.oauth();
    await stage.mail();
    const first = stage.browser();
    expect(await stage.oauth({}, first)).toBe(notLinked);
    for (let round = 0; round < 12; round++) expect(await stage.oauth()).toBe(notLinked);
    expect(stage.mails).toHaveLength(1);
    // The link that went out is still good where it was asked for.
    expect(await stage.oauth({}, first)).toBe(notLinked);
    expect(locationOf(await first.open(links(stage.mails[0]!.text).href))).toContain(
      "/auth/signin?callbackUrl",
    );
    expect(await stage.oauth()).toBe(after);
  });

  test("M1: fifteen minutes later the owner is asked again", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await stage.oauth();
    await stage.mail();
    await stage.oauth();
    vi.advanceTimersByTime(899_000);
    await stage.oauth();
    expect(stage.mails).toHaveLength(1);
    vi.advanceTimersByTime(2000);
    await stage.oauth();
    expect(stage.mails).toHaveLength(2);
  });

  test("TR-06: of many returns at once none gets in", async () => {
    await stage.oauth();
    await stage.mail();
    const browsers = Array.from({ length: 12 }, () => stage.browser());
    const ends = await Promise.all(browsers.map((browser) => stage.oauth({}, browser)));
    expect(new Set(ends)).toEqual(new Set([notLinked]));
  });

  test("TR-06: the owner's word lets the account in for good, in the browser that tried alone", async () => {
    await stage.oauth();
    await stage.mail();
    const browser = stage.browser();
    expect(await stage.oauth({}, browser)).toBe(notLinked);
    const link = links(stage.mails[0]!.text).href;
    // Whoever follows it elsewhere connects nothing: a stranger's try asks the owner for nothing.
    expect(locationOf(await stage.browser().open(link))).toContain("error=Verification");
    const stranger = stage.browser();
    expect(await stage.oauth({}, stranger)).toBe(notLinked);
    expect(locationOf(await stranger.open(link))).toContain("error=Verification");
    expect(await stage.oauth()).toBe(notLinked);
    expect(locationOf(await browser.open(link))).toBe(
      `${origin}/auth/signin?callbackUrl=${encodeURIComponent(after)}`,
    );
    for (let round = 0; round < 4; round++) expect(await stage.oauth()).toBe(after);
    // Another account there stays what it was: nobody's.
    expect(await stage.oauth({ sub: "another" })).toBe(notLinked);
  });

  test("TR-06: linking while signed in vouches, for what was there before and for what comes later", async () => {
    await stage.oauth();
    const owner = stage.browser();
    await stage.mail(owner);
    expect(await stage.oauth({}, owner)).toBe(after);
    expect(await stage.oauth({ sub: "second", email: "second@example.com" }, owner)).toBe(after);
    for (let round = 0; round < 2; round++) {
      expect(await stage.oauth()).toBe(after);
      expect(await stage.oauth({ sub: "second", email: "second@example.com" })).toBe(after);
    }
    expect(stage.mails).toEqual([]);
  });

  test("TR-06: a mail that cannot be sent lets nobody in", async () => {
    const broken = new Stage({
      adapter,
      mail: { sendMail: () => Promise.reject(new Error("no transport")) },
    });
    await broken.oauth();
    await broken.mail();
    for (let round = 0; round < 2; round++) expect(await broken.oauth()).toBe(notLinked);
    expect(broken.errors.map(({ message }) => message).join()).toContain("no transport");
  });

  test("TR-06: the page behind the link names the ways of before, and keeps them where the owner says so", async () => {
    for (const keep of ["true", undefined]) {
      const fresh = new Stage({ adapter: await stores[kind]!(), mail: { confirm: true } });
      await fresh.oauth();
      const owner = fresh.browser();
      await owner.post("/auth/signin/email", {
        csrfToken: await csrf(owner),
        email: address,
        callbackUrl: "/after",
      });
      const link = new URL(fresh.links.pop()!);
      const page = await (await owner.send(link.href)).text();
      // A store that lists no accounts names none.
      expect(page.includes("Keep signing in with OP")).toBe("listAccounts" in fresh.config.adapter!);
      link.searchParams.delete("proof");
      expect(await (await owner.send(link.href)).text()).not.toContain("OP");
      const fields = Object.fromEntries(link.searchParams);
      await owner.post("/auth/callback/email", { ...fields, ...(keep && { keep }) });
      expect((await owner.session())?.user).toMatchObject({ email: address });
      for (let round = 0; round < 2; round++)
        expect(await fresh.oauth()).toBe(keep === undefined ? notLinked : after);
    }
  });
});

describe.each(Object.keys(stores))(
  "over %s, with codes in mails and a sign-in page of the app's own",
  (kind) => {
    const page = `${origin}/own/sign-in`;
    const refused = `${page}?error=OAuthAccountNotLinked`;

    test.each(["jwt", "database"] as const)(
      "TR-06: the code proves the address, the stranger is held, and the owner's word connects (%s)",
      async (strategy) => {
        const codes: string[] = [];
        const stage = new Stage({
          adapter: await stores[kind]!(),
          mail: { code: true, sendVerificationRequest: ({ code = "" }) => void codes.push(code) },
          more: { session: { strategy }, pages: { signIn: "/own/sign-in" } },
        });
        expect(await stage.oauth()).toBe(after);
        const owner = stage.browser();
        const form = async () => ({ csrfToken: await csrf(owner), callbackUrl: "/after" });
        await owner.post("/auth/signin/email", { ...(await form()), email: address });
        const code = codes.at(-1)!;
        expect(locationOf(await owner.post("/auth/callback/email", { ...(await form()), code }))).toBe(after);
        const browser = stage.browser();
        for (let round = 0; round < 3; round++) {
          expect(await stage.oauth({}, browser)).toBe(refused);
          expect(await browser.session()).toBeNull();
          expect(stage.mails).toHaveLength(1);
        }
        const link = links(stage.mails.at(-1)!.text).href;
        expect(locationOf(await stage.browser().open(link))).toContain("error=Verification");
        expect(new URL(locationOf(await browser.open(link)), origin).pathname).toBe("/own/sign-in");
        for (let round = 0; round < 3; round++) expect(await stage.oauth()).toBe(after);
        expect((await owner.session())?.user).toMatchObject({ email: address });
        expect(await stage.oauth({ sub: "another" })).toBe(refused);
      },
    );

    test("TR-06: with the code the owner keeps the ways of before at once", async () => {
      const codes: string[] = [];
      const stage = new Stage({
        adapter: await stores[kind]!(),
        mail: { code: true, sendVerificationRequest: ({ code = "" }) => void codes.push(code) },
        more: { session: { strategy: "jwt" }, pages: { signIn: "/own/sign-in" } },
      });
      await stage.oauth();
      const owner = stage.browser();
      const form = async () => ({ csrfToken: await csrf(owner), callbackUrl: "/after" });
      await owner.post("/auth/signin/email", { ...(await form()), email: address });
      await owner.post("/auth/callback/email", { ...(await form()), code: codes.at(-1)!, keep: "true" });
      expect((await owner.session())?.user).toMatchObject({ email: address });
      for (let round = 0; round < 2; round++) expect(await stage.oauth()).toBe(after);
      expect(stage.mails).toEqual([]);
    });
  },
);

test("TR-06: the log names providers that say nothing, beside something that proves an address", async () => {
  const adapter = await stores["memory"]!();
  const [silent, other] = [
    new Stage({ adapter }),
    new Stage({ adapter, op: { emailVerified: "email_verified" } }),
  ];
  for (const stage of [silent, silent, other]) await stage.browser().session();
  expect(silent.warnings.filter((text) => text.startsWith("email-not"))).toEqual(["email-not-vouched: op"]);
  expect(other.warnings.filter((text) => text.startsWith("email-not"))).toEqual([]);
});

test("TR-06: a session that ends while its user is asked vouches for nothing, and the mail is for that browser", async () => {
  const ask = async (_context: unknown, { adds }: StepSubject) =>
    adds === "session" ? ({ path: "/fixed-code" } as const) : undefined;
  const plugins = [fixedCode({ steps: [{ id: "fixed-code", rank: "asks", ask }] })];
  const stage = new Stage({ adapter: await stores["memory"]!(plugins), more: { plugins } });
  await stage.oauth();
  const owner = stage.browser();
  await stage.mail(owner);
  expect(await stage.oauth({}, owner)).toBe(`${origin}/auth/fixed-code`);
  owner.cookies.delete("authjs.session-token");
  const form = { csrfToken: await csrf(owner), code: rightCode };
  expect(locationOf(await owner.post("/auth/fixed-code", form))).toContain("error=OAuthAccountNotLinked");
  expect(await stage.oauth()).toBe(notLinked);
  expect(locationOf(await owner.open(links(stage.mails[0]!.text).href))).toContain(
    "/auth/signin?callbackUrl",
  );
  expect(await stage.oauth()).toBe(after);
});

const kinds = ["memory", "SQLite"] as const;
const strategies = ["jwt", "database"] as const;

describe.each(kinds.flatMap((kind) => strategies.map((strategy) => [kind, strategy] as const)))(
  "with plugins, over %s with %s sessions",
  (kind, strategy) => {
    async function house(): Promise<Stage> {
      const mails: Stage["mails"] = [];
      const plugins: NonNullable<AuthConfig["plugins"]> = [
        password({ sendMail: (mail) => void mails.push(mail) }),
        account(),
        twoFactor(),
        accessTokens(),
      ];
      const adapter = await stores[kind]!(plugins);
      const stage = new Stage({ adapter, more: { session: { strategy }, plugins } });
      return Object.assign(stage, { mails });
    }

    /** What a stranger adds to the user of an address that is somebody else's. */
    async function plant(stage: Stage): Promise<Browser> {
      const stranger = stage.browser();
      expect(await stage.oauth({}, stranger)).toBe(after);
      const resolved = resolveConfigWithEnv(stage.config);
      const { id: userId } = await stage.owner();
      const own = (id: string) =>
        scopeOf(
          pluginsOf(stage.config).find((plugin) => plugin.id === id)!,
          resolved,
        );
      const secret = newSecret();
      const codes = ["AAAAA-AAAAA", "BBBBB-BBBBB"];
      await enrol(
        { resolved, own: own("two-factor"), userId },
        { secret, step: stepAt(Date.now()) - 5, codes },
      );
      await planDeletion(resolved, own("account"), { userId, days: 30 });
      expect(await own("account").records(accountDeletions).find({ userId })).toBeDefined();
      return stranger;
    }

    async function reset(stage: Stage, more: Record<string, unknown> = {}) {
      const browser = stage.browser();
      const send = async (path: string, body?: object) => {
        const answer = await browser.send(`/auth/password/${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
          ...(body && { body: JSON.stringify({ csrfToken: await csrf(browser), ...body }) }),
        });
        return (await answer.json()) as Record<string, unknown>;
      };
      await send("forgot", { email: address });
      await expect.poll(() => stage.mails.length).toBeGreaterThan(0);
      const token = new URL(stage.mails.at(-1)!.url).searchParams.get("token");
      const page = await send(`reset?token=${token}`);
      expect(await send("reset", { token, password: "a long enough phrase", ...more })).toMatchObject({
        ok: true,
      });
      return { page, browser };
    }

    test("TR-08: a factor, a session and a planned deletion of before are gone when a mail proves the address", async () => {
      const stage = await house();
      const stranger = await plant(stage);
      const owner = stage.browser();
      expect(await stage.mail(owner)).toBe(after);
      expect((await owner.session())?.user).toMatchObject({ email: address });
      expect(await stranger.session()).toBeNull();
      for (let round = 0; round < 2; round++) expect(await stage.oauth()).toBe(notLinked);
      expect(await adapterRows(stage, "auth_account_deletions")).toEqual([]);
      expect(await adapterRows(stage, "auth_two_factor_secret")).toEqual([]);
    });

    test("TR-08: and when a reset of the password proves it", async () => {
      const stage = await house();
      await plant(stage);
      const { page, browser } = await reset(stage);
      expect(page).toEqual({ ok: true, held: [{ provider: "op", name: "OP" }] });
      const form = { csrfToken: await csrf(browser), email: address, password: "a long enough phrase" };
      expect(
        locationOf(await browser.post("/auth/callback/password", { ...form, callbackUrl: "/after" })),
      ).toBe(after);
      expect((await browser.session())?.user).toMatchObject({ email: address });
      for (let round = 0; round < 4; round++) expect(await stage.oauth()).toBe(notLinked);
      expect((await browser.session())?.user).toMatchObject({ email: address });
    });

    test("TR-06: the reset keeps the ways of before where the owner says so", async () => {
      const stage = await house();
      await stage.oauth();
      await reset(stage, { keep: true });
      for (let round = 0; round < 2; round++) expect(await stage.oauth()).toBe(after);
    });

    test("TR-06: nobody is asked for a factor by an account that is held", async () => {
      const stage = await house();
      await stage.oauth();
      await stage.mail();
      await plantFactor(stage);
      expect(await stage.oauth()).toBe(notLinked);
    });
  },
);

async function plantFactor(stage: Stage): Promise<void> {
  const resolved = resolveConfigWithEnv(stage.config);
  const own = scopeOf(
    pluginsOf(stage.config).find(({ id }) => id === "two-factor")!,
    resolved,
  );
  const owner = { resolved, own, userId: (await stage.owner()).id };
  await enrol(owner, { secret: newSecret(), step: stepAt(Date.now()) - 5, codes: ["AAAAA-AAAAA"] });
}

async function adapterRows(stage: Stage, name: string) {
  const table = pluginsOf(stage.config)
    .flatMap(({ tables = [] }) => tables)
    .find((each) => each.name === name)!;
  const row = await stage.config.adapter!.records!(table).find({ userId: (await stage.owner()).id });
  return row === undefined ? [] : [row];
}
