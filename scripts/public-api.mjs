/**
 * What package.json `exports` gives to apps, from the built declarations: every name of every subpath, and every
 * declaration that one of them reaches, as members with their types. Comments, order and places of files don't count, nor
 * do members that are marked `@internal`.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** @typedef {Record<string, string>} Members texts by name; a name ends in `?` where it may be left out */
/** @typedef {{ exports: Record<string, Record<string, string>>, declarations: Record<string, Members> }} Api */

const printer = ts.createPrinter({ removeComments: true });
/** What a provider is, as data: `auth providers` and the documentation read it, apps don't. */
const isData = (name) => name === "record";

/** The built declarations of the package in a folder, and the entry point of each subpath among them. */
export function openDeclarations(folder) {
  const { exports } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const files = readdirSync(path.join(folder, "dist"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".d.ts"))
    .map((name) => path.join(folder, "dist", name));
  const program = ts.createProgram(files, {
    noLib: true,
    noResolve: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
  });
  return { program, files, entryPoints: [...subpaths(exports, folder, files)] };
}

/** @param {string} folder of the package, built @returns {Api} */
export function readApi(folder) {
  const { program, files, entryPoints } = openDeclarations(folder);
  const checker = program.getTypeChecker();
  const resolved = (symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const same = functionOf(target, checker);
    return same === undefined ? target : resolved(same);
  };
  const isOurs = (symbol) =>
    symbol.declarations?.some((one) => files.includes(path.normalize(one.getSourceFile().fileName)));
  const names = new Map();
  const taken = new Map();
  const open = [];

  function nameOf(symbol, exported) {
    if (names.has(symbol)) return names.get(symbol);
    const own = symbol.name === "default" ? (symbol.declarations[0].name?.text ?? exported) : symbol.name;
    const count = (taken.get(own) ?? 0) + 1;
    taken.set(own, count);
    const name = count === 1 ? own : `${own} (${count})`;
    names.set(symbol, name);
    open.push(symbol);
    return name;
  }

  const api = { exports: {}, declarations: {} };
  for (const [subpath, file] of entryPoints) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    const found = module === undefined ? [] : checker.getExportsOfModule(module);
    api.exports[subpath] = Object.fromEntries(
      found
        .map((symbol) => [symbol.name, resolved(symbol)])
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, symbol]) => [
          name,
          isData(name) ? "data" : isOurs(symbol) ? nameOf(symbol, name) : "of another package",
        ]),
    );
  }
  for (let symbol = open.shift(); symbol !== undefined; symbol = open.shift()) {
    const members = {};
    for (const node of symbol.declarations) {
      addMembers(members, node);
      visitNames(node, (identifier) => {
        const used = checker.getSymbolAtLocation(identifier);
        const target = used && resolved(used);
        if (target && !(target.flags & ts.SymbolFlags.TypeParameter) && isOurs(target))
          nameOf(target, identifier.text);
      });
    }
    api.declarations[names.get(symbol)] = members;
  }
  api.declarations = Object.fromEntries(
    Object.entries(api.declarations).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  return api;
}

/** To an app, a constant of the type of a function (`const a: typeof b`) is that function. */
function functionOf({ valueDeclaration: declared }, checker) {
  if (!declared || !ts.isVariableDeclaration(declared) || !declared.type) return undefined;
  if (!ts.isTypeQueryNode(declared.type)) return undefined;
  const named = checker.getSymbolAtLocation(declared.type.exprName);
  return named?.declarations?.some(ts.isFunctionDeclaration) ? named : undefined;
}

function* subpaths(exports, folder, files) {
  for (const [subpath, { types }] of Object.entries(exports)) {
    if (types === undefined) continue;
    const [before, after] = path.join(folder, types).split("*");
    if (after === undefined) yield [subpath, before];
    else
      for (const file of files.filter((one) => one.startsWith(before) && one.endsWith(after)).sort()) {
        const part = file.slice(before.length, file.length - after.length);
        if (!part.includes(path.sep)) yield [subpath.replace("*", part), file];
      }
  }
}

/** Members that are not for apps: they may change, and what they mention is none of the API. */
export const isInternal = (node) => ts.getJSDocTags(node).some(({ tagName }) => tagName.text === "internal");

/** Names of types, and of values whose types are asked for. */
export function visitNames(node, found) {
  if (isInternal(node)) return;
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isTypeQueryNode(node)
      ? node.exprName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : undefined;
  if (name !== undefined && ts.isIdentifier(name)) found(name);
  ts.forEachChild(node, (child) => visitNames(child, found));
}

/** Code without comments, in one line. */
export const textOf = (node) =>
  node === undefined
    ? "any"
    : printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replaceAll(/\s+/g, " ");
const optional = (node) => (node.questionToken || node.initializer ? "?" : "");

