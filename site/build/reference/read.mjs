/** The public interface, as the built declarations and their documentation comments tell it. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { openDeclarations, visitNames } from "../../../scripts/public-api.mjs";

/**
 * @typedef {object} Declared what one declaration documents, once, on the page of its `home`
 * @property {string} name under which its home has it
 * @property {string[]} aliases further names there
 * @property {string} home a subpath such as `./express`
 * @property {boolean} isExported or else only mentioned by what is
 * @property {boolean} isDefault
 * @property {import("typescript").Declaration[]} nodes
 * @property {string} text of the comment
 * @property {{ name: string, text: string }[]} tags
 *
 * @typedef {object} Module
 * @property {string} subpath
 * @property {string} description
 * @property {Declared[]} own
 * @property {{ name: string, declared: Declared }[]} others exported here, at home elsewhere
 * @property {string[]} foreign names of other packages
 *
 * @typedef {object} Reference
 * @property {Module[]} modules
 * @property {(nodes: object[]) => Declared[]} mentionsOf what the types of declarations mention
 * @property {(name: string, home: string) => Declared | undefined} named what a `{@link}` on that page means
 * @property {(node: object) => { text: string, tags: { name: string, text: string }[] }} commentOf a member
 */

/** What a provider is, as data: no app reads it. `messages/index` is another name of `messages`. */
const isLeftOut = (subpath, name) => name === "record" || subpath.endsWith("/index");

/** @param {string} folder of the package, built @returns {Reference} */
export function readReference(folder) {
  const { program, files, entryPoints } = openDeclarations(folder);
  const symbols = symbolsOf(program, files);
  const modules = entryPoints
    .map(([subpath, file]) => readModule(folder, subpath, file, symbols))
    .filter(({ ours, foreign }) => ours.length + foreign.length > 0);
  const all = withMentioned(atHome(modules, symbols), symbols);
  const told = [...all.values()].filter(isTold);
  return {
    modules: modules.map(({ subpath, description, ours, foreign }) => ({
      subpath,
      description,
      own: told.filter(({ home }) => home === subpath),
      others: ours
        .map(({ name, symbol }) => ({ name, declared: all.get(symbol) }))
        .filter(({ declared }) => declared.home !== subpath),
      foreign,
    })),
    mentionsOf: (nodes) => {
      const found = new Set();
      symbols.eachMentioned(nodes, (symbol) => found.add(all.get(symbol)));
      return [...found].filter((one) => one !== undefined && isTold(one));
    },
    named: (name, home) => {
      const found = told.filter((one) => one.name === name);
      return found.find((one) => one.home === home) ?? found[0];
    },
    commentOf: (node) => symbols.commentOf(node.name && symbols.at(node.name)),
  };
}

const isTold = ({ text, tags }) => text !== "" || tags.length > 0;

/** What the compiler knows of names. */
function symbolsOf(program, files) {
  const checker = program.getTypeChecker();
  const inPackage = new Set(files.map((file) => path.normalize(file)));
  const resolved = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const isOurs = (symbol) =>
    Boolean(symbol.declarations?.some((one) => inPackage.has(path.normalize(one.getSourceFile().fileName))));
  return {
    isOurs,
    at: (node) => checker.getSymbolAtLocation(node),
    exportsOf: (file) =>
      checker
        .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
        .map((symbol) => ({ name: symbol.name, symbol: resolved(symbol) })),
    commentOf: (symbol) => ({
      text: ts.displayPartsToString(symbol?.getDocumentationComment(checker)),
      tags: (symbol?.getJsDocTags(checker) ?? []).map((tag) => ({
        name: tag.name,
        text: ts.displayPartsToString(tag.text),
      })),
    }),
    eachMentioned(nodes, found) {
      for (const node of nodes.flatMap(publicParts))
        visitNames(node, (identifier) => {
          const used = checker.getSymbolAtLocation(identifier);
          const symbol = used && resolved(used);
          if (symbol && !(symbol.flags & ts.SymbolFlags.TypeParameter) && isOurs(symbol))
            found(symbol, identifier.text);
        });
    },
  };
}

