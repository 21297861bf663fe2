/** A page for each subpath of package.json `exports`, out of the documentation comments. */
import ts from "typescript";
import { escaped } from "../links.mjs";
import { code, codeOf, inLine, memberList, memberSections, membersOf } from "./members.mjs";
import { readReference } from "./read.mjs";

const folder = "reference/api";
const packageName = "authwright";
const providerOf = (subpath) => /^\.\/providers\/(.+)$/.exec(subpath)?.[1];
const importOf = (subpath) => packageName + subpath.slice(1);

/**
 * @param {string} root of the package, built
 * @param {ReadonlySet<string>} described ids of providers with a page of their own
 * @returns {{ pages: { file: string, title: string, description: string, text: string }[], providers: Map<string, string> }}
 *   `providers`: what goes onto the page of a provider, by its id
 */
export function referencePages(root, described) {
  const reference = readReference(root);
  const modules = reference.modules.map((module) => ({
    ...module,
    address: addressOf(module, reference.modules, described),
  }));
  const addresses = new Map(modules.map(({ subpath, address }) => [subpath, `/${address}`]));
  const known = ({ subpath }) => knownTo(reference, subpath, addresses);
  const isDescribed = ({ subpath }) => described.has(providerOf(subpath));
  const own = modules.filter((one) => !isDescribed(one));
  const providers = modules
    .filter(isDescribed)
    .map((module) => [providerOf(module.subpath), providerPart(module, known(module))]);
  const pages = own.map((module) => ({
    file: `${module.address.replace(/\/$/, "/index")}.md`,
    title: importOf(module.subpath),
    description: descriptionOf(module),
    text: modulePage(module, known(module)),
  }));
  return { pages: [indexPage(own), ...pages], providers: new Map(providers) };
}

/** The page of a subpath; one that has others below it is the index of their folder. */
function addressOf({ subpath }, modules, described) {
  if (described.has(providerOf(subpath))) return subpath.slice(2);
  if (subpath === ".") return `${folder}/${packageName}`;
  const isFolder = modules.some((other) => other.subpath.startsWith(`${subpath}/`));
  return `${folder}/${subpath.slice(2)}${isFolder ? "/" : ""}`;
}

/** What members of a subpath's page need: where others are told, and their comments. */
function knownTo({ mentionsOf, named, commentOf }, subpath, addresses) {
  const linkTo = ({ home, name }) => `${addresses.get(home)}#${name}`;
  const words = (text) =>
    escaped(
      text.replaceAll(/\{@link(?:code)? ([^}\s|]+)[^}]*\}/g, (_, name) => {
        const found = named(name.split(".")[0], subpath);
        return found === undefined ? code(name) : `[${code(name)}](${linkTo(found)})`;
      }),
    );
  const linkOf = (node) => {
    const found = mentionsOf([node]);
    return found.length === 1 ? linkTo(found[0]) : undefined;
  };
  return { linkTo, words, linkOf, mentionsOf, commentOf };
}

/** For search engines: what it is, and what somebody may look for. */
function descriptionOf({ subpath, description, own }) {
  const names = byName(own.filter(({ isExported }) => isExported)).map(({ name }) => name);
  const text = `${importOf(subpath)}: ${firstSentence(description)} ${names.slice(0, 6).join(", ")}${names.length > 6 ? " and others" : ""}.`;
  return text.replaceAll("`", "").slice(0, 160);
}

const groups = [
  { title: "Functions", has: (node) => ts.isFunctionDeclaration(node) },
  { title: "Values", has: (node) => ts.isVariableDeclaration(node) },
  { title: "Classes", has: (node) => ts.isClassDeclaration(node) },
  { title: "Types", has: () => true },
];

function modulePage({ subpath, description, own, others, foreign }, known) {
  const exported = own.filter(({ isExported }) => isExported);
  const left = new Set(exported);
  const parts = groups.flatMap(({ title, has }) => {
    const found = [...left].filter(({ nodes }) => has(nodes[0]));
    for (const one of found) left.delete(one);
    return found.length === 0 ? [] : [`## ${title}`, ...byName(found).map((one) => entry(one, known))];
  });
  const mentioned = own.filter(({ isExported }) => !isExported);
  if (mentioned.length > 0)
    parts.push(
      "## Types without an export",
      "What the types above are made of. An app cannot import these names.",
      ...byName(mentioned).map((one) => entry(one, known)),
    );
  parts.push(...elsewhere({ others, foreign }, known));
  return [
    `# ${importOf(subpath)}`,
    known.words(description),
    importLine(subpath, exported, others),
    ...parts,
  ].join("\n\n");
}

/** Names that a subpath exports, and whose home is another one. */
function elsewhere({ others, foreign }, known) {
  const items = [
    ...others
      .filter(({ name }) => name !== "default")
      .map(({ name, declared }) => `- <a id="${name}"></a>[${code(name)}](${known.linkTo(declared)})`),
    ...foreign.map((name) => `- ${code(name)}, of the framework`),
  ];
  return items.length === 0 ? [] : ["## Also exported here", items.join("\n")];
}

