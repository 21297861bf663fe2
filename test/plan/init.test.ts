import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { planInit } from "../../src/commands/init/plan.js";
import { chooseProvider } from "../../src/commands/additions/provider.js";
import { detectConfigured } from "../../src/commands/steps/open-configuration.js";
import { renderDiff, renderSteps } from "../../src/cli/preview/preview.js";
import { findFramework } from "../../src/templates/frameworks/index.js";
import { copyProject, removeProjects, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

function answers(framework: string, secret = "test-secret-test-secret-test-secret-000") {
  const found = findFramework(framework);
  if (!found) throw new Error(framework);
  const providers = [chooseProvider("github")];
  return { framework: found, providers, secret, esm: false, install: true, force: false };
}

test("planning is pure: the same facts and answers give the same plan, nothing is written, facts are frozen", async () => {
  const folder = copyProject("express-esm-ts");
  const before = snapshotOf(folder);
  const facts = await detectConfigured(folder);
  const one = await planInit(facts, answers("express"));
  const two = await planInit(await detectConfigured(folder), answers("express"));
  expect(two).toEqual(one);
  expect(snapshotOf(folder)).toEqual(before);
  expect(Object.isFrozen(facts)).toBe(true);
});

test("the id does not depend on the secret, and nothing that is shown holds it", async () => {
  const facts = await detectConfigured(copyProject("next-app-ts"));
  const secret = "test-secret-test-secret-test-secret-111";
  const plan = await planInit(facts, answers("next", secret));
  expect(plan.id).toBe((await planInit(facts, answers("next"))).id);
  const plain = { colour: false, links: false, animation: false };
  const shown =
    renderSteps(plan, plain) + renderDiff(plan, plain) + JSON.stringify(plan.steps) + plan.next.join();
  expect(shown).not.toContain(secret);
  expect(shown).toContain("AUTH_SECRET=••••");
});

test("the ignore entry comes before the env file, the installation comes last", async () => {
  const plan = await planInit(await detectConfigured(copyProject("express-esm-ts")), answers("express"));
  const files = plan.changes.map((change) => change.path);
  expect(files.indexOf(".gitignore")).toBeLessThan(files.indexOf(".env"));
  expect(plan.steps.at(-1)).toMatchObject({ kind: "install", status: "todo" });
});

test.each([
  ["express-esm-ts", "src/auth.ts", "src/server.ts"],
  ["express-cjs", "auth.js", "app.js"],
])(
  "%s: the package's name comes from one constant, and only added lines show in the server's diff",
  async (name, auth, server) => {
    const folder = copyProject(name);
    const plan = await planInit(await detectConfigured(folder), answers("express"));
    const { name: packageName } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(plan.changes.find((change) => change.path === auth)?.after.text).toContain(
      `${packageName}/express`,
    );
    const before = readFileSync(path.join(folder, server), "utf8").split("\n");
    const after = plan.changes.find((change) => change.path === server)?.after.text.split("\n") ?? [];
    const kept = after.filter((line) => before.includes(line));
    for (const line of before) expect(kept).toContain(line);
  },
);

test.each(["next-app-ts", "next-pages-ts"])(
  "%s below a path: the configuration, the example page and the addresses to open and register say so",
  async (name) => {
    const folder = copyProject(name);
    writeFileSync(path.join(folder, "next.config.mjs"), 'export default {\n  basePath: "/shop",\n};\n');
    const facts = await detectConfigured(folder);
    const [framework] = facts.frameworks;
    const plan = await planInit(facts, answers(framework?.id ?? ""));
    const written = (file: RegExp) => plan.changes.find(({ path: at }) => file.test(at))?.after.text;
    expect(written(/(?:^|\/)auth\.ts$/)).toContain('basePath: "/shop/api/auth"');
    const page = written(/dashboard/);
    // Next puts its own basePath in front of no link, and of no address inside of an address.
    expect(page).toContain('auth.require({ redirectTo: "/shop/dashboard" }');
    expect(page).toContain(
      name === "next-app-ts" ? 'redirectTo: "/shop"' : 'action="/shop/api/auth/signout"',
    );
    const next = plan.next.join("\n");
    expect(next).toContain("http://localhost:3000/shop/dashboard");
    expect(next).toContain("http://localhost:3000/shop/api/auth/callback/github");
  },
);

test("without a path in front, a Next.js configuration has no basePath", async () => {
  const plan = await planInit(await detectConfigured(copyProject("next-app-ts")), answers("next"));
  const text = plan.changes.find(({ path: at }) => /(?:^|\/)auth\.ts$/.test(at))?.after.text;
  expect(text).toContain("FrameworkAuth({\n  providers: [GitHub]");
});
