/** What is left of a user, or of an account, that is gone: nothing that opens. */
import { describe, expect, test } from "vitest";
import { accessTokens } from "../../src/runtime/plugins/access-tokens/index.js";
import { accessTokens as tokensTable } from "../../src/runtime/plugins/access-tokens/tables.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { deleteUser } from "../../src/runtime/plugins/accounts/delete-user.js";
import { createAuth } from "../../src/runtime/integrations/node.js";
import { pluginsOf, scopeOf } from "../../src/runtime/plugins/host/scope.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import { requestOf } from "../plugins/account/people.js";
import { after, Stage, stores } from "./stage.js";

const plugins = () => [account({ cacheSeconds: 0 }), accessTokens()];

describe.each(["memory", "SQLite"])("over %s", (kind) => {
  test.each(["jwt", "database"] as const)(
    "TR-13: a sign-in that ends while its user is deleted opens nothing, with %s sessions",
    async (strategy) => {
      const adapter = await stores[kind]!(plugins());
      const stage = new Stage({ adapter, more: { session: { strategy }, plugins: plugins() } });
      await stage.oauth();
      const { id } = await stage.owner();
      const late = stage.browser();
      const resolved = resolveConfigWithEnv({
        ...stage.config,
        adapter: {
          ...adapter,
          deleteUser: async (userId) => {
            expect(await stage.oauth({}, late)).toBe(after);
            return adapter.deleteUser!(userId) as Promise<void>;
          },
        },
      });
      const own = scopeOf(
        pluginsOf(stage.config).find((plugin) => plugin.id === "account")!,
        resolved,
      );
      await deleteUser(resolved, own, id);
      expect(late.has("session-token")).toBe(true);
      expect(await late.session()).toBeNull();
    },
  );

  test("TR-15: the tokens of an account go with it, those of another one stay", async () => {
    const adapter = await stores[kind]!(plugins());
    const stage = new Stage({ adapter, more: { session: { strategy: "jwt" }, plugins: plugins() } });
    const browser = stage.browser();
    await stage.oauth({}, browser);
    await stage.oauth({ sub: "second", email: "second@example.com" }, browser);
    const userId = (await stage.owner()).id;
    const rows = adapter.records!(tokensTable);
    const kept = async () => (await rows.find({ userId, provider: "op" }))?.["providerAccountId"];
    const { accounts } = createAuth(stage.config);
    expect(await kept()).toBe("second");
    await accounts.unlink(requestOf(browser), { provider: "op", providerAccountId: "user-1" });
    expect(await kept()).toBe("second");
    await accounts.unlink(requestOf(browser), { provider: "op", providerAccountId: "second" });
    expect(await kept()).toBeUndefined();
  });
});

test("RT-06: the warning names a getAccount that finds passkeys alone", async () => {
  const adapter = await stores["memory"]!();
  const stage = new Stage({ adapter: { ...adapter, getAccount: () => null } });
  await stage.oauth();
  await stage.oauth();
  expect(stage.warnings.join("\n")).toContain("getAccount finds passkeys alone");
});
