/** The pages as they are shipped: their scripts and their white space are made small by the build. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { Auth } from "../../src/runtime/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import Passkey from "../../src/providers/passkey.js";
import { origin, secret } from "../support/browser.js";
import { MemoryStore } from "../support/memory-store.js";

const configOf = (passkey: typeof Passkey): AuthConfig => ({
  secret,
  trustHost: true,
  adapter: new MemoryStore().adapter,
  providers: [passkey()],
  experimental: { enableWebAuthn: true },
  logger: { error: (error) => expect.fail(error.message), warn: () => undefined },
});

async function pageOf(
  auth: typeof Auth,
  passkey: typeof Passkey,
): Promise<{ scripts: string[]; rest: string }> {
  const headers = { "sec-fetch-dest": "document" };
  const text = await (
    await auth(new Request(`${origin}/auth/signin`, { headers }), configOf(passkey))
  ).text();
  const pattern = /<script[^>]*>([\s\S]*?)<\/script>/g;
  return {
    scripts: [...text.matchAll(pattern)].map(([, script = ""]) => script),
    // Random values, and white space beside tags, which shows as little as that within a style.
    rest: text
      .replaceAll(pattern, "")
      .replaceAll(/[0-9a-f]{32,}/g, "")
      .replaceAll(/\s+/g, ""),
  };
}

test("show and do the same as the sources", async () => {
  const built = (await import(path.join(projectRoot, "dist/runtime/index.js"))) as { Auth: typeof Auth };
  const { default: builtPasskey } = (await import(path.join(projectRoot, "dist/providers/passkey.js"))) as {
    default: typeof Passkey;
  };
  const [small, full] = await Promise.all([pageOf(built.Auth, builtPasskey), pageOf(Auth, Passkey)]);
  expect(small.rest).toBe(full.rest);
  expect(small.scripts).toHaveLength(2);
  const minified = async (script: string) =>
    (await transform(script, { minify: true, target: "es2022" })).code;
  const trimmed = (script: string) => script.replaceAll(/^\s+|[;\s]+$/g, "");
  // What a script says is put before it with the page.
  const textsOf = (script: string) => /^\s*const texts=\[.*?\];/.exec(script)?.[0].trim() ?? "";
  const codeOf = (script: string) => script.replace(/^\s*const texts=\[.*?\];/, "");
  expect(small.scripts.map(textsOf)).toEqual(full.scripts.map(textsOf));
  expect(small.scripts.map(textsOf)).not.toContain("");
  const expected = await Promise.all(full.scripts.map(codeOf).map(minified));
  expect(small.scripts.map(codeOf).map(trimmed)).toEqual(expected.map(trimmed));
  expect(small.scripts.join("").length).toBeLessThan(full.scripts.join("").length * 0.8);
  expect(readFileSync(path.join(projectRoot, "dist/runtime/flows/pages.js"), "utf8")).not.toContain(
    "String.raw",
  );
});

test("a form that another copy of the package has made is a form, not text", async () => {
  const built = (await import(path.join(projectRoot, "dist/runtime/index.js"))) as { Auth: typeof Auth };
  const { rest } = await pageOf(built.Auth, Passkey);
  expect(rest).toBe((await pageOf(Auth, Passkey)).rest);
});
