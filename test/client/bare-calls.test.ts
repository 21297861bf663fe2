// alone: the client remembers its configuration, as a page does
/** `signIn` and `signOut` where no client, provider component or plugin has said where the endpoints are. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type * as calls from "../../src/runtime/client/calls.js";
import { projectRoot } from "../architecture/source-tree.js";

const folder = mkdtempSync(path.join(tmpdir(), "authwright-bare-calls-"));
afterEach(() => void vi.unstubAllGlobals());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As an app gets it that uses these functions alone: modules without effects fall away. */
async function bundle(code: string): Promise<string> {
  const build = await rolldown({
    input: "app",
    treeshake: { moduleSideEffects: false },
    external: [/^(?:svelte|vue|react)(?:\/|$)/],
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

let apps = 0;
async function askedBy(code: string): Promise<readonly string[]> {
  const file = path.join(folder, `app-${(apps += 1)}.mjs`);
  writeFileSync(file, await bundle(code));
  const asked: string[] = [];
  vi.stubGlobal("window", { location: { href: "http://localhost:5173/", origin: "http://localhost:5173" } });
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json({ csrfToken: "x", url: "/" });
  });
  const app: Pick<typeof calls, "getProviders" | "signOut"> = await import(pathToFileURL(file).href);
  await app.getProviders();
  await app.signOut({ redirect: false }).catch(() => undefined);
  return asked;
}

const moduleOf = (file: string) => JSON.stringify(path.join(projectRoot, "src/runtime", file));

test.each([
  ["client", "/auth"],
  ["svelte", "/auth"],
  ["vue", "/auth"],
  ["react", "/api/auth"],
])("where nothing has named the endpoints, authwright/%s asks at %s", async (entry, at) => {
  const asked = await askedBy(`export { getProviders, signOut } from ${moduleOf(`${entry}/index.ts`)};`);
  expect(asked).toEqual([`${at}/providers`, `${at}/csrf`, `${at}/signout`]);
});

test.each([
  ["alone asks where next-auth does", "/api/auth", ""],
  ["asks where a client of ours does", "/auth", `import { getCsrfToken } from ${moduleOf("vue/index.ts")};`],
])("a passkey %s", async (_, at, before) => {
  const asked = await askedBy(
    `import { signIn } from ${moduleOf("client/webauthn.ts")}; ${before}
     export { signIn as signOut }; export const getProviders = () => ${before === "" ? 0 : "getCsrfToken()"};`,
  );
  expect(asked.at(-1)).toBe(`${at}/providers`);
});
