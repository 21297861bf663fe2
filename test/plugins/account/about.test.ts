/** What other plugins say on the account page, in its JSON, and where they are off. */
import { expect, test } from "vitest";
import type { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { definePlugin } from "../../../src/runtime/plugins/host/define-plugin.js";
import type { AboutUse } from "../../../src/runtime/plugins/host/plugin-scope.js";
import { scopeOf } from "../../../src/runtime/plugins/host/scope.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { resolveConfigWithEnv } from "../../../src/runtime/settings/resolve-config.js";
import type { DefinedPlugin, PluginDefinition } from "../../../src/runtime/plugins/host/plugin.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { Plugin } from "../../../src/runtime/types/plugin.js";
import { coreApp, origin, secret } from "../../support/browser.js";
import { exhibitOf, type Person } from "./exhibits.js";

const sendMail = () => undefined;

/** Answers of the account page to its user. */
async function visit(plugins: readonly Plugin[], person: Person = {}, change?: (config: AuthConfig) => void) {
  const { config, cookies = {} } = await exhibitOf(person, { plugins: [account({ sendMail }), ...plugins] });
  change?.(config as AuthConfig);
  const app = coreApp({ secret, trustHost: true, ...config } as AuthConfig);
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
  return async (path: string, accept: string) => {
    const answer = await app(new Request(`${origin}/auth/${path}`, { headers: { cookie, accept } }));
    return { status: answer.status, text: await answer.text() };
  };
}

const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

const teams = (more: Partial<PluginDefinition> = {}) =>
  definePlugin({
    id: "teams",
    messages: {
      teams: { one: "{count} team of {owner}", other: "{count} teams of {owner}" },
      since: "since {time}",
      open: "Open",
      badge: "New",
    },
    about: async () => [
      {
        text: { name: "teams", values: { count: 2, owner: "{time}<b>Ada</b>" } },
        detail: { name: "since", values: { time: new Date(Date.now() - 7_200_000) } },
        badge: { text: { name: "badge" }, tone: "plain" },
        action: { path: "/teams", label: { name: "open" }, needsText: true, isDanger: true },
      },
      { text: "<i>Acme</i>" },
    ],
    links: ({ owner }) => [
      { text: owner.email ?? "", action: { path: "/teams/new", label: { name: "open" } } },
    ],
    ...more,
  });

test("rows and links of a plugin are shown as it says them: texts of its own, names as they stand, times", async () => {
  const { status, text } = await (await visit([teams()]))("account", "text/html");
  expect(status).toBe(200);
  expect(plain(text)).toContain("2 teams of {time}&lt;b&gt;Ada&lt;/b&gt; New since 2 hours ago Open");
  expect(text).toMatch(/since <time datetime="[^"]+Z">2 hours ago<\/time>/);
  expect(text).toContain("<bdi>&lt;i&gt;Acme&lt;/i&gt;</bdi>");
  const back = encodeURIComponent(`${origin}/auth/account`);
  expect(text).toContain(`href="${origin}/auth/teams?callbackUrl=${back}"`);
  expect(text).toMatch(
    /class="button danger"\s+href="[^"]*\/teams\?[^"]*"\s+aria-label="2 teams of [^"]*: Open"/,
  );
  expect(text).toContain(`href="${origin}/auth/teams/new?callbackUrl=${back}"`);
});

test("rows come in the order of the plugins", async () => {
  const ask = async (plugins: readonly Plugin[]) =>
    plain((await (await visit(plugins))("account", "text/html")).text);
  const [one, other] = [password({ sendMail }), twoFactor()];
  expect(await ask([one, other])).toMatch(/Password .*Two-step sign-in/);
  expect(await ask([other, one])).toMatch(/Two-step sign-in .*Password /);
});

test("a plugin whose table is missing says nothing, and its links are not there; others do", async () => {
  const missing = Object.assign(new Error("no such table"), {
    [Symbol.for("authwright.missing-table")]: true,
  });
  const off = teams({ about: () => Promise.reject(missing), overview: () => Promise.reject(missing) });
  const ask = await visit([off, twoFactor()]);
  const { status, text } = await ask("account", "text/html");
  expect(status).toBe(200);
  expect(text).not.toContain("/teams");
  expect(plain(text)).toContain("Two-step sign-in Off");
  expect(JSON.parse((await ask("account", "application/json")).text)).toMatchObject({
    password: null,
    secondFactor: { isOn: false, recoveryCodesLeft: 0 },
  });
});

test("JSON and the download have what plugins say as data, and no plugin takes the place of the user", async () => {
  const bold = teams({ overview: async () => ({ teams: ["acme"], user: { id: "eve" }, password: "eve's" }) });
  const ask = await visit([bold], { name: "Ada" });
  for (const path of ["account", "account/data"]) {
    const told = JSON.parse((await ask(path, "application/json")).text) as Record<string, unknown>;
    expect(told).toMatchObject({ user: { name: "Ada" }, teams: ["acme"], secondFactor: null });
  }
});

test("an administrator gets no link that leads to a page of their own", async () => {
  const { config } = await exhibitOf({ hasPassword: true, hasFactor: true });
  const resolved = resolveConfigWithEnv({ secret, trustHost: true, ...config } as AuthConfig);
  const [user] = (config!.adapter as ReturnType<typeof MemoryAdapter>).rows.users.values();
  const rowsFor = async (use: AboutUse) => {
    const plugins = (config!.plugins ?? []) as readonly DefinedPlugin[];
    const rows = await Promise.all(
      plugins.map(
        (plugin) => plugin.about?.(scopeOf(plugin, resolved), String(user!.id), use, resolved) ?? [],
      ),
    );
    return rows.flat();
  };
  expect((await rowsFor("user")).map(({ action }) => action?.path)).toEqual([
    "/password/change",
    "/two-factor/manage",
  ]);
  const rows = await rowsFor("admin");
  expect(rows.map(({ action }) => action).filter(Boolean)).toEqual([]);
  expect(rows.map(({ mark }) => mark).filter(Boolean)).toEqual(["lock", "phone"]);
});
