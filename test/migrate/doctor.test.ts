/** RA-13: `auth doctor` finds nothing about what `auth migrate` wrote, in any of the sample apps and shapes. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runMain } from "../support/cli.js";
import { copySample, removeSamples, sampleNames, samples, workspaces } from "./samples.js";
import { removeShapes, save, shapes } from "./shapes.js";

afterAll(removeSamples);
afterAll(removeShapes);

interface Found {
  readonly code: string;
  readonly level: string;
  readonly path?: string;
  readonly message: string;
}

/** What the samples have before the migration as well, by what it is about. */
const theirs: Readonly<Record<string, string>> = {
  AUTH_D_CLIENT_SECRET_IN_SOURCE: "the samples write secrets out",
  AUTH_D_CSRF_OFF: "one sample switches it off",
  AUTH_D_EXPRESS_TRUST_ALL: "one sample trusts every proxy",
  AUTH_D_FOREIGN_LIBRARY: "something of next-auth is left to a person",
  AUTH_D_LINKING: "two samples link by address",
  AUTH_D_NEXT_BYPASS_2026: "the samples name old versions of Next.js",
  AUTH_D_NOT_INSTALLED: "nothing is installed in the samples",
  AUTH_D_SECRET_MISSING: "the samples have no env file",
};

const apps = sampleNames.flatMap((name) => workspaces[name]?.map((part) => `${name}/${part}`) ?? [name]);

async function wrongAfter(folder: string, known: Readonly<Record<string, string>>) {
  await runMain(folder, ["migrate", "--yes", "--no-install"]);
  const { stdout } = await runMain(folder, ["doctor", "--json"]);
  const { findings } = (JSON.parse(stdout) as { result: { findings: Found[] } }).result;
  // Hints say what may be looked at: none of them says that something is wrong.
  const wrong = findings.filter(({ code, level }) => level !== "hint" && !Object.hasOwn(known, code));
  return wrong.map(({ code, path: file, message }) => `${code} ${file}: ${message}`);
}

test.each(apps)("%s", async (app) => {
  const [sample = "", ...rest] = app.split("/");
  expect(await wrongAfter(path.join(copySample(sample), ...rest), theirs)).toEqual([]);
});

/** What single shapes have before the migration as well: each is a part of an app. */
const ofShapes: Readonly<Record<string, readonly (readonly [code: string, why: string])[]>> = {
  "F-05-guard-session-settings": [["AUTH_D_PROVIDERS_EMPTY", "its options have none"]],
  "F-06-own-cookies-kept": [["AUTH_D_PROVIDERS_EMPTY", "its options have none"]],
  "F-06-own-cookies": [["AUTH_D_NO_CONFIG", "it has no options"]],
  "client-on-server": [["AUTH_D_NO_CONFIG", "it has no options"]],
  "F-28-options-of-a-function": [["AUTH_D_SEVERAL_CONFIGS", "its options are made in two places"]],
  "F-55-sorted-imports": [["AUTH_D_NEXT_ROUTE_MISSING", "it has no route"]],
  "guard-token-elsewhere": [["AUTH_D_NO_CONFIG", "it has no options"]],
  "providers-options": [["AUTH_D_PROVIDER_TWICE", "it has a provider in two manners"]],
  "providers-tenant-v5": [["AUTH_D_NEXT_BYPASS_2025", "its Next.js is old"]],
  "nuxt-auth-utils-providers": [
    ["AUTH_D_UNGUARDED_PAGE", "a middleware of the app guards its page, which is not read"],
  ],
  "nuxt-auth-utils-ways-in": [["AUTH_D_NO_CONFIG", "nothing is written"]],
  "sidebase-global": [
    ["AUTH_D_UNGUARDED_PAGE", "a middleware of the app guards its pages, which is not read"],
  ],
  "sidebase-local-provider": [["AUTH_D_NO_CONFIG", "nothing is written"]],
  "sveltekit-older": [["AUTH_D_KIT_STATIC_ENV", "its build holds the secrets"]],
  "sveltekit-sequence": [["AUTH_D_KIT_STATIC_ENV", "its build holds the secrets"]],
  "two-option-sets": [["AUTH_D_SEVERAL_CONFIGS", "it has two sets of options"]],
  "where-modules-are-named": [["AUTH_D_NO_CONFIG", "it has no options"]],
};

test.each(shapes)("the shape $name", async ({ name, before }) => {
  // A guard alone has no options, and so no providers.
  const isGuardAlone = name.startsWith("guard-") && !Object.hasOwn(ofShapes, name);
  const own = isGuardAlone ? [["AUTH_D_PROVIDERS_EMPTY", "it is a guard alone"] as const] : ofShapes[name];
  expect(await wrongAfter(save(before), { ...theirs, ...Object.fromEntries(own ?? []) })).toEqual([]);
});

test("every package of the samples that comes from an older library is among them", () => {
  const all = sampleNames.flatMap((name) =>
    readdirSync(path.join(samples, name), { recursive: true, encoding: "utf8" })
      .filter((file) => path.basename(file) === "package.json" && !file.includes("node_modules"))
      .filter((file) =>
        /"(?:next-auth|@auth\/(?:core|express))"/.test(readFileSync(path.join(samples, name, file), "utf8")),
      )
      .map((file) => path.posix.join(name, path.dirname(file).split(path.sep).join("/"))),
  );
  expect(apps).toEqual(expect.arrayContaining(all));
});
