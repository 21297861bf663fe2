/** `auth migrate` on forms that it did not read in real apps: each case by its id. */
import { afterAll, describe, expect, test } from "vitest";
import { manifest, migrated, migrateIn, removeApps, version4, type Files } from "../support/written-apps.js";

afterAll(removeApps);

describe("RA2-A2: packages of a workspace that leave next-auth to others", () => {
  const router = 'import { useSession } from "next-auth/react";\n\nexport const use = () => useSession();\n';
  const workspace = (more: Files): Files => ({
    "package.json": manifest({ workspaces: ["apps/*", "packages/*"] }),
    "apps/web/package.json": manifest({
      name: "@app/web",
      dependencies: { ...version4, "@app/router": "*" },
    }),
    "apps/web/app/providers.tsx": 'export { SessionProvider } from "next-auth/react";\n',
    "packages/router/index.ts": router,
    ...more,
  });
  const named = (sections: object) =>
    workspace({ "packages/router/package.json": manifest({ name: "@app/router", ...sections }) });

  test.each([
    ["peerDependencies", ["peerDependencies"]],
    ["peerDependencies and devDependencies", ["peerDependencies", "devDependencies"]],
  ])("named in %s: the package comes along, before the app", async (_, sections) => {
    const entries = Object.fromEntries(sections.map((one) => [one, { "next-auth": "^4.22.1" }]));
    const { code, result, read, folder } = await migrated(named(entries));
    expect([code, result.packages.map((one) => one.path)]).toEqual([0, ["packages/router", "apps/web"]]);
    expect(read("packages/router/index.ts")).toBe(router.replace("next-auth/react", "authwright/react"));
    const after = JSON.parse(read("packages/router/package.json"));
    for (const section of sections) expect(Object.keys(after[section]), section).toEqual(["authwright"]);
    const second = await migrateIn(folder);
    expect([second.code, second.result.packages.map(({ from }) => from)]).toEqual([0, [[], []]]);
  });

  test("named nowhere, and used: its files come along, its package.json stays", async () => {
    const before = named({});
    const { code, result, read } = await migrated(before);
    expect([code, result.packages.map((one) => one.path)]).toEqual([0, ["packages/router", "apps/web"]]);
    expect(read("packages/router/index.ts")).toBe(router.replace("next-auth/react", "authwright/react"));
    expect(read("packages/router/package.json")).toBe(before["packages/router/package.json"]);
  });

  test("a package that has nothing to do with it stays out", async () => {
    const { result } = await migrated(
      workspace({
        "packages/router/package.json": manifest({ name: "@app/router" }),
        "packages/router/index.ts": "// as next-auth has it\nexport {};\n",
      }),
    );
    expect(result.packages.map((one) => one.path)).toEqual(["apps/web"]);
  });

  test("a package alone that has it in peerDependencies is no stranger to the second run", async () => {
    const { folder, code } = await migrated({
      "package.json": manifest({ peerDependencies: { "next-auth": "^4.22.1" } }),
      "index.ts": router,
    });
    expect([code, (await migrateIn(folder)).code]).toEqual([0, 0]);
  });
});
