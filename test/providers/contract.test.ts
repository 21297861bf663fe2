import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalog } from "../../src/providers/catalog.js";
import { records } from "../../src/providers/records.js";
import { inferProvider, normalizeProvider } from "../../src/runtime/settings/provider.js";
import type { AnyProviderConfig } from "../../src/runtime/types/provider.js";
import { all, exampleOptions, filled, moduleIds } from "./all.js";
import { type AnyFactory, differences } from "./compare.js";
import { profileDifferences } from "./compare-profiles.js";

const docs = new URL("../../docs/", import.meta.url);
/** What the pages say of each provider, by the id that its heading is; a page has those of one letter. */
const sections = new Map(
  readdirSync(new URL("providers/", docs))
    .filter((name) => name !== "README.md")
    .flatMap((name) =>
      readFileSync(new URL(`providers/${name}`, docs), "utf8")
        .split(/^## /m)
        .slice(1),
    )
    .map((section) => [section.slice(0, section.indexOf("\n")), section]),
);
const ids = catalog.map(({ id }) => id);

test("every module has a row in the catalogue and a section in the pages, and the other way round", () => {
  expect([...ids].sort()).toEqual(moduleIds);
  expect([...sections.keys()].sort()).toEqual(moduleIds);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(catalog.map((entry) => [entry.id, entry] as const))("%s", (id, entry) => {
  test("its environment names follow from the id", () => {
    const prefix = `AUTH_${id.toUpperCase().replaceAll("-", "_")}_`;
    for (const [key, name] of Object.entries(entry.env)) expect(name).toBe(prefix + key.toUpperCase());
    for (const { env } of entry.params ?? []) if (env) expect(Object.values(entry.env)).toContain(env);
  });

  test("its section names the import, the variables and the callback URL", () => {
    const page = sections.get(id);
    expect(page).toContain(`from "authwright/providers/${id}"`);
    for (const name of Object.values(entry.env)) expect(page).toContain(`\`${name}\``);
    if (records[id]) expect(page).toContain(`{origin}{basePath}/callback/${id}`);
  });

  test("says why, where something is wrong with it", () => {
    expect(entry.status === "active" ? "fine" : entry.notes?.[0]).toMatch(/\w{3}/);
  });
});

/** WCAG 2.2: relative luminance and contrast ratio. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const hex = colour.slice(1);
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each(all)("%s", (_id, record, make) => {
  test("every address of it is an https URL once its options are given", () => {
    const addresses = [
      record.issuer,
      record.wellKnown,
      record.authorization,
      record.token,
      record.userinfo,
      // One that comes from an answer is judged when it comes.
      ...(record.userinfoExtra ?? []).filter(({ hosts }) => !hosts).map(({ url }) => url),
    ].filter((address) => address !== undefined);
    for (const address of addresses) {
      // What only a sign-in brings is not there yet.
      const text = filled(record, address).replace(
        /\{(?:clientId|accessToken|issuer|(?:tokens|profile|callback)\.[\w.]+)\}/g,
        "x",
      );
      if (address === "{issuer}") continue;
      expect(text).not.toMatch(/[{}]/);
      expect(new URL(text.replace(/^x\//, "https://x/")).protocol).toBe("https:");
    }
    for (const address of [record.docs, record.console].filter((each) => each !== undefined))
      expect(new URL(address).protocol).toBe("https:");
  });

  test("its button can be read", () => {
    const { bg, text } = record.style ?? { bg: "#000", text: "#fff" };
    expect(contrast(bg, text)).toBeGreaterThanOrEqual(3);
  });

  test("has where to sign in, or an issuer to ask", () => {
    const { issuer, wellKnown, authorization } = make(exampleOptions(record));
    const url = typeof authorization === "object" ? authorization.url : authorization;
    const start = record.type === "oauth" ? url : (issuer ?? wellKnown);
    // An issuer that is all the developer's own, or made of the client id, comes with the configuration.
    const isLate = record.issuer?.includes("{clientId}") || record.issuer === "{issuer}";
    expect(isLate ? "https:" : start).toMatch(/^https:/);
  });
});

/** What a finished provider holds, functions and symbols aside. */
const held = (config: object): string => JSON.stringify(normalizeProvider(config as AnyProviderConfig));

describe("variables of the catalogue", () => {
  const listed = catalog.flatMap(({ id, env }) =>
    Object.values(env).map((name) => [id, name] as [string, string]),
  );

  test.each(listed)("%s reads %s", async (id, name) => {
    const { default: make } = (await import(`../../src/providers/${id}.ts`)) as {
      default: (options?: object) => AnyProviderConfig;
    };
    const value = `value-of-${name}`;
    // An issuer with a default stands in the object already; the bare factory leaves it to the environment.
    const hasDefault = name.endsWith("_ISSUER") && "issuer" in make();
    for (const given of hasDefault ? [make] : [make, make()])
      expect(held(inferProvider(given, { [name]: value }))).toContain(value);
    expect(held(inferProvider(make, { [`${name}_X`]: value, [`X_${name}`]: value }))).not.toContain(value);
  });

  test("mail by SMTP has no key, but a server", () => {
    const envOf = (id: string) => catalog.find((entry) => entry.id === id)?.env;
    expect(envOf("nodemailer")).toEqual({ server: "AUTH_NODEMAILER_SERVER", from: "AUTH_NODEMAILER_FROM" });
    expect(envOf("http-email")).toEqual({});
    expect(envOf("steam")).toEqual({ key: "AUTH_STEAM_KEY" });
  });
});

test("there are 216 OAuth, OpenID Connect and OpenID 2 providers, and 15 ways to send mail", () => {
  const count = (...types: string[]) => catalog.filter(({ type }) => types.includes(type)).length;
  expect(count("oauth", "oidc")).toBe(216);
  expect(count("email")).toBe(15);
  expect(Object.keys(records)).toHaveLength(216);
});

describe("against the reference", () => {
  const compatibility = readFileSync(new URL("compatibility-providers.md", docs), "utf8");
  const reference = (id: string) => (id === "hydra" ? "ory-hydra" : id);
  const shared = all.filter(([id]) =>
    existsSync(new URL(`../../node_modules/@auth/core/providers/${reference(id)}.js`, import.meta.url)),
  );

  test("all of its OAuth and OpenID Connect providers are here", () => expect(shared).toHaveLength(93));

  test.each(shared)("RT-04 %s: every difference is listed with its reason", async (id, record, make) => {
    const { default: theirs } = (await import(`@auth/core/providers/${reference(id)}`)) as {
      default: AnyFactory;
    };
    const found = [...differences(record, make, theirs), ...(await profileDifferences(record, make, theirs))];
    const listed = compatibility.split("\n").filter((line) => line.startsWith(`| ${id} |`));
    expect(listed.map((line) => line.split(" | ")[1])).toEqual(found.map(({ field }) => field));
    for (const { reason } of found) expect(reason).toMatch(/\w{3}/);
  });
});

test.each([
  ["cognito", "Cognito"],
  ["passage", "Passage"],
  ["workos", "WorkOS"],
  ["twitter", "Twitter"],
])("F-60 %s keeps the name on its button: %s", (id, name) => {
  expect(records[id]?.name).toBe(name);
  expect(catalog.find((entry) => entry.id === id)?.name).toBe(name);
});

test("F-60 X is asked for what it was asked for before a move: an app without the setting would be refused", () => {
  expect(records["twitter"]?.scopes).toEqual(["users.read", "tweet.read", "offline.access"]);
});
