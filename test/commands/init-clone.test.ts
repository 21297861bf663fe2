/** `auth init` in a clone: the configuration is there, the env file is not. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterAll(removeProjects);

const init = ["init", "--yes", "--no-install"];

async function clone(name: string, env: string, change: (text: string) => string = (text) => text) {
  const folder = copyProject(name);
  await runMain(folder, [...init, "--provider", "github,google"]);
  const at = (file: string) => path.join(folder, file);
  const auth = existsSync(at("auth.ts")) ? at("auth.ts") : at("src/auth.ts");
  writeFileSync(auth, change(readFileSync(auth, "utf8")));
  rmSync(at(env));
  return {
    folder,
    read: (file: string) => readFileSync(at(file), "utf8"),
    remove: () => rmSync(at(".env.example")),
  };
}

test.each([
  ["next-app-ts", ".env.local"],
  ["express-esm-ts", ".env"],
])("CL-10: %s: the names of the configured providers are in %s and .env.example", async (name, env) => {
  const { folder, read, remove } = await clone(name, env);
  remove();
  const { code, stderr } = await runMain(folder, init);
  expect(code, stderr).toBe(0);
  expect(read(env)).toMatch(/^AUTH_SECRET=.{20,}$/m);
  const names = ["AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET", "AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"];
  for (const one of names) {
    expect(read(env)).toMatch(new RegExp(`^${one}=$`, "m"));
    expect(read(".env.example")).toMatch(new RegExp(`^${one}=$`, "m"));
  }
  expect(stderr).toContain(`Fill in ${names.join(", ")} in ${env}`);
});

test("CL-10: an option in the code is read from the variable that it names, or from none", async () => {
  const call = "GitHub({ clientId: process.env.GH_ID, clientSecret: process.env.GH_SECRET })";
  const { folder, read } = await clone("express-esm-ts", ".env", (text) =>
    text.replace(/\[GitHub, Google\]/, `[${call}, Google({ clientId: "public" })]`),
  );
  await runMain(folder, init);
  const names = [...read(".env").matchAll(/^(\w+)=$/gm)].map(([, key]) => key);
  expect(names).toEqual(["GH_ID", "GH_SECRET", "AUTH_GOOGLE_SECRET"]);
});

test("CL-10: an env file that is there keeps its names", async () => {
  const { folder, read } = await clone("express-esm-ts", ".env");
  writeFileSync(path.join(folder, ".env"), "PORT=3000\n");
  await runMain(folder, init);
  expect(read(".env")).toContain("AUTH_SECRET=");
  expect(read(".env")).not.toContain("AUTH_GITHUB_ID");
});

test.each([
  ["auth0", ["--param", "domain=login.example.com"], "AUTH_AUTH0_ISSUER"],
  ["oidc", ["--issuer", "https://login.example.com"], "AUTH_OIDC_ISSUER"],
  ["bungie", [], "AUTH_BUNGIE_KEY"],
])("CL-10: %s: a clone names what add-provider named, parameters too", async (id, flags, parameter) => {
  const { folder, read, remove } = await clone("express-esm-ts", ".env");
  const added = await runMain(folder, ["add-provider", id, ...flags, "--yes", "--no-install"]);
  expect(added.code, added.stderr).toBe(0);
  const namesIn = (text: string) => [...text.matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
  const named = namesIn(read(".env"));
  expect(named).toContain(parameter);
  rmSync(path.join(folder, ".env"));
  remove();
  expect((await runMain(folder, init)).code).toBe(0);
  for (const file of [".env", ".env.example"])
    expect(namesIn(read(file))).toEqual(expect.arrayContaining(named));
});