/** @param {Members} all */
function addMembers(all, node) {
  if (node.typeParameters && !ts.isFunctionDeclaration(node))
    all["<>"] = node.typeParameters.map(textOf).join(", ");
  if (ts.isFunctionDeclaration(node)) addSignature(all, "", node);
  else if (ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type))
    addListed(all, node.type.members);
  else if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
    for (const { types } of node.heritageClauses ?? [])
      for (const type of types) all[`extends ${textOf(type)}`] = "";
    addListed(all, node.members);
  } else all["is"] = textOf(node.type ?? node);
}

/** A function of that name: what it returns, and each parameter. The second of its overloads has a number. */
function addSignature(all, name, { parameters, type, typeParameters }) {
  const types = typeParameters ? `<${typeParameters.map(textOf).join(", ")}>` : "";
  let own = `${name}${types}`;
  for (let count = 2; `${own}()` in all; count += 1) own = `${name}${types} #${count}`;
  all[`${own}()`] = textOf(type);
  parameters.forEach((parameter, at) => {
    const rest = parameter.dotDotDotToken ? "..." : "";
    all[`${own}(${rest}${at})${optional(parameter)}`] = textOf(parameter.type);
  });
}

function addListed(all, members) {
  for (const member of members) {
    const flags = ts.getCombinedModifierFlags(member);
    if (flags & ts.ModifierFlags.Private || (member.name && ts.isPrivateIdentifier(member.name))) continue;
    if (isInternal(member)) continue;
    const name = `${flags & ts.ModifierFlags.Static ? "static " : ""}${member.name ? textOf(member.name) : ""}`;
    if (ts.isIndexSignatureDeclaration(member))
      all[`[${member.parameters.map(textOf).join(", ")}]`] = textOf(member.type);
    else if (ts.isConstructorDeclaration(member)) addSignature(all, "new", member);
    else if (member.parameters && !ts.isPropertySignature(member))
      addSignature(all, name + optional(member), member);
    else all[name + optional(member)] = textOf(member.type);
  }
}

/**
 * @param {Api} before @param {Api} after
 * @returns {{ breaks: string[], additions: string[] }} what an app that was made for the first can notice in the second
 */
export function compareApi(before, after) {
  const breaks = [];
  const additions = [];
  for (const subpath of Object.keys(before.exports)) {
    if (!(subpath in after.exports)) breaks.push(`${subpath} is gone`);
    for (const name of Object.keys(after.exports[subpath] ? before.exports[subpath] : {}))
      if (!(name in after.exports[subpath])) breaks.push(`${subpath}: ${name} is gone`);
  }
  for (const [subpath, names] of Object.entries(after.exports)) {
    if (!(subpath in before.exports)) additions.push(`${subpath} is new`);
    else
      for (const name of Object.keys(names))
        if (!(name in before.exports[subpath])) additions.push(`${subpath}: ${name} is new`);
  }
  for (const [name, now] of pairs(before, after))
    if (name in before.declarations && now in after.declarations)
      compareMembers(name, before.declarations[name], after.declarations[now], { breaks, additions });
  return { breaks: [...new Set(breaks)], additions: [...new Set(additions)] };
}

/** Which declaration became which: by the names that lead to them, else by their own. */
function pairs(before, after) {
  const exported = Object.entries(before.exports).flatMap(([subpath, names]) =>
    Object.entries(names).map(([name, own]) => [own, after.exports[subpath]?.[name] ?? own]),
  );
  const known = new Set(exported.map(([own]) => own));
  const others = Object.keys(before.declarations).filter((name) => !known.has(name));
  return new Map([...others.map((name) => [name, name]), ...exported]);
}

/** What an app gives may become wider; what it is given may not. */
const isGiven = (name, key) =>
  /\((?:\.\.\.)?\d/.test(key) || /(?:Config|Options|Params|Requirement)$/.test(name);

function compareMembers(name, before, after, { breaks, additions }) {
  const bare = (key) => key.replace(/\?(?=$|<|\(| #)/, "");
  const now = new Map(Object.entries(after).map(([key, text]) => [bare(key), { key, text }]));
  for (const [key, text] of Object.entries(before)) {
    const one = now.get(bare(key));
    const place = `${name}.${bare(key)}`;
    if (one === undefined) breaks.push(`${place} is gone`);
    else if (one.text !== text) {
      const isWider = isGiven(name, key) && partsOf(text).every((part) => partsOf(one.text).includes(part));
      if (isWider) additions.push(`${place} takes more: ${one.text}`);
      else breaks.push(`${place} was ${text}, is ${one.text}`);
    } else if (key.includes("?") && !one.key.includes("?")) breaks.push(`${place} must be given now`);
    else if (key !== one.key) additions.push(`${place} may be left out now`);
  }
  const known = new Set(Object.keys(before).map(bare));
  for (const key of Object.keys(after).filter((one) => !known.has(bare(one))))
    if (key.includes("?") || key.endsWith("()")) additions.push(`${name}.${bare(key)} is new`);
    else breaks.push(`${name}.${key} is new and must be given`);
}

/** The parts of a union, as far as a text shows them. */
const partsOf = (text) => text.split(" | ");
