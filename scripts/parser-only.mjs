/**
 * Of ts-morph the command line uses the TypeScript parser alone, to read. The compiler comes as one file of 9 MB with
 * everything in one function, where a bundler can leave nothing out. This turns the file into a module that exports
 * what the sources use, without the statements that would hold on to checker, emitter and language service.
 */
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

const opening = "var ts = {}; ((module) => {";
const tableStart = "var typescript_exports = {};";
const tableEnd = "module.exports = __toCommonJS(typescript_exports);";
const closing = "// Annotate the CommonJS export names";

/** Files of the compiler whose statements run when the module is loaded: what the parser stands on. */
const kept =
  /^src\/compiler\/(?!binder|builder|checker|emitter|executeCommandLine|program|resolutionCache|sourcemap|symbolWalker|transformer|tsbuild|watch)/;
/** Registrations, filled namespaces, static members: statements for their effect. */
const effect = /^(?:\(\(\w+\) => \{|\w+\.\w+ = |register\w+\(|__export\(|if \()/;

/** @param {string} root */
export const parserOnly = (root) => ({
  name: "parser-only",
  resolveId: { filter: { id: /^ts-morph$/ }, handler: () => "\0parser-only" },
  load: {
    filter: { id: /^\0parser-only$|@ts-morph[\\/]common[\\/]dist[\\/]typescript\.js$/ },
    async handler(id) {
      if (id === "\0parser-only")
        return 'import * as ts from "@ts-morph/common/dist/typescript.js";\nexport { ts };';
      const code = parserModule(await readFile(id, "utf8"), await usedNames(root));
      return { code, moduleType: "js" };
    },
  },
});

async function usedNames(root) {
  const folder = path.join(root, "src");
  const sources = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".ts"));
  const texts = await Promise.all(sources.map((name) => readFile(path.join(folder, name), "utf8")));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bts\.([A-Za-z]\w*)/g)].map(([, name]) => name)));
}

function parserModule(text, used) {
  const from = text.indexOf(tableStart);
  const to = text.indexOf(tableEnd);
  const end = text.lastIndexOf(closing);
  if (!text.includes(opening) || from === -1 || to < from || end < to)
    throw new Error("The TypeScript compiler has another shape: scripts/parser-only.mjs does not know it");
  const table = text.slice(from, to);
  // Types have no entry.
  const names = [...used].filter((name) => table.includes(`\n  ${name}: () => `));
  const body = text.slice(0, from).replace(opening, "") + text.slice(to + tableEnd.length, end);
  const pure = withoutEffects(body).replace(
    /^var (\w+) = (?=(?:new )?[\w.]+\()/gm,
    "var $1 = /* @__PURE__ */ ",
  );
  return `${pure}\nexport { ${names.join(", ")} };\n`;
}

/** Statements stand at the start of a line and end with a line that starts with a closing bracket. */
function withoutEffects(text) {
  let section = "";
  let skipping = false;
  const lines = text.split("\n").filter((line) => {
    section = /^\/\/ (src\/\S+)/.exec(line)?.[1] ?? section;
    if (skipping) {
      skipping = !/^[})\]]/.test(line);
      return false;
    }
    if (section === "" || kept.test(section) || !effect.test(line)) return true;
    skipping = !/;\s*$/.test(line);
    return false;
  });
  return lines.join("\n");
}
