/** The public API of all subpaths against that of the last release: nothing that an app can use is gone or narrower. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nextVersion } from "../../scripts/next-version.mjs";
import { type Api, compareApi, readApi } from "../../scripts/public-api.mjs";
import { projectRoot } from "../architecture/source-tree.js";

const snapshot: Api = JSON.parse(readFileSync(path.join(import.meta.dirname, "api.json"), "utf8"));
let present: Api;
beforeAll(() => {
  present = readApi(projectRoot);
});

test("no break since the last release", () => {
  expect(compareApi(snapshot, present).breaks).toEqual([]);
});

test("every subpath with types is in it", () => {
  const { exports } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
  const own = Object.keys(exports).filter((name) => !/\.(?:json|css)$/.test(name) && !name.includes("*"));
  expect(Object.keys(present.exports)).toEqual(expect.arrayContaining(own));
  expect(Object.keys(present.exports).length).toBeGreaterThan(270);
  expect(Object.values(present.exports).filter((names) => Object.keys(names).length === 0)).toEqual([]);
});

describe("a break that is planted in the present API is found, and named", () => {
  const planted = (change: (api: Api) => void) => {
    const copy = structuredClone(present);
    change(copy);
    return compareApi(present, copy);
  };
  test("a subpath", () => {
    expect(planted(({ exports }) => delete exports["./koa"]).breaks).toEqual(["./koa is gone"]);
  });
  test("a name", () => {
    expect(planted(({ exports }) => delete exports["./express"]!["createAuth"]).breaks).toEqual([
      "./express: createAuth is gone",
    ]);
  });
  test("an option", () => {
    expect(planted(({ declarations }) => delete declarations["AuthConfig"]!["basePath?"]).breaks).toEqual([
      "AuthConfig.basePath is gone",
    ]);
  });
  test("nothing is found where nothing changed", () => {
    expect(planted(() => undefined)).toEqual({ breaks: [], additions: [] });
  });
});

describe("what counts as what", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright api "));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const apiOf = (name: string, text: string): Api => {
    const own = path.join(folder, name);
    mkdirSync(path.join(own, "dist"), { recursive: true });
    writeFileSync(path.join(own, "package.json"), '{ "exports": { ".": { "types": "./dist/index.d.ts" } } }');
    writeFileSync(path.join(own, "dist/index.d.ts"), text);
    return readApi(own);
  };
  const before = `
    interface Inner { a: string; b?: number }
    export interface SignInOptions { to?: string; inner?: Inner }
    export declare function signIn(id: string, options?: SignInOptions): Promise<string>;
    export declare class Store { get(id: string): string | null }
    export type Level = "one" | "two";
    export declare const level: Level;
  `;
  const changed = (from: string, to: string) => {
    if (!before.includes(from)) throw new Error(from);
    return compareApi(apiOf("before", before), apiOf("after", before.replace(from, to)));
  };

  test.each([
    ["a name that is gone", "export declare const level: Level;", "", ".: level is gone"],
    ["a parameter that is narrower", "id: string, o", 'id: "a", o', 'signIn.(0) was string, is "a"'],
    ["a parameter that must be given", "options?:", "options:", "signIn.(1) must be given now"],
    [
      "a result",
      "Promise<string>",
      "Promise<string | null>",
      "signIn.() was Promise<string>, is Promise<string | null>",
    ],
    ["an option that is gone", "to?: string; ", "", "SignInOptions.to is gone"],
    ["an option that is narrower", "to?: string", "to?: URL", "SignInOptions.to was string, is URL"],
    ["an option that must be given", "to?:", "to:", "SignInOptions.to must be given now"],
    [
      "a new option that must be given",
      "to?:",
      "at: string; to?:",
      "SignInOptions.at is new and must be given",
    ],
    ["a declaration that has no name outside", "b?: number", "b?: boolean", "Inner.b was number, is boolean"],
    ["a method of a class", "get(id: string)", "get(id: number)", "Store.get(0) was string, is number"],
    ["a part of a union", '"one" | "two"', '"one"', 'Level.is was "one" | "two", is "one"'],
  ])("break: %s", (_what, from, to, said) => {
    expect(changed(from, to).breaks).toEqual([said]);
  });

  test.each([
    ["a name", "export type Level", "export type Other = 1; export type Level", ".: Other is new"],
    ["an option", "to?:", "at?: string; to?:", "SignInOptions.at is new"],
    [
      "an option that takes more",
      "to?: string",
      "to?: string | URL",
      "SignInOptions.to takes more: string | URL",
    ],
    [
      "a parameter that takes more",
      "id: string, o",
      "id: string | URL, o",
      "signIn.(0) takes more: string | URL",
    ],
    [
      "a further parameter",
      "options?: SignInOptions)",
      "options?: SignInOptions, more?: 1)",
      "signIn.(2) is new",
    ],
    [
      "a parameter that may be left out",
      "get(id: string)",
      "get(id?: string)",
      "Store.get(0) may be left out now",
    ],
  ])("addition: %s", (_what, from, to, said) => {
    expect(changed(from, to)).toEqual({ breaks: [], additions: [said] });
  });

  test("order, comments and places of declarations are none", () => {
    const moved = before
      .split("\n")
      .reverse()
      .join("\n")
      .replace("a: string; b?: number", "/** b */ b?: number; a: string");
    expect(compareApi(apiOf("before", before), apiOf("after", moved))).toEqual({ breaks: [], additions: [] });
  });
});

test.each([
  ["1.4.2", ["x"], ["y"], "2.0.0"],
  ["1.4.2", [], ["y"], "1.5.0"],
  ["1.4.2", [], [], "1.4.3"],
  ["0.1.0", ["x"], [], "0.2.0"],
  ["0.1.0", [], ["y"], "0.1.1"],
  ["0.1.0", [], [], "0.1.1"],
])("after %s, breaks %j, additions %j: %s", (version, breaks, additions, next) => {
  expect(nextVersion(version, { breaks, additions })).toBe(next);
});
