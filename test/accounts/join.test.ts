/** A provider that vouches for an address meets a row that nobody has proven: whose account is it then? */
import { describe, expect, test } from "vitest";
import Passkey from "../../src/providers/passkey.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { setPassword } from "../../src/runtime/plugins/password/password-rows.js";
import { hashPassword } from "../../src/runtime/plugins/password/hashes/password-hash.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import { pluginsOf, scopeOf } from "../../src/runtime/plugins/host/scope.js";
import { enrol } from "../../src/runtime/plugins/two-factor/factor-store.js";
import { twoFactor } from "../../src/runtime/plugins/two-factor/index.js";
import { newSecret, stepAt } from "../../src/runtime/plugins/two-factor/totp.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { type Browser, locationOf, origin } from "../support/browser.js";
import { address, after, notLinked, providerAt, Stage, stores } from "./stage.js";

/** A provider whose accounts join by address, beside the one of the stage. */
const joining = { id: "joining", name: "Joining", allowDangerousEmailAccountLinking: true };
const vouching = { ...joining, emailVerified: "email_verified" };

type Plugins = NonNullable<AuthConfig["plugins"]>;

async function house(kind: string, more: Partial<AuthConfig> = {}, joins: object = vouching): Promise<Stage> {
  const plugins = more.plugins as Plugins | undefined;
  const stage = new Stage({ adapter: await stores[kind]!(plugins), more });
  stage.config.providers.push(providerAt(stage.fake, joins));
  return stage;
}

/** The owner comes by the provider that joins. */
async function join(stage: Stage, browser: Browser = stage.browser(), claims: object = {}): Promise<string> {
  stage.fake.faults.claims = (given) => ({ ...given, sub: "owner-1", email_verified: true, ...claims });
  const answer = stage.fake.authorize(locationOf(await browser.startSignIn("joining")));
  return locationOf(await browser.send(`/auth/callback/joining?${answer}`));
}

const strategies = ["jwt", "database"] as const;
/** The owner comes later than what was there before; tokens are told apart without. */
const later = (strategy: string) =>
  new Promise((resolve) => setTimeout(resolve, strategy === "database" ? 2100 : 0));

describe.each(Object.keys(stores).flatMap((kind) => strategies.map((strategy) => [kind, strategy] as const)))(
  "over %s with %s sessions",
  (kind, strategy) => {
    const more: Partial<AuthConfig> = { session: { strategy } };

    test("J1: what a stranger has planted opens nothing once a provider vouches for the owner", async () => {
      const stage = await house(kind, more);
      const stranger = stage.browser();
      expect(await stage.oauth({}, stranger)).toBe(after);
      expect((await stage.owner()).emailVerified).toBeNull();
      await later(strategy);
      const owner = stage.browser();
      expect(await join(stage, owner)).toBe(after);
      expect((await stage.owner()).emailVerified).toBeInstanceOf(Date);
      expect((await owner.session())?.user).toMatchObject({ email: address });
      expect(await stranger.session()).toBeNull();
      for (let round = 0; round < 3; round++) expect(await stage.oauth({}, stage.browser())).toBe(notLinked);
      expect(await join(stage)).toBe(after);
      expect((await owner.session())?.user).toMatchObject({ email: address });
    });

    test("J1: a provider that says nothing joins as before, and proves nothing", async () => {
      const stage = await house(kind, more, joining);
      await stage.oauth();
      for (let round = 0; round < 2; round++) expect(await join(stage)).toBe(after);
      expect((await stage.owner()).emailVerified).toBeNull();
      expect(await stage.oauth()).toBe(after);
      // One warning names the provider, whoever joins.
      const other = { sub: "two", email: "two@example.com" };
      await stage.oauth(other);
      expect(await join(stage, stage.browser(), { ...other, sub: "owner-2" })).toBe(after);
      expect(stage.warnings.filter((text) => text.startsWith("email-join"))).toEqual([
        "email-join-not-vouched: joining",
      ]);
    });

    test("J1: over a proven row nothing ends", async () => {
      const stage = await house(kind, more);
      const first = stage.browser();
      await stage.mail(first);
      const { emailVerified } = await stage.owner();
      expect(await join(stage)).toBe(after);
      expect((await stage.owner()).emailVerified).toEqual(emailVerified);
      expect((await first.session())?.user).toMatchObject({ email: address });
    });
  },
);

