/** docs/cases.md: every case id that a test carries, with the words beside it and where it stands. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** What ids begin with, and where the case comes from. */
const families = {
  CLI: "the command line",
  OC: "the client of OAuth",
  CL: "the command line, crossed with projects of other shapes",
  COOK: "cookies",
  CRED: "credentials",
  CSRF: "forms from elsewhere",
  DB: "stores",
  EDG: "integrations and runtimes",
  EMAIL: "sign-in by mail",
  F: "faults that were found and repaired",
  FM: "a machine that was just set up",
  FW: "frameworks",
  H: "what a reading of the whole code found",
  HOST: "which host an app is at",
  JWE: "sealed tokens",
  N: "what newcomers stumbled over",
  OAUTH: "OAuth and OpenID Connect",
  ADM: "the back office",
  ORG: "organisations, their members and invitations",
  PR: "what people of this interface have reported in public",
  RA: "the move from next-auth",
  RA2: "apps that nobody here wrote",
  REDIR: "redirects",
  REL: "the package",
  RES: "resources",
  RESP: "answers",
  RT: "the runtime's size and speed",
  SEC2: "the second review of security",
  TR: "two features crossed",
};

const idPattern = new RegExp(`\\b(?:${Object.keys(families).join("|")})-[A-Z]?\\d{1,3}[a-z]?\\b`, "g");

/** @returns the page's path and text */
export function casePage(root) {
  const catalogue = JSON.parse(readFileSync(path.join(root, "test/fixtures/security/cases.json"), "utf8"));
  const titles = new Map(catalogue.map(({ id, title }) => [id, title.replaceAll("|", "\\|")]));
  const cases = new Map();
  const files = readdirSync(path.join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("fixtures"))
    .sort();
  for (const file of files)
    for (const { id, words } of casesIn(file, readFileSync(path.join(root, "test", file), "utf8")))
      if (!cases.has(id))
        cases.set(id, { words: titles.get(id) ?? words, file: file.split(path.sep).join("/") });
  const sections = Object.entries(families).flatMap(([family, about]) => {
    const rows = [...cases]
      .filter(([id]) => id.startsWith(`${family}-`))
      .sort(([a], [b]) => numberOf(a) - numberOf(b) || a.localeCompare(b));
    if (rows.length === 0) return [];
    const lines = rows.map(([id, { words, file }]) => `| ${id} | ${words} | [${file}](../test/${file}) |`);
    return [`## ${family}: ${about}\n\n| id | case | test |\n|---|---|---|\n${lines.join("\n")}\n`];
  });
  return [
    "docs/cases.md",
    `# Cases by id\n\nA test that holds a repaired fault or an attack carries the id of its case. This list is made from the tests: \`node scripts/docs.mjs\`.\n\n${sections.join("\n")}`,
  ];
}

const numberOf = (id) => Number(/-[A-Z]?(\d+)/.exec(id)[1]);

/** The ids in texts of a file first, then those in comments, each with the text or comment that holds it. */
function casesIn(file, text) {
  // Most files have none.
  if (text.search(idPattern) === -1) return [];
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const note = (holder) => {
    for (const [id] of holder.matchAll(idPattern)) found.push({ id, words: wordsOf(holder, id) });
  };
  const visit = (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const words = node.getText(tree).slice(1, -1);
      // A row or a call that begins with the id says in the next text what it is about.
      note(/^[A-Z\d]+-\d+[a-z]?$/.test(words) ? `${words} ${nextText(node, tree)}` : words);
    }
    node.forEachChild(visit);
  };
  visit(tree);
  for (const [comment] of text.matchAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g))
    note(comment.replaceAll(/^\/\*+|\*\/$|^\/\/|\n\s*\*/g, " "));
  return found;
}

/** One line without the id itself, fit for a table. */
function wordsOf(holder, id) {
  const line = holder
    .replaceAll(/\s+/g, " ")
    .replaceAll("|", "\\|")
    .replace(new RegExp(`^\\s*${id}[,:]?\\s*`), "")
    .trim();
  return line.length > 140 ? `${line.slice(0, 139)}…` : line;
}

function nextText(node, tree) {
  const texts = [];
  const collect = (each) => {
    if (ts.isStringLiteralLike(each) || ts.isTemplateExpression(each)) texts.push(each);
    else each.forEachChild(collect);
  };
  node.parent.parent.forEachChild(collect);
  const next = texts.find((each) => each.pos > node.pos);
  return next?.getText(tree).slice(1, -1) ?? "";
}
