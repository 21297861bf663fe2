/**
 * Every command that only reads, every dry run and every tool of `auth mcp`, in twelve clones that try to run a program.
 *
 * npm run test:full -- --only hostile-folders
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { commands } from "../../src/commands/manifest/manifest.js";
import { cliFile } from "../support/cli.js";
import { forms, hostileClone, runsByGit, type Clone } from "../support/hostile-folders.js";

const isRefused = (form: string) => form === "an embedded repository";

/** Words behind a command that needs some. */
const words: Readonly<Record<string, readonly string[]>> = {
  "add-provider": ["google"],
  "remove-provider": ["github"],
  "add-adapter": ["kysely"],
  "add-plugin": ["password"],
  "remove-plugin": ["password"],
  "add-role": ["admin"],
  protect: ["/orders"],
  completion: ["bash"],
  "token encode": ['{"sub":"1"}'],
  "token decode": ["x"],
  "secret generate": ["--write"],
  providers: ["google"],
};

/** `dev` starts the app, `mcp` is below, and the database has none here. */
const reading = commands.map(({ name }) => name).filter((name) => !["dev", "mcp"].includes(name));

const runIn = ({ app, env }: Clone, ...argv: readonly string[]) =>
  spawnSync(process.execPath, [cliFile, ...argv], {
    cwd: app,
    env,
    encoding: "utf8",
    timeout: 60_000,
    input: "",
  });

describe.each(Object.keys(forms))("G1: %s", (form) => {
  it("G1: no command and no dry run starts a program", () => {
    const clone = hostileClone(form, "express-esm-ts");
    expect(runsByGit(clone)).toBe(true);
    const found: Record<string, unknown> = {};
    if (!isRefused(form))
      expect(runIn(clone, "init", "--yes", "--no-install", "--provider", "github").status).toBe(0);
    for (const name of reading) {
      const result = runIn(clone, ...name.split(" "), ...(words[name] ?? []), "--dry-run", "--no-input");
      const isRun = existsSync(clone.mark) || clone.started().length > 0;
      if (isRun || result.signal !== null) found[name] = [clone.started(), result.signal];
    }
    expect(found).toEqual({});
    if (isRefused(form)) expect(runIn(clone, "doctor").status).toBe(3);
    clone.remove();
  }, 600_000);

  it("G1: no tool of auth mcp starts a program but auth itself", async () => {
    const clone = hostileClone(form, "express-esm-ts");
    const client = new Client({ name: "test", version: "1.0.0" });
    const { app: cwd, env } = clone;
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [cliFile, "mcp"], cwd, env }),
    );
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    for (const { name } of tools) {
      const given = words[name.replace("plan_", "").replaceAll("_", "-")];
      await client.callTool({ name, arguments: given ? { args: [...given] } : {} }, { timeout: 60_000 });
    }
    await client.close();
    expect(new Set(clone.started())).toEqual(new Set([process.execPath]));
    expect(existsSync(clone.mark)).toBe(false);
    clone.remove();
  }, 600_000);
});
