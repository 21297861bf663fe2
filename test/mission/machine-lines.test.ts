/** Lines that machines run start what is installed: the npm name `auth` is another product's, and npx would load it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commands } from "../../src/commands/manifest/manifest.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";
import { cleanEnv, run } from "../support/process.js";
import { npx } from "../support/project.js";

afterAll(removeProjects);

/** `npx auth …`, in words or as JSON, that is run. What only warns of it is followed by no command. */
const foreign = /npx auth [a-z]|"npx",\s*"args":\s*\["auth"/;

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

describe("N1: no line that a machine runs would load the package auth", () => {
  it.each([
    "docs/guides/agents.md",
    "docs/cli/mcp.md",
    "skills/authwright/SKILL.md",
    "llms.txt",
    "src/templates/docker/compose.hbs",
    "src/commands/mcp/command.ts",
    "src/commands/additions/agents-section.ts",
  ])("N1: %s", (file) => {
    expect(read(file)).not.toMatch(foreign);
  });

  it("N1: the examples of auth mcp", () => {
    const examples = commands.find(({ name }) => name === "mcp")?.examples ?? [];
    expect(examples.length).toBeGreaterThan(0);
    for (const line of examples) expect(line).toMatch(/^npx --no authwright mcp/);
  });

  it("N1: what commands write and answer", async () => {
    const folder = copyProject("express-esm-ts");
    await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github", "--agents"]);
    await runMain(folder, ["add-docker", "--yes", "--no-install"]);
    const files = ["AGENTS.md", "compose.yaml", "Dockerfile", "package.json"];
    for (const file of files.map((name) => path.join(folder, name)))
      if (existsSync(file)) expect(readFileSync(file, "utf8"), file).not.toMatch(foreign);
    expect(readFileSync(path.join(folder, "AGENTS.md"), "utf8")).toContain("`npx --no authwright undo`");
    for (const words of [
      ["add-provider", "gogle"],
      ["add-provider", "google", "--dry-run"],
      ["init", "--frameork", "x"],
    ]) {
      const { next } = JSON.parse((await runMain(folder, [...words, "--json"])).stdout);
      expect(next[0].command).toMatch(/^npx --no authwright /);
    }
  });
});

it("N1: sentences of a JSON document name the command as it starts there", async () => {
  const folder = copyProject("express-esm-ts");
  await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"]);
  writeFileSync(path.join(folder, ".env"), "AUTH_GITHUB_ID=a\nAUTH_GITHUB_SECRET=b\n");
  const sentences: string[] = [];
  for (const words of [["doctor"], ["secret", "check"], ["undo", "no-such-id"], ["add-role", "x"]]) {
    const { stdout } = await runMain(folder, [...words, "--json"]);
    JSON.parse(stdout, (key, value) => {
      if (["fix", "hint", "message", "why"].includes(key) && typeof value === "string") sentences.push(value);
      return value;
    });
  }
  expect(sentences.filter((text) => text.includes("npx --no authwright")).length).toBeGreaterThan(1);
  expect(sentences.filter((text) => foreign.test(text))).toEqual([]);
});

it("N1: npx --no authwright loads nothing where node_modules is missing", async () => {
  const asked: string[] = [];
  const registry = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  const cwd = mkdtempSync(path.join(tmpdir(), "authwright clone "));
  writeFileSync(path.join(cwd, "package.json"), '{ "devDependencies": { "authwright": "^0.1.0" } }');
  const { port } = registry.address() as AddressInfo;
  const env = cleanEnv({
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: path.join(cwd, "cache"),
  });
  const { code, stderr } = await run(npx, ["--no", "authwright", "mcp"], { cwd, env, timeoutSeconds: 60 });
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/cancel|not found|404/i);
  expect(asked.filter((url) => url.includes(".tgz"))).toEqual([]);
  expect(existsSync(path.join(cwd, "node_modules"))).toBe(false);
  registry.close();
  rmSync(cwd, { recursive: true, force: true });
});