describe.each(strategies)("with a password or a factor on the row, with %s sessions", (strategy) => {
  const ownOf = (stage: Stage, id: string) => {
    const resolved = resolveConfigWithEnv(stage.config);
    const plugin = pluginsOf(stage.config).find((each) => each.id === id)!;
    return { resolved, own: scopeOf(plugin, resolved) };
  };

  const plants: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
    "a factor": async (stage) =>
      enrol(
        { ...ownOf(stage, "two-factor"), userId: (await stage.owner()).id },
        { secret: newSecret(), step: stepAt(Date.now()) - 5, codes: ["AAAAA-AAAAA"] },
      ),
    "a password": async (stage) =>
      setPassword(
        ownOf(stage, "password").own,
        (await stage.owner()).id,
        await hashPassword("the stranger's phrase"),
        0,
      ),
    "a passkey": async (stage) =>
      stage.config.adapter?.createAuthenticator?.({
        credentialID: "key",
        providerAccountId: "key",
        userId: (await stage.owner()).id,
        credentialPublicKey: "",
        counter: 0,
        credentialDeviceType: "singleDevice",
        credentialBackedUp: false,
      }),
  };

  test.each(Object.keys(plants))(
    "J1: %s refuses the join, until a mail's link says whose it is",
    async (kind) => {
      const experimental = { enableWebAuthn: true };
      const plugins: Plugins = [password({ sendMail: () => undefined }), account(), twoFactor()];
      const stage = await house("memory", { session: { strategy }, plugins, experimental });
      stage.config.providers.push(Passkey({}));
      const stranger = stage.browser();
      await stage.oauth({}, stranger);
      await plants[kind]!(stage);
      await later(strategy);
      const owner = stage.browser();
      expect(await join(stage, owner)).toBe(notLinked);
      expect((await stage.owner()).emailVerified).toBeNull();
      expect(
        await stage.config.adapter?.getUserByAccount?.({ provider: "joining", providerAccountId: "owner-1" }),
      ).toBeNull();
      expect(stage.mails).toMatchObject([{ to: address, subject: "Was it you? Joining at localhost:3000" }]);
      const link = /https?:\/\/\S+/.exec(stage.mails[0]!.text)?.[0] ?? "";
      // Elsewhere it proves nothing.
      expect(locationOf(await stage.browser().open(link))).toContain("error=Verification");
      expect((await stage.owner()).emailVerified).toBeNull();
      expect(locationOf(await owner.send(link))).toBe(
        `${origin}/auth/signin?callbackUrl=${encodeURIComponent(after)}`,
      );
      expect(await stranger.session()).toBeNull();
      expect(await join(stage, owner)).toBe(after);
      expect((await owner.session())?.user).toMatchObject({ email: address });
      for (let round = 0; round < 2; round++) expect(await stage.oauth({}, stage.browser())).toBe(notLinked);
    },
  );
});

test("J1: a first sign-in that was cut off is gone on with as a proof", async () => {
  const stage = await house("memory", {}, { ...vouching, allowDangerousEmailAccountLinking: false });
  const dies = { linkAccount: () => new Promise<never>(() => undefined) };
  // Nothing is known of the address when it begins.
  void join(stage, stage.browser(dies), { email_verified: undefined });
  await expect.poll(async () => (await stage.config.adapter?.getUserByEmail?.(address))?.email).toBe(address);
  expect(await join(stage)).toBe(after);
  expect((await stage.owner()).emailVerified).toBeInstanceOf(Date);
});
