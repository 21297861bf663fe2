/** Parses source files. What is nested deeper than code is written by people and machines stays unread, and is named. */
import { ts } from "ts-morph";
import { noteUnread } from "../text/unread.js";

export { ts };

/** Nodes inside each other: a chain of 2,500 calls. Readers that follow a tree inwards have room for that. */
const deepest = 5000;

/** Characters of the files whose trees are kept: two large trees at a time are too much for memory. */
const keptLength = 200_000;

/** Readers of a few files ask one after the other, each for the whole of them; the tree that was read last comes last. */
let kept: readonly { readonly text: string; readonly fileName: string; readonly source: ts.SourceFile }[] =
  [];

/** The tree of a file, which nobody may change: the next reader of the same text gets it, too. */
export function parse(text: string, fileName: string): ts.SourceFile {
  const known = kept.find((one) => one.fileName === fileName && one.text === text);
  if (known) {
    kept = [...kept.filter((one) => one !== known), known];
    return known.source;
  }
  makeRoom(text.length);
  const source = parsed(text, fileName);
  if (source === undefined || isTooDeep(source)) {
    noteUnread({ file: fileName, why: "is nested too deep" });
    return unreadSource(fileName);
  }
  kept = [...kept, { text, fileName, source }];
  return source;
}

/** Drops the trees that were not read for the longest time, until a file of this length fits beside the others. */
function makeRoom(length: number): void {
  let total = kept.reduce((sum, { text }) => sum + text.length, length);
  while (total > keptLength && kept.length > 0) {
    total -= kept[0]?.text.length ?? 0;
    kept = kept.slice(1);
  }
}

/** An expression of a file, whose tree the next reader of that file still gets. */
export function parseExpression(code: string, fileName: string): ts.Node {
  const source = parsed(`(${code}\n)`, fileName) ?? unreadSource(fileName);
  const [statement] = source.statements;
  return statement && ts.isExpressionStatement(statement) ? statement.expression : source;
}

const parsed = (text: string, fileName: string): ts.SourceFile | undefined => {
  try {
    return ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true, scriptKind(fileName));
  } catch (error) {
    // The parser goes inwards by calls of its own.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

function scriptKind(fileName: string): ts.ScriptKind {
  if (fileName.endsWith("x")) return ts.ScriptKind.TSX;
  // JSX is common in .js files; in .ts files it would forbid `<T>value` casts.
  return /\.[cm]?js$/.test(fileName) ? ts.ScriptKind.JSX : ts.ScriptKind.TS;
}

/** Nothing is found in it, and its syntax error forbids every edit. */
const unreadSource = (fileName: string): ts.SourceFile =>
  ts.createSourceFile(fileName, "(", ts.ScriptTarget.Latest, true, scriptKind(fileName));

/** Whether some node has more nodes around it than there may be; a short text has no room for them. */
function isTooDeep(source: ts.SourceFile): boolean {
  if (source.text.length <= deepest) return false;
  let level: ts.Node[] = [source];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    const next: ts.Node[] = [];
    for (const node of level)
      ts.forEachChild(node, (child) => {
        next.push(child);
      });
    level = next;
  }
  return false;
}

/** Sees a node and all inside it, from the outside in and in the order of the text. */
export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  const waiting = [node];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    see(at);
    const children: ts.Node[] = [];
    ts.forEachChild(at, (child) => {
      children.push(child);
    });
    for (const child of children.reverse()) waiting.push(child);
  }
}

/**
 * The code of a node: comments become blanks, and everything else stays where it is.
 * @param start where to begin; what stands in front of the first token is blank too
 */
export function codeOf(node: ts.Node, start: number = node.getStart()): string {
  const source = node.getSourceFile();
  const { text } = source;
  const parts: string[] = [];
  let done = start;
  const take = (end: number, isCode: boolean) => {
    const part = text.slice(done, end);
    parts.push(isCode ? part : part.replace(/[^\r\n]/g, " "));
    done = Math.max(done, end);
  };
  const waiting = [node];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const children = at.getChildren(source).filter((child) => !ts.isJSDoc(child));
    for (const child of children.reverse()) waiting.push(child);
    if (children.length > 0) continue;
    take(at.getStart(source), false);
    take(at.getEnd(), true);
  }
  take(node.getEnd(), false);
  return parts.join("");
}
