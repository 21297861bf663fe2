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
 */

/** What a provider is, as data: no app reads it. `messages/index` is another name of `messages`. */
const isLeftOut = (subpath, name) => name === "record" || subpath.endsWith("/index");

/** @param {string} folder of the package, built @returns {{ modules: Module[], declaredAt: (node: object) => Declared | undefined }} */
export function readReference(folder) {
  const { program, files, entryPoints } = openDeclarations(folder);
  const checker = program.getTypeChecker();
  const inPackage = new Set(files.map((file) => path.normalize(file)));
  const resolved = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const isOurs = (symbol) =>
    symbol.declarations?.some((one) => inPackage.has(path.normalize(one.getSourceFile().fileName)));

  const commentOf = (symbol) => ({
    text: ts.displayPartsToString(symbol?.getDocumentationComment(checker)),
    tags: (symbol?.getJsDocTags(checker) ?? []).map((tag) => ({
      name: tag.name,
      text: ts.displayPartsToString(tag.text),
    })),
  });
  const modules = [];
  const places = new Map();
  for (const [subpath, file] of entryPoints) {
    const exported = checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
      .filter(({ name }) => !isLeftOut(subpath, name))
      .map((symbol) => ({ name: symbol.name, symbol: resolved(symbol) }));
    if (exported.length === 0) continue;
    const ours = exported.filter(({ symbol }) => isOurs(symbol));
    const foreign = exported.filter((one) => !ours.includes(one)).map(({ name }) => name);
    const module = { subpath, file, description: describedBy(folder, file, subpath), exported: ours, foreign };
    modules.push(module);
    for (const { name, symbol } of ours)
      places.set(symbol, [...(places.get(symbol) ?? []), { module, name }]);
  }

  const all = new Map();
  const take = (symbol, home, names) => {
    const own = symbol.name === "default" ? symbol.declarations[0].name?.text : symbol.name;
    const [name] = own !== undefined && (names.includes(own) || names.includes("default")) ? [own] : names;
    all.set(symbol, {
      name,
      aliases: names.filter((one) => one !== name && one !== "default"),
      home,
      isExported: places.has(symbol),
      isDefault: names.includes("default"),
      nodes: symbol.declarations,
      ...commentOf(symbol),
    });
  };
  for (const [symbol, found] of places) {
    const { module } = nearest(symbol.declarations[0].getSourceFile().fileName, found);
    const names = found.filter((one) => one.module === module).map(({ name }) => name);
    take(symbol, module.subpath, names);
  }
  const mentioned = (nodes, found) => {
    for (const node of nodes.flatMap(publicParts))
      visitNames(node, (identifier) => {
        const used = checker.getSymbolAtLocation(identifier);
        const target = used && resolved(used);
        if (target && !(target.flags & ts.SymbolFlags.TypeParameter) && isOurs(target)) found(target, identifier);
      });
  };
  // A map gives what is added while it is walked, too: types that only such types mention.
  for (const [symbol, declared] of all)
    mentioned(symbol.declarations, (target, { text }) => {
      if (!all.has(target) && target.flags & ts.SymbolFlags.Type) take(target, declared.home, [target.name === "default" ? text : target.name]);
    });

  const members = new Map([...all.values()].map((declared) => [declared.home, []]));
  for (const declared of all.values()) {
    const isSaid = declared.text !== "" || declared.tags.length > 0;
    if (isSaid) members.get(declared.home).push(declared);
    else if (declared.isExported) throw new Error(`${declared.home}: ${declared.name} has no description`);
    else declared.isUnsaid = true;
  }
  return {
    modules: modules.map(({ subpath, description, exported, foreign }) => ({
      subpath,
      description,
      own: members.get(subpath) ?? [],
      others: exported
        .map(({ name, symbol }) => ({ name, declared: all.get(symbol) }))
        .filter(({ declared }) => declared.home !== subpath),
      foreign,
    })),
    mentionsOf: (nodes) => {
      const found = new Set();
      mentioned(nodes, (target) => found.add(all.get(target)));
      return [...found].filter((one) => one !== undefined && !one.isUnsaid);
    },
    named: (name, home) => {
      const found = [...all.values()].filter((one) => one.name === name && !one.isUnsaid);
      return found.find((one) => one.home === home) ?? found[0];
    },
    commentOf: (node) => commentOf(node.name && checker.getSymbolAtLocation(node.name)),
  };
}

/** A class without its constructor and its private members: apps make none, and see none. */
const publicParts = (node) =>
  ts.isClassDeclaration(node)
    ? [...(node.heritageClauses ?? []), ...node.members.filter((one) => one.type && !isHidden(one))]
    : [node];

const isHidden = (node) =>
  Boolean(ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected));

/** The entry point that stands nearest to a file; the first one of those that are as near. */
function nearest(file, places) {
  const shared = (one, other) => {
    const [a, b] = [one.split("/"), other.split("/")];
    const differs = a.findIndex((part, at) => part !== b[at]);
    return differs === -1 ? a.length : differs;
  };
  return places.reduce((best, one) =>
    shared(one.module.file, file) > shared(best.module.file, file) ? one : best,
  );
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
