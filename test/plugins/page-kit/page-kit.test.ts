/** Pages of data: what the page kit makes of a model. */
import { build } from "esbuild";
import { expect, test } from "vitest";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import german from "../../../src/runtime/messages/de.js";
import { lookOf } from "../../../src/runtime/flows/page-facts.js";
import { isTyped } from "../../../src/runtime/plugins/page-kit/is-typed.js";
import type { PageModel } from "../../../src/runtime/plugins/page-kit/page-model.js";
import { renderPage } from "../../../src/runtime/plugins/page-kit/render-page.js";
import { rowsPage } from "../../../src/runtime/plugins/page-kit/rows-page.js";
import { texts } from "../../../src/runtime/plugins/page-kit/texts.js";
import type { RecordTable } from "../../../src/runtime/types/records.js";
import { projectRoot } from "../../architecture/source-tree.js";
import { Browser, coreApp, secret } from "../../support/browser.js";
import { everything, kit } from "./everything.js";

const look = {
  ...lookOf({ theme: { name: "Lantern" } } as never, undefined),
  nonce: "0123456789abcdef",
};
const draw = (model: PageModel): string => renderPage(model, look);

/** The model with every text that stands under one of these names, or under none of them, replaced. */
function replaced(model: PageModel, judge: (name: string) => boolean, text: string): PageModel {
  return JSON.parse(JSON.stringify(model), (name, value: unknown) =>
    typeof value === "string" && judge(name) ? text : value,
  ) as PageModel;
}

const addresses = ["to", "action", "first", "more"];
const fixed = ["kind", "tone", "page", ...addresses];

test("a model that went through JSON makes the same page", () => {
  const model = everything("token");
  expect(draw(JSON.parse(JSON.stringify(model)) as PageModel)).toBe(draw(model));
});

test("no text of a model is markup, wherever it stands", () => {
  const hostile = `"><img src=x onerror=alert(1)>'</textarea></code>&`;
  const page = draw(replaced(everything("token"), (name) => !fixed.includes(name), hostile));
  expect(page).not.toContain("<img");
  expect(page).not.toContain(hostile);
  expect(page.match(/<textarea/g)).toHaveLength(1);
  expect(page.match(/<\/textarea>/g)).toHaveLength(1);
});

test.each(["javascript:alert(1)", "//evil.example", "data:text/html,x", "", "people"])(
  "nothing leads or posts to %j",
  (address) => {
    for (const name of addresses)
      expect(() => draw(replaced(everything("token"), (each) => each === name, address)), name).toThrow(
        TypeError,
      );
  },
);

test("every form posts, and carries the CSRF token; without the check there is none", () => {
  const count = (text: string, part: string) => text.split(part).length - 1;
  const page = draw(everything("token"));
  expect(count(page, "<form ")).toBe(6);
  expect(count(page, 'method="POST"')).toBe(6);
  expect(count(page, 'name="csrfToken" value="token"')).toBe(6);
  expect(draw(everything(""))).not.toContain("csrfToken");
});

test("a problem is bound to its field, and the first one is focused", () => {
  const page = draw(everything("token"));
  const described = [...page.matchAll(/aria-describedby="([^"]*)" aria-invalid="true"/g)].map(
    ([, ids]) => ids!,
  );
  expect(described).toHaveLength(5);
  for (const ids of described) for (const id of ids.split(" ")) expect(page).toContain(`id="${id}"`);
  expect(page.match(/<[^>]* autofocus[^>]*>/g)).toEqual([expect.stringContaining('name="address"')]);
  for (const [, label] of page.matchAll(/<label for="([^"]+)"/g)) expect(page).toContain(` id="${label}"`);
});

test("ids are there once, although two forms have a field of one name", () => {
  const model = everything("token");
  const page = draw({ ...model, sections: [...model.sections, ...model.sections] });
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a line break at the beginning of a value stays", () => {
  expect(draw(everything("token"))).toContain("<textarea");
  expect(draw(everything("token"))).toMatch(/<textarea[^>]*>\n\nDear Grace,/);
});

