import { afterEach, expect, test } from "vitest";
import { copyProject, removeProjects, runCli } from "../support/cli.js";
import { onTerminal } from "./terminal.js";

afterEach(removeProjects);

async function projectWithSignIn(): Promise<string> {
  const folder = copyProject("express-esm-ts");
  const made = await runCli(folder, ["init", "--yes", "--provider", "github", "--no-install"]);
  expect(made.code, made.stderr).toBe(0);
  return folder;
}

const discord = ["add-provider", "discord", "--yes", "--no-install"];

test("on a terminal add-provider names the callback URL once, with where to register it", async () => {
  const terminal = onTerminal(await projectWithSignIn(), discord);
  expect((await terminal.ends()).code, terminal.text()).toBe(0);
  expect(terminal.text().match(/\/auth\/callback\/discord/g)).toHaveLength(1);
});

test("in a pipe the callback URL is the result", async () => {
  const { stdout } = await runCli(await projectWithSignIn(), discord);
  expect(stdout).toBe("Discord: callback URL http://localhost:3000/auth/callback/discord\n");
});

test("what is to be filled in is named, and what was given is not", async () => {
  const { stderr } = await runCli(await projectWithSignIn(), [...discord, "--client-id", "abc"]);
  expect(stderr).toContain("AUTH_DISCORD_ID: as given");
  expect(stderr).toContain("AUTH_DISCORD_SECRET: to be filled in by you");
  expect(stderr).toMatch(/^ {2}\d\. Fill in AUTH_DISCORD_SECRET in \.env$/m);
});
