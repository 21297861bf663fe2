/** The types of an app's organisations.ts, in the guards of every framework and in tests. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { appTypes } from "../../src/runtime/integrations/nuxt/generated-code.js";
import { projectRoot } from "../architecture/source-tree.js";
import { linkPackages } from "../migrate/samples.js";
import { typeErrors } from "../support/type-check.js";

const guards = path.join(projectRoot, "test/types/organizations/guards.ts");
/** Nuxt's own, which its types of ours extend. */
const nuxtModules = ["nitropack", "nitropack/types", "#app", "vue-router"]
  .map((name) => `declare module "${name}" {\n  export interface NitroRouteConfig {}\n}\n`)
  .join("");

const compilerOptions = {
  module: "NodeNext",
  target: "ES2023",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
};

/** An app whose code is in one file. */
function makeApp(file: string, text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright organization types "));
  mkdirSync(path.join(folder, "src"));
  writeFileSync(path.join(folder, "src", file), text);
  writeFileSync(path.join(folder, "src/modules.d.ts"), nuxtModules);
  writeFileSync(path.join(folder, "src/nuxt.d.ts"), appTypes);
  writeFileSync(path.join(folder, "package.json"), '{ "name": "app", "type": "module" }');
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  linkPackages(folder);
  return folder;
}

test("what the roles don't hold does not compile", { timeout: 60_000 }, () => {
  const text = readFileSync(guards, "utf8");
  const folder = makeApp("guards.ts", text);
  try {
    expect(typeErrors(folder)).toBe("");
    // Without the roles each of these is any text.
    const without = text.replace("roles: typeof roles;", "");
    writeFileSync(path.join(folder, "src/guards.ts"), without);
    const unused = typeErrors(folder).match(/Unused '@ts-expect-error'/g);
    expect(unused).toHaveLength(without.split("@ts-expect-error").length - 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test(
  "rules of nuxt.config name options of plugins, which it is compiled without",
  { timeout: 60_000 },
  () => {
    const folder = makeApp(
      "nuxt.config.ts",
      `import type { NitroRouteConfig } from "nitropack";

export const rule: NitroRouteConfig = { auth: { organization: "*", role: "admin" } };
// @ts-expect-error -- no number of seconds
export const wrong: NitroRouteConfig = { auth: { organization: "*", maxAge: "300" } };
`,
    );
    try {
      expect(typeErrors(folder)).toBe("");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