/** A class without its constructor and its private members: apps make none, and see none. */
const publicParts = (node) =>
  ts.isClassDeclaration(node)
    ? [...(node.heritageClauses ?? []), ...node.members.filter((one) => one.type && !isHidden(one))]
    : [node];

const isHidden = (node) =>
  Boolean(ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected));

function readModule(folder, subpath, file, { exportsOf, isOurs }) {
  const exported = exportsOf(file).filter(({ name }) => !isLeftOut(subpath, name));
  const ours = exported.filter(({ symbol }) => isOurs(symbol));
  const foreign = exported.filter((one) => !ours.includes(one)).map(({ name }) => name);
  const description = exported.length > 0 ? describedBy(folder, file, subpath) : "";
  return { subpath, file, description, ours, foreign };
}

/** Each export at the subpath whose entry point stands nearest to its file. */
function atHome(modules, symbols) {
  const places = new Map();
  for (const module of modules)
    for (const { name, symbol } of module.ours)
      places.set(symbol, [...(places.get(symbol) ?? []), { module, name }]);
  const all = new Map();
  for (const [symbol, found] of places) {
    const { module } = nearest(symbol.declarations[0].getSourceFile().fileName, found);
    const names = found.filter((one) => one.module === module).map(({ name }) => name);
    const declared = { ...declaredAs(symbol, names), home: module.subpath, isExported: true };
    all.set(symbol, { ...declared, ...symbols.commentOf(symbol) });
    if (!isTold(all.get(symbol))) throw new Error(`${module.subpath}: ${declared.name} has no description`);
  }
  return all;
}

/** Types that exports mention, and those that only such types mention, beside them. */
function withMentioned(all, symbols) {
  // A map gives what is added while it is walked, too.
  for (const [symbol, { home }] of all)
    symbols.eachMentioned(symbol.declarations, (mentioned, text) => {
      if (all.has(mentioned) || !(mentioned.flags & ts.SymbolFlags.Type)) return;
      const names = [mentioned.name === "default" ? text : mentioned.name];
      const declared = { ...declaredAs(mentioned, names), home, isExported: false };
      all.set(mentioned, { ...declared, ...symbols.commentOf(mentioned) });
    });
  return all;
}

function declaredAs(symbol, names) {
  const isDefault = names.includes("default");
  const own = symbol.name === "default" ? symbol.declarations[0].name?.text : symbol.name;
  const name = own !== undefined && (isDefault || names.includes(own)) ? own : names[0];
  const aliases = names.filter((one) => one !== name && one !== "default");
  return { name, aliases, isDefault, nodes: symbol.declarations };
}

/** The entry point that stands nearest to a file; the first one of those that are as near. */
function nearest(file, places) {
  const shared = (other) => {
    const [a, b] = [file.split("/"), other.module.file.split("/")];
    const differs = a.findIndex((part, at) => part !== b[at]);
    return differs === -1 ? a.length : differs;
  };
  return places.reduce((best, one) => (shared(one) > shared(best) ? one : best));
}

/** "Entry point `authwright/koa`: Koa 3." begins each one's source. */
function describedBy(folder, file, subpath) {
  const plain = path.relative(path.join(folder, "dist"), file).replace(/\.d\.ts$/, "");
  const source = [`${plain}.ts`, `${plain}.tsx`]
    .map((name) => path.join(folder, "src", name))
    .find((name) => existsSync(name));
  const comments = source === undefined ? [] : (readFileSync(source, "utf8").match(/\/\*\*[^]*?\*\//g) ?? []);
  const texts = comments.map((comment) =>
    comment.replaceAll(/^\/\*\*[\s*]*|\s*\*\/$/g, "").replaceAll(/\s*\n \* ?/g, " "),
  );
  const entry = /^(?:Entry point|Subpath) `[^`]+`: /;
  const said = texts.find((text) => entry.test(text))?.replace(entry, "");
  const words = said ?? (subpath.startsWith("./providers/") ? texts[0] : undefined);
  if (words === undefined) throw new Error(`${subpath}: its source does not say what it is`);
  // Not of a name that is written small, such as h3 and node:http.
  return words.replace(/^[a-z](?=[a-z]+[ ,])/, (letter) => letter.toUpperCase());
}
