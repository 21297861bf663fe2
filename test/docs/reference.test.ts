/** Pages of what an app can import, out of declarations and their comments: those of a small package. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";

interface ReferencePage {
  readonly file: string;
  readonly description: string;
  readonly text: string;
}
type Read = (
  root: string,
  described: ReadonlySet<string>,
) => { pages: readonly ReferencePage[]; providers: ReadonlyMap<string, string> };

const folder = mkdtempSync(path.join(tmpdir(), "authwright reference "));
let referencePages: Read;
beforeAll(async () => {
  const file = path.join(projectRoot, "site/build/reference/pages.mjs");
  referencePages = (await import(pathToFileURL(file).href)).referencePages;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const header = "/** Entry point `authwright/koa`: for Koa, and what belongs to it. */\n";
const subpaths = {
  "./koa": "./dist/koa.d.ts",
  "./types": "./dist/types/index.d.ts",
  "./providers/*": "./dist/providers/*.d.ts",
};

/** @param files declarations below dist; a source has the header of its subpath alone */
function pagesOf(name: string, files: Readonly<Record<string, string>>): ReturnType<Read> {
  const root = path.join(folder, name);
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const exports = Object.entries(subpaths).map(([subpath, types]) => [subpath, { types }]);
  write("package.json", JSON.stringify({ exports: Object.fromEntries(exports) }));
  for (const [file, text] of Object.entries(files)) {
    write(`dist/${file}.d.ts`, text);
    write(`src/${file}.ts`, header);
  }
  return referencePages(root, new Set(["acme"]));
}

const types = `/** Who is signed in. */
export interface Session {
  /** When it ends, in seconds. */
  maxAge?: number | undefined;
  /** How it looks. */
  cookie: {
    /** Its name. */
    name: string;
  };
  /** @internal */
  secret: string;
}`;
const koa = `import type { Session } from "./types/index.js";
export type { Session } from "./types/index.js";
/** What is mentioned alone. */
interface Hidden {
  at: string;
}
/**
 * Reads the {@link Session} of <b>a</b> request.
 * @param request as it came
 * @returns null: nobody is signed in
 * @throws TypeError for what is no request
 * @example const session = read(request);
 */
export declare function read(request: string): Session | null;
/** Where. */
export type Place = Hidden | string;`;
const acme = `/** Sign in with Acme. */
export default function Acme(): void;
/** What Acme is. */
export declare const record: {};`;

test("a subpath has a page: how to import it, parameters, members, errors, examples, and links to types at their home", () => {
  const { pages, providers } = pagesOf("whole", { koa, "types/index": types, "providers/acme": acme });
  expect(pages.map(({ file }) => file)).toEqual([
    "reference/api/index.md",
    "reference/api/koa.md",
    "reference/api/types.md",
  ]);
  const [, page, home] = pages;
  expect(page!.description).toBe("authwright/koa: For Koa, and what belongs to it. Place, read.");
  for (const part of [
    "## Types without an export",
    "### Hidden {#Hidden}\n\nWhat is mentioned alone.",
    "# authwright/koa\n\nFor Koa, and what belongs to it.",
    'import { read } from "authwright/koa";',
    "### read {#read}",
    "Reads the [`Session`](/reference/api/types#Session) of &lt;b>a&lt;/b> request.",
    "function read(request: string): Session | null;",
    "- `request`: as it came",
    "Returns null: nobody is signed in.",
    "Throws TypeError for what is no request.",
    "```ts\nconst session = read(request);\n```",
    '- <a id="Session"></a>[`Session`](/reference/api/types#Session)',
  ])
    expect(page!.text).toContain(part);
  expect(home!.text).toContain("- **`maxAge?`** `number`<br>When it ends, in seconds.");
  expect(home!.text).toContain(
    "- **`cookie`** `{ … }`<br>How it looks.\n  - **`name`** `string`<br>Its name.",
  );
  expect(home!.text).not.toContain("secret");
  expect([...providers.keys()]).toEqual(["acme"]);
  expect(providers.get("acme")).toContain("### Acme {#Acme}\n\nSign in with Acme.");
  expect(providers.get("acme")).not.toContain("record");
});

test("an export without a comment, and a subpath that does not say what it is, are errors", () => {
  expect(() => pagesOf("bare", { koa: "export type Bare = string;", "types/index": types })).toThrow(
    "./koa: Bare has no description",
  );
  const root = path.join(folder, "whole");
  writeFileSync(path.join(root, "src/koa.ts"), "export {};\n");
  expect(() => referencePages(root, new Set())).toThrow("./koa: its source does not say what it is");
});
