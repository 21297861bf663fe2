/** Plugins in a configuration: what may stand there, where their routes are, and what is left of one without its table. */
import { describe, expect, it } from "vitest";
import { toMissingTable } from "../../src/runtime/adapters/rows/driver-errors.js";
import { definePlugin } from "../../src/runtime/plugins/host/define-plugin.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Records } from "../../src/runtime/types/records.js";
import { locationOf, origin } from "../support/browser.js";
import { exempt, fixedCode } from "./fixed-code.js";
import { answerCode, challengeUrl, Stage, ways } from "./stage.js";

const byPassword = new Map(ways).get("a password")!;
const route = (path: string) => ({
  method: "GET" as const,
  path: path as `/${string}`,
  flow: () => ({ kind: "empty" as const, status: 204 }),
});
const problemOf = (plugins: readonly unknown[], more: Partial<AuthConfig> = {}) =>
  resolveConfigWithEnv({ ...new Stage().config, plugins: plugins as AuthConfig["plugins"], ...more }).problem
    ?.message;

describe("a configuration with plugins", () => {
  const odd: [string, readonly unknown[], string][] = [
    ["a factory that was not called", [fixedCode], "plugins: call factories of one release"],
    [
      "one that was not called behind another",
      [fixedCode(), fixedCode],
      "plugins: call factories of one release",
    ],
    [
      "one that was made for another release",
      [{ ...fixedCode(), host: undefined, hostOfLater: fixedCode().host }],
      "plugins: call factories of one release",
    ],
    [
      "the same plugin twice",
      [fixedCode(), fixedCode()],
      'The plugin "fixed-code" is there twice. Remove one of them',
    ],
    [
      "a route of the core",
      [definePlugin({ id: "x", routes: [route("/signin/x")] })],
      'The plugin "x" has the route /signin/x, which is one of the core\'s',
    ],
    [
      "a route of another plugin",
      [definePlugin({ id: "x", routes: [route("/a")] }), definePlugin({ id: "y", routes: [route("/a")] })],
      "Two plugins have the route GET /a. Remove one of them",
    ],
    [
      "a page of another plugin",
      ["x", "y"].map((id) =>
        definePlugin({ id, addresses: { wall: { path: `/${id}`, standard: `/${id}` } } }),
      ),
      'Two plugins have the page "wall". Remove one of them',
    ],
    [
      "an option of a guard that another plugin has",
      ["x", "y"].map((id) => definePlugin({ id, guard: { options: ["team"], judge: () => undefined } })),
      "Two plugins have the option of require() team. Remove one of them",
    ],
    [
      "an option of the core's guards",
      [definePlugin({ id: "x", guard: { options: ["role"], judge: () => undefined } })],
      "Two plugins have the option of require() role. Remove one of them",
    ],
    [
      "a document of the core",
      [definePlugin({ id: "x", documents: { webauthn: { maxAge: 1, read: () => ({}) } } })],
      "Two plugins have the document /.well-known/webauthn. Remove one of them",
    ],
    [
      "a page of the core",
      [definePlugin({ id: "x", addresses: { signIn: { path: "/x", standard: "/x" } } })],
      'The plugin "x" has the page "signIn", which is one of the core\'s',
    ],
    [
      "a table of the core",
      [definePlugin({ id: "x", tables: [{ ...exempt, name: "auth_shared" }] })],
      'The plugin "x" has a table auth_shared, which isn\'t named auth_x_…',
    ],
    [
      "a step that nobody would be asked",
      [definePlugin({ id: "x", steps: [{ id: "s", ask: () => undefined } as never] })],
      'The step "s" has no rank',
    ],
    [
      "a provider that is there already",
      [
        definePlugin({
          id: "x",
          providers: [{ id: "op", name: "X", type: "credentials", authorize: () => null } as never],
        }),
      ],
      "A plugin has a provider with the id of another one. Give yours another id",
    ],
  ];
  it.each(odd)("with %s is refused", (_name, plugins, text) => expect(problemOf(plugins)).toBe(text));

  it("needs records of the adapter where a plugin keeps rows", () => {
    const { records: _records, ...adapter } = new Stage().store;
    const hint = "Run: npx auth add-adapter <id>";
    expect(problemOf([fixedCode()], { adapter })).toBe(
      `The plugin "fixed-code" keeps rows, and the adapter has no records. ${hint}`,
    );
    expect(problemOf([fixedCode()], { adapter: undefined, providers: [], session: {} })).toBe(
      `The plugin "fixed-code" keeps rows, which needs an adapter. ${hint}`,
    );
    expect(problemOf([definePlugin({ id: "x" })], { adapter })).toBeUndefined();
  });
});

describe("a route of a plugin", () => {
  const browser = new Stage({ plugins: [definePlugin({ id: "x", routes: [route("/x/y")] })] }).browser();
  it("answers at its path and method alone", async () => {
    expect((await browser.send("/auth/x/y")).status).toBe(204);
    expect((await browser.send("/auth/x//y/")).status).toBe(204);
    for (const path of ["/auth/x", "/auth/x/y/z", "/auth/x%2Fy"])
      expect((await browser.send(path)).status, path).toBe(400);
    expect(locationOf(await browser.post("/auth/x/y", {}))).toBe(`${origin}/auth/error?error=Configuration`);
  });

  it("reaches no table but those of its plugin", async () => {
    const flow = (_context: unknown, own: { records(table: typeof exempt): Records }) => {
      expect(() => own.records({ ...exempt, name: "auth_other" })).toThrow(
        "auth_other is no table of the plugin",
      );
      return { kind: "empty" as const, status: 204 };
    };
    const plugin = definePlugin({
      id: "x",
      tables: [{ ...exempt, name: "auth_x" }],
      routes: [{ ...route("/x"), flow }],
    });
    expect((await new Stage({ plugins: [plugin] }).browser().send("/auth/x")).status).toBe(204);
  });
});

describe("a plugin without its table", () => {
  const missing: [string, unknown][] = [
    ["is missing", new Error("no such table: auth_fixed_code_exempt")],
    ["lacks a column, in SQLite", new Error("table auth_fixed_code_exempt has no column named userId")],
    ["lacks a column, in Postgres", Object.assign(new Error("column does not exist"), { code: "42703" })],
  ];
  it.each(missing)("that %s is off, says so once, and touches nothing else", async (_name, error) => {
    const fails = () => Promise.reject(toMissingTable(error, exempt.name));
    const stage = new Stage();
    const records = () => ({ find: fails }) as unknown as Records;
    Object.assign(stage.config, { adapter: { ...stage.store, records } });
    for (let time = 0; time < 2; time += 1) {
      const browser = stage.browser();
      expect(await byPassword(stage, browser)).toBe(`${origin}/after`);
      expect(await browser.session()).not.toBeNull();
    }
    expect(stage.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^The plugin "fixed-code" is off: The .*auth_fixed_code_exempt.*Create its tables to switch it on$/,
      ),
    ]);
  });

  it("is on where the database is down: nobody gets past its step", async () => {
    const stage = new Stage();
    const records = () => ({ find: () => Promise.reject(new Error("down")) }) as unknown as Records;
    Object.assign(stage.config, { adapter: { ...stage.store, records } });
    const browser = stage.browser();
    expect(await byPassword(stage, browser)).toContain("error=Configuration");
    expect(await browser.session()).toBeNull();
  });

  it("with it asks", async () => {
    const stage = new Stage();
    const browser = stage.browser();
    expect(await byPassword(stage, browser)).toBe(challengeUrl);
    expect(locationOf(await answerCode(browser))).toBe(`${origin}/after`);
  });
});
