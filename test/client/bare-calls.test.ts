// alone: the client remembers its configuration, as a page does
/** `signIn` and `signOut` of `authwright/svelte` without a `SessionProvider`: the endpoints of Kit are at /auth. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterEach, expect, test, vi } from "vitest";
import type * as calls from "../../src/runtime/svelte/calls.js";
import { projectRoot } from "../architecture/source-tree.js";

const folder = mkdtempSync(path.join(tmpdir(), "authwright-svelte-calls-"));
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

/** As an app gets it that uses these functions alone: modules without effects fall away. */
async function bundle(code: string): Promise<string> {
  const build = await rolldown({
    input: "app",
    treeshake: { moduleSideEffects: false },
    external: [/^svelte/],
    plugins: [
      {
        name: "app",
        resolveId: (id) => (id === "app" || id.endsWith(".svelte") ? id : null),
        load: (id) => (id === "app" ? code : id.endsWith(".svelte") ? "export default {};" : null),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  return output[0].code;
}

test("a sign-in without a provider component asks at /auth", async () => {
  const entry = path.join(projectRoot, "src/runtime/svelte/index.ts");
  const file = path.join(folder, "app.mjs");
  writeFileSync(file, await bundle(`export { getProviders, signOut } from ${JSON.stringify(entry)};`));
  const asked: string[] = [];
  vi.stubGlobal("window", { location: { href: "http://localhost:5173/", origin: "http://localhost:5173" } });
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json({ csrfToken: "x", url: "/" });
  });
  const app: typeof calls = await import(pathToFileURL(file).href);
  await app.getProviders();
  await app.signOut({ redirect: false });
  expect(asked).toEqual(["/auth/providers", "/auth/csrf", "/auth/signout"]);
});