test("its own words are in the language of the page", async () => {
  const config = { secret, trustHost: true, adapter: MemoryAdapter(), providers: [], messages: [german] };
  const browser = new Browser(coreApp({ ...config, plugins: [kit] }));
  const answer = await browser.send("/auth/kit", { headers: { "accept-language": "de" } });
  const page = await answer.text();
  const { more, first, copy, confirm } = german["page-kit"] ?? texts;
  for (const text of [more, first, copy, String(confirm).split("{name}")[0]!]) expect(page).toContain(text);
  expect(page).not.toContain(">More<");
});

test("without a browser there is no script, and with one the script of the page alone", async () => {
  expect(draw(everything("token"))).not.toContain("<script");
  const shown = renderPage(everything("token"), { ...look, hasScript: true });
  expect(shown.match(/<script type="module" nonce="0123456789abcdef">/g)).toHaveLength(2);
  const { sections, ...model } = everything("token");
  const others = { ...model, sections: sections.filter(({ kind }) => kind !== "secret") };
  expect(renderPage(others, { ...look, hasScript: true }).match(/<script/g)).toHaveLength(1);
});

test("what draws is loaded with the first page, and is no part of the plugin host", async () => {
  const { metafile } = await build({
    stdin: {
      contents:
        'import { definePlugin } from "./src/runtime/plugins/host/define-plugin.js"; import { showPage } from "./src/runtime/plugins/page-kit/show-page.js"; console.log(definePlugin, showPage);',
      resolveDir: projectRoot,
      loader: "ts",
    },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    conditions: ["authwright-source"],
    outdir: "out",
    write: false,
    metafile: true,
  });
  const start = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === "<stdin>");
  const loaded = new Set<string>();
  const open = [start!];
  for (let output = open.pop(); output !== undefined; output = open.pop()) {
    for (const input of Object.keys(output.inputs)) loaded.add(input);
    for (const { path, kind } of output.imports)
      if (kind === "import-statement" && metafile.outputs[path]) open.push(metafile.outputs[path]);
  }
  expect([...loaded]).toContain("src/runtime/plugins/host/scope.ts");
  expect([...loaded].filter((file) => file.includes("/page-kit/"))).toEqual([
    "src/runtime/plugins/page-kit/show-page.ts",
  ]);
  const host = Object.entries(metafile.inputs).filter(([file]) => file.includes("plugins/host/"));
  expect(
    host.flatMap(([, { imports }]) => imports).filter(({ path }) => path.includes("/page-kit/")),
  ).toEqual([]);
  expect(Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))).toContain(
    "src/runtime/plugins/page-kit/render-page.ts",
  );
});

test.each([
  ["Acme & Co", "Acme & Co", true],
  ["  Acme   & Co ", "Acme & Co", true],
  ["Cafe\u0301", "Caf\u00e9", true],
  ["acme & co", "Acme & Co", false],
  ["Acme & C", "Acme & Co", false],
  ["", "Acme & Co", false],
  ["", "", false],
  [" ", "", false],
  [undefined, "Acme & Co", false],
  [["Acme & Co"], "Acme & Co", false],
])("isTyped(%j, %j) is %j", (typed, name, is) => {
  expect(isTyped(typed, name)).toBe(is);
});

test("a page of rows says whether others follow, and goes on where the last row is gone", async () => {
  const table: RecordTable = {
    name: "auth_kit",
    columns: { id: { type: "key", required: true }, list: { type: "key", required: true } },
    primaryKey: ["id"],
    unique: [],
    indexes: [["list"]],
  };
  const records = MemoryAdapter().records(table);
  for (const id of ["a", "b", "c", "d", "e"]) await records.insert({ id, list: "one" });
  await records.insert({ id: "f", list: "other" });
  const ids = async (after?: string, newestFirst?: true) => {
    const order = { after: after === undefined ? undefined : { id: after }, newestFirst };
    const { rows, last } = await rowsPage(records, { list: "one" }, 2, order);
    return [rows.map(({ id }) => id).join(""), last?.["id"]];
  };
  expect(await ids()).toEqual(["ab", "b"]);
  await records.consume({ id: "b" });
  expect(await ids("b")).toEqual(["cd", "d"]);
  expect(await ids("d")).toEqual(["e", undefined]);
  expect(await ids("e")).toEqual(["", undefined]);
  expect(await ids(undefined, true)).toEqual(["ed", "d"]);
});
