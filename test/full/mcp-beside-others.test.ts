/**
 * `auth mcp` in members of workspaces, with each package manager, and beside a person who runs commands too.
 *
 * npm run test:full -- --only mcp-beside-others
 */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runCli, runMain, snapshotOf } from "../support/cli.js";
import { Agent } from "../mcp/agent.js";

const agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.end();
});

const searchPath = process.env["PATH"];
let bin: string;
/** Package managers that install nothing: each writes down where it runs, and with what; `slow` beside it keeps it running. */
beforeAll(() => {
  bin = copyProject("empty");
  for (const name of ["npm", "pnpm", "yarn", "bun"])
    writeFileSync(
      path.join(bin, name),
      `#!/bin/sh\necho "${name} $* in $PWD" >> "${bin}/log"\nwhile [ -e "${bin}/slow" ]; do sleep 0.05; done\n`,
      { mode: 0o755 },
    );
  process.env["PATH"] = `${bin}:${searchPath}`;
});
afterAll(() => {
  process.env["PATH"] = searchPath;
  removeProjects();
});

/** What the package managers were asked for since. */
function installs(): readonly string[] {
  const log = path.join(bin, "log");
  const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  rmSync(log, { force: true });
  return lines;
}

async function startAgent(folder: string): Promise<Agent> {
  const agent = await Agent.start(folder, "--write");
  agents.push(agent);
  return agent;
}

interface Step {
  readonly kind: string;
  readonly reason: string;
}

const nextOf = ({ document }: { readonly document: object }): readonly { readonly command: string }[] =>
  (document as { next?: readonly { command: string }[] }).next ?? [];

describe.each([
  ["package-lock.json", "npm", "npx auth", "npx authwright"],
  ["pnpm-lock.yaml", "pnpm", "pnpm exec auth", "pnpm dlx authwright"],
  ["yarn.lock", "yarn", "yarn auth", "yarn dlx authwright"],
  ["bun.lock", "bun", "bun x auth", "bun x authwright"],
])("a member of a workspace with %s", (lock, manager, installed, loaded) => {
  test("the plan names the install, apply runs it there, next names the command", async () => {
    const root = copyProject("empty");
    const member = path.join(root, "apps/shop");
    cpSync(copyProject("express-esm-ts"), member, { recursive: true });
    writeFileSync(path.join(root, "package.json"), '{ "private": true, "workspaces": ["apps/*"] }\n');
    if (manager === "pnpm") writeFileSync(path.join(root, "pnpm-workspace.yaml"), "packages: [apps/*]\n");
    writeFileSync(path.join(root, lock), "");
    installs();
    const agent = await startAgent(member);
    const refused = await agent.call("plan_protect", { args: ["/orders"] });
    expect(nextOf(refused).map(({ command }) => command)).toEqual([`${loaded} init`]);
    const planned = await agent.call("plan_init", { provider: ["github"] });
    const steps = planned.document.plan?.steps as unknown as readonly Step[];
    expect(steps.filter(({ kind }) => kind === "install").map(({ reason }) => reason)).toEqual([
      `${manager} install`,
    ]);
    expect(installs()).toEqual([]);
    const applied = await agent.call("apply", { plan: planned.document.plan?.id });
    expect(applied.document).toMatchObject({ ok: true });
    expect(installs()).toEqual([expect.stringMatching(new RegExp(`^${manager} install\\b.* in ${root}`))]);
    const misspelt = await agent.call("plan_add_provider", { args: ["gogle"] });
    expect(nextOf(misspelt)[0]?.command).toBe(`${installed} add-provider google`);
  });
});

describe("a person changes the project between plan and apply", () => {
  let folder: string;
  let agent: Agent;
  let google: string;
  const set = async () => {
    folder = copyProject("express-esm-ts");
    await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"]);
    agent = await startAgent(folder);
    google = await agent.plan("add_provider", { args: ["google"], "no-install": true });
  };

  test.each<[what: string, change: () => unknown]>([
    ["another provider", () => runMain(folder, ["add-provider", "gitlab", "--yes", "--no-install"])],
    ["the same provider", () => runMain(folder, ["add-provider", "google", "--yes", "--no-install"])],
    ["undo of all of it", () => runMain(folder, ["undo", "--yes"])],
    ["a configuration that is gone", () => rmSync(path.join(folder, "src/auth.ts"))],
    ["a broken package.json", () => writeFileSync(path.join(folder, "package.json"), "{")],
    ["an env file by hand", () => writeFileSync(path.join(folder, ".env"), "AUTH_GOOGLE_ID=mine\n")],
  ])("%s: apply writes nothing, and a new plan goes by what is there", async (_what, change) => {
    await set();
    await change();
    const changed = snapshotOf(folder);
    const { isError, document } = await agent.call("apply", { plan: google });
    expect([isError, document.error?.code]).toEqual([
      true,
      expect.stringMatching(/^AUTH_E_(?:ANOTHER_PLAN|NO_CONFIG|PACKAGE_JSON|NOT_SET_UP|SETUP)$/),
    ]);
    expect(snapshotOf(folder)).toEqual(changed);
  });

  test("a file that the plan does not touch: it is carried out", async () => {
    await set();
    writeFileSync(path.join(folder, "src/more.ts"), "export {};\n");
    expect((await agent.call("apply", { plan: google })).document.ok).toBe(true);
  });

  test("their command is still running: apply is refused, nothing is lost, and the next plan holds both", async () => {
    await set();
    writeFileSync(path.join(bin, "slow"), "");
    installs();
    const adapter = ["add-adapter", "kysely", "--dialect", "sqlite", "--yes", "--package-manager", "npm"];
    const theirs = runCli(folder, adapter);
    try {
      await expect.poll(() => existsSync(path.join(bin, "log")), { timeout: 20_000 }).toBe(true);
      const meanwhile = await agent.call("apply", { plan: google });
      expect([meanwhile.isError, meanwhile.document.error?.code]).toEqual([
        true,
        expect.stringMatching(/^AUTH_E_(?:BUSY|ANOTHER_PLAN)$/),
      ]);
    } finally {
      rmSync(path.join(bin, "slow"));
    }
    expect((await theirs).code).toBe(0);
    const again = await agent.plan("add_provider", { args: ["google"], "no-install": true });
    expect((await agent.call("apply", { plan: again })).document.ok).toBe(true);
    const text = readFileSync(path.join(folder, "src/auth.ts"), "utf8");
    for (const part of ["providers/github", "providers/google", "./auth-store.js"])
      expect(text).toContain(part);
  }, 60_000);

  test("what the agent applied and a person took back: its undo changes nothing", async () => {
    await set();
    await agent.call("apply", { plan: google });
    await runMain(folder, ["undo", "--yes"]);
    const before = snapshotOf(folder);
    expect((await agent.call("undo", { plan: google })).isError).toBe(true);
    expect(snapshotOf(folder)).toEqual(before);
  });
});
