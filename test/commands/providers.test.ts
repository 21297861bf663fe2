import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { catalog } from "../../src/providers/catalog.js";
import { runMain } from "../support/cli.js";

const providers = (...args: string[]) => runMain(tmpdir(), ["providers", ...args]);

test("lists all, one a line", async () => {
  const { stdout, code } = await providers();
  expect(code).toBe(0);
  expect(stdout.trim().split("\n")).toHaveLength(catalog.length);
});

test("searches ids, names and types", async () => {
  expect((await providers("hugging")).stdout).toBe("huggingface  Hugging Face\n");
  expect((await providers("hugging", "face")).stdout).toBe("huggingface  Hugging Face\n");
  expect((await providers("medium")).stdout).toContain("Medium (dead)");
  const { result } = JSON.parse((await providers("oidc", "--json")).stdout);
  expect(result.providers.length).toBeGreaterThan(60);
});

test("names the nearest when nothing is found", async () => {
  const { stderr, code } = await providers("gitlap");
  expect(code).toBe(2);
  expect(stderr).toMatch(/Did you mean gitlab/);
});

test("show tells where to register, what to set and what to know", async () => {
  const { stdout, code } = await providers("show", "github");
  expect(code).toBe(0);
  for (const part of [
    "https://github.com/settings/developers",
    "AUTH_GITHUB_SECRET",
    "/callback/github",
    "user:email",
  ])
    expect(stdout).toContain(part);
  expect((await providers("show", "mastodon")).stdout).toContain("probably:");
});

test("show --json is the whole entry", async () => {
  const { stdout } = await providers("show", "keycloak", "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    ok: true,
    command: "providers",
    result: {
      id: "keycloak",
      env: { issuer: "AUTH_KEYCLOAK_ISSUER" },
      scopes: ["openid", "profile", "email"],
      callbackPath: "/callback/keycloak",
    },
  });
});

test.each([["show"], ["show", "github", "gitlab"], ["show", "gihtub"]])(
  "%s %s is wrong usage",
  async (...args) => {
    expect((await providers(...args.filter(Boolean))).code).toBe(2);
  },
);

test("a provider that is out of service is refused, with the reason", async () => {
  const { stderr, code } = await runMain(tmpdir(), ["add-provider", "medium"]);
  expect(code).toBe(3);
  expect(stderr).toContain("archived in March 2023");
});
