/** The table of names says the truth about our doors. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { adviceFor, augmentedSubpath, subpathOf, exported, renamed } from "../../src/cli/old-auth/names.js";
import { moduleFor, nameFor } from "../../src/cli/old-auth/targets.js";
import { run } from "../support/process.js";
import { copySample, linkPackages, removeSamples } from "./samples.js";
import { nativeCompiler } from "../support/type-check.js";

afterAll(removeSamples);
const rules = { packageName: "authwright", providers: new Set(["github", "azure-ad", "hydra"]) };

test("every name of the table is exported by its door", async () => {
  const folder = copySample("split-v5");
  linkPackages(folder);
  const lines = Object.entries(exported).flatMap(([door, names], at) =>
    names.map((name, n) => {
      const specifier = door === "" ? "authwright" : `authwright/${door}`;
      return `import type { ${name} as A${at}_${n} } from "${specifier}";\nexport type { A${at}_${n} };`;
    }),
  );
  writeFileSync(path.join(folder, "names.ts"), `${lines.join("\n")}\n`);
  const flags = [
    "--noEmit",
    "--skipLibCheck",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--jsx",
    "preserve",
  ];
  const result = await run(process.execPath, [...nativeCompiler, ...flags, "--ignoreConfig", "names.ts"], {
    cwd: folder,
  });
  expect(result.stdout + result.stderr).toBe("");
});

test("renamed names exist; doors of modules have a list or take every name", () => {
  const all = new Set(Object.values(exported).flat());
  const ofProviders = new Set([
    "AzureADB2CProfile",
    "GitHubProfile",
    "GitHubEmail",
    "HuggingFaceProfile",
    "RelyingParty",
  ]);
  for (const name of Object.values(renamed)) expect(all.has(name) || ofProviders.has(name), name).toBe(true);
  for (const name of Object.keys(adviceFor)) expect(all.has(name), name).toBe(false);
  const doors = new Set([...Object.keys(exported), "errors", "package.json"]);
  for (const door of [...Object.values(subpathOf), ...Object.values(augmentedSubpath)])
    expect(doors.has(door), door).toBe(true);
});

test.each([
  ["next-auth", "NextAuthOptions", "authwright/next", "NextAuthConfig"],
  ["next-auth", "DefaultUser", "authwright", "DefaultUser"],
  ["next-auth", "default", "authwright/next", "default"],
  ["next-auth/providers/github", "GithubProfile", "authwright/providers/github", "GitHubProfile"],
  ["next-auth/providers/azure-ad", "default", "authwright/providers/azure-ad", "default"],
  // Its file is called differently; id and callback URL are the same.
  ["next-auth/providers/ory-hydra", "default", "authwright/providers/hydra", "default"],
  ["next-auth/react", "ClientSafeProvider", "authwright", "PublicProvider"],
  ["@auth/core/types", "Session", "authwright", "Session"],
  ["@auth/core/errors", "CredentialsSignin", "authwright/errors", "CredentialsSignin"],
  ["@auth/express", "ExpressAuth", "authwright/express", "ExpressAuth"],
])("%s %s → %s %s", (specifier, name, target, fresh) => {
  expect(nameFor(specifier, name, rules)).toEqual({ kind: "found", specifier: target, name: fresh });
});

test("what has no counterpart says what to write", () => {
  expect(nameFor("next-auth", "ISODateString", rules)).toMatchObject({ kind: "none", write: "string" });
  expect(nameFor("next-auth", "getServerSession", rules)).toMatchObject({ kind: "none" });
  expect(moduleFor("next-auth/providers/nowhere", rules)).toMatchObject({
    kind: "none",
    write: expect.stringContaining('id: "nowhere"'),
  });
  expect(moduleFor("next-auth/client", rules)).toMatchObject({ kind: "none" });
});