const byName = (all) => [...all].sort((one, other) => one.name.localeCompare(other.name));

/** Characters of code that stand beside each other on a page. */
const widest = 64;

/** The line to write, with the first few values; types where there is no value. */
function importLine(subpath, exported, others) {
  const isValue = ({ nodes: [node] }) => !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node);
  const standard = exported.find(({ isDefault }) => isDefault);
  const isFunction = ({ nodes: [node] }) => ts.isFunctionDeclaration(node);
  const sorted = byName(exported);
  const all = [
    ...sorted.filter(isFunction),
    ...sorted.filter((one) => !isFunction(one)),
    ...others.map(({ declared }) => declared),
  ];
  const values = all.filter((one) => isValue(one) && !one.isDefault && !one.name.startsWith("_"));
  const keyword = values.length > 0 || standard ? "import" : "import type";
  const lineOf = (names) => {
    const named = names.length > 0 ? `{ ${names.join(", ")} }` : undefined;
    return `${keyword} ${[standard?.name, named].filter(Boolean).join(", ")} from "${importOf(subpath)}";`;
  };
  const names = (values.length > 0 || standard ? values : all).map(({ name }) => name);
  let count = Math.min(3, names.length);
  while (count > 1 && lineOf(names.slice(0, count)).length > widest) count -= 1;
  return fence(lineOf(names.slice(0, count)));
}

const fence = (text, language = "ts") => `\`\`\`${language}\n${text}\n\`\`\``;

function entry(declared, known) {
  const { name, aliases, nodes, text, tags } = declared;
  const told = (tag) => tags.filter((one) => one.name === tag).map((one) => one.text);
  const members = nodes.flatMap((node) =>
    membersOf(ts.isTypeAliasDeclaration(node) || ts.isVariableDeclaration(node) ? node.type : node),
  );
  const written = codeOf(declared);
  const body = [
    `### ${name} {#${name}}`,
    known.words(text),
    aliases.length > 0 ? `Another name: ${aliases.map(code).join(", ")}.` : "",
    told("deprecated")
      .map((one) => `Deprecated: ${known.words(one)}`)
      .join("\n\n"),
    written === "" ? "" : fence(written),
    parameters(told("param").concat(told("typeParam")), known),
    told("returns")
      .map((one) => `Returns ${known.words(one)}${end(one)}`)
      .join("\n\n"),
    told("throws")
      .map((one) => `Throws ${known.words(one)}${end(one)}`)
      .join("\n\n"),
    ...told("example").map((one) => fence(one, languageOf(one, declared.home))),
    members.length === 0 ? "" : memberText(members, declared, known),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
  const further = known
    .mentionsOf(nodes)
    .filter((one) => one !== declared && !body.includes(`(${known.linkTo(one)})`));
  const links = further.map((one) => `[${code(one.name)}](${known.linkTo(one)})`);
  return links.length === 0
    ? body
    : `${body}\n\n<div class="mentioned">\n\nSee ${links.join(", ")}.\n\n</div>`;
}

/** What an app gives has a place for each member; of what it gets there is a list. */
const memberText = (members, { name, home }, known) =>
  /(?:Config|Options)$/.test(name) && providerOf(home) === undefined
    ? memberSections(members, known, name)
    : `<div class="members">\n\n${memberList(members, known)}\n\n</div>`;

const end = (text) => (/[.!?]$/.test(text) ? "" : ".");

function parameters(texts, { words }) {
  return texts
    .map((text) => {
      const [, name = "", said = ""] = /^(\S+)\s*-?\s*([^]*)$/.exec(text) ?? [];
      return `- ${code(name)}: ${words(inLine(said))}`;
    })
    .join("\n");
}

const languageOf = (example, subpath) =>
  subpath === "./svelte"
    ? "svelte"
    : subpath === "./vue" && /^</.test(example)
      ? "vue"
      : /<[A-Z]/.test(example)
        ? "tsx"
        : "ts";

function providerPart(module, known) {
  const [standard, ...others] = [...byName(module.own)].sort((one, other) => other.isDefault - one.isDefault);
  return [
    "## In TypeScript",
    ...[standard, ...others].map((one) => entry(one, known)),
    ...elsewhere(module, known),
  ].join("\n\n");
}

function indexPage(modules) {
  const rows = modules.map(
    ({ subpath, description, address }) =>
      `- [${code(importOf(subpath))}](/${address})<br>${escaped(firstSentence(description))}`,
  );
  const description =
    "Everything that an app can import from the package: functions, options and types, by subpath.";
  return {
    file: `${folder}/index.md`,
    title: "Imports",
    description,
    text: [
      "# Imports",
      description,
      "It is made from the comments that your editor shows. A [provider](/providers/) has its types on its page.",
      `<div class="members">\n\n${rows.join("\n")}\n\n</div>`,
    ].join("\n\n"),
  };
}

const firstSentence = (text) => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
