import path from "node:path";
import { build, type Metafile } from "esbuild";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { all } from "../providers/all.js";

/** An app that imports one provider, bundled and minified. */
async function bundled(id: string): Promise<Metafile["outputs"][string]> {
  const { metafile } = await build({
    stdin: {
      contents: `import { Auth } from "./runtime/index.ts"; import P from "./providers/${id}.ts"; export default (r) => Auth(r, { providers: [P] });`,
      resolveDir: path.join(projectRoot, "src"),
      loader: "ts",
    },
    absWorkingDir: projectRoot,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    conditions: ["authwright-source"],
    alias: { "#crypto": path.join(projectRoot, "src/runtime/security/crypto-node.ts") },
    outfile: "out.js",
  });
  return Object.values(metafile.outputs)[0] as Metafile["outputs"][string];
}

const mark = /^src\/providers\/marks\//;
const provider = /^src\/providers\/([\w-]+)\.ts$/;

describe.each(["github", "google", "strava", "slack", "keycloak", "etsy"])("an app with %s", (id) => {
  test("bundles that provider alone, and it takes less than 3 kB", async () => {
    const { inputs } = await bundled(id);
    const found = Object.entries(inputs).filter(([file]) => provider.test(file));
    expect(found.map(([file]) => provider.exec(file)?.[1])).toEqual([id]);
    for (const [, { bytesInOutput }] of found) expect(bytesInOutput).toBeLessThan(3_000);
    const marks = Object.entries(inputs).filter(([file]) => mark.test(file));
    // Keycloak's has terms of its own.
    expect(marks.map(([file]) => path.basename(file))).toEqual(id === "keycloak" ? [] : [`${id}.ts`]);
    for (const [, { bytesInOutput }] of marks) expect(bytesInOutput).toBeLessThan(3_000);
  });
});

test("no provider, and no mark of one, takes more than 3 kB of a bundle, and what they share takes less than 10 kB", async () => {
  const { metafile } = await build({
    stdin: {
      contents: all.map(([id], at) => `export { default as p${at} } from "./${id}.ts";`).join("\n"),
      resolveDir: path.join(projectRoot, "src/providers"),
      loader: "ts",
    },
    absWorkingDir: projectRoot,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    outfile: "out.js",
  });
  const [output] = Object.values(metafile.outputs);
  const sizes = Object.entries(output?.inputs ?? {});
  const large = sizes.filter(
    ([file, { bytesInOutput }]) => (provider.test(file) || mark.test(file)) && bytesInOutput >= 3_000,
  );
  expect(large).toEqual([]);
  const shared = sizes.filter(([file]) => file.startsWith("src/providers/kit/"));
  expect(shared.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)).toBeLessThan(10_000);
});

test("what a record holds for people stays out of the modules that apps load", async () => {
  const forPeople = /^(?:docs|console|localhost|refresh|signOut|notes)$/;
  for (const [id, record] of all) {
    const built = (await import(path.join(projectRoot, "dist/providers", `${id}.js`))) as { record: object };
    const kept = Object.entries(record).filter(([name]) => !forPeople.test(name));
    expect(built.record, id).toEqual(Object.fromEntries(kept));
  }
  expect(all.length).toBeGreaterThan(200);
});
