/** Modules of next-auth or @auth/* outside of imports: `declare module`, `require`, `import()`, mocks, settings. */
import { augmentedSubpath } from "../../../cli/old-auth/names.js";
import { oldNuxtModules } from "../../../cli/old-auth/packages.js";
import type { Mention } from "../../../cli/old-auth/statements.js";
import { subpathOfPackage, type ImportTarget } from "../../../cli/old-auth/targets.js";
import { lineEnd, lineStart } from "../../../cli/source/text/layout.js";
import { splice, type TextEdit } from "../../../cli/source/text/text-edit.js";
import {
  handOf,
  roleOf,
  sessionLine,
  targetOf,
  wholeTarget,
  type Correction,
  type OldFile,
} from "./old-counterparts.js";

/** @param old the module of the old package that was meant */
export function correctMention(file: OldFile, mention: Mention, old: string): Correction {
  const { names, kind } = mention;
  const isAsked = names.some(({ text }) => roleOf(file, old, text) === "asker");
  if (isAsked && kind === "require") return askedFor(file, mention);
  const targets = names.map(({ text }) => targetOf(file, old, text));
  const missing = targets.findIndex((one) => one.kind === "none");
  const target = targets[missing] ?? targets[0] ?? moduleOf(file, mention, old);
  if (target.kind === "none") {
    const name = names[missing]?.text;
    return { fix: name === undefined ? target.write : `${name}: ${target.write}` };
  }
  const edits = editsFor(mention, targets, target.specifier);
  const isOne = targets.every((one) => one.kind === "found" && one.specifier === target.specifier);
  return { fix: linesWith(file, mention, edits), edits: isOne ? edits : undefined };
}

function moduleOf(file: OldFile, { kind, specifier }: Mention, old: string): ImportTarget {
  const { rules, idioms } = file;
  const found = (subpath: string): ImportTarget => ({
    kind: "found",
    specifier: subpathOfPackage(rules, subpath),
    name: "*",
  });
  if (kind === "augmentation") return found(augmentedSubpath[old] ?? "");
  const isModule = oldNuxtModules.some((one) => one === specifier);
  return isModule && idioms?.nuxtModule !== undefined ? found(idioms.nuxtModule) : wholeTarget(file, old);
}

/** The specifier, and the names that are other ones here. */
function editsFor(
  { start, end, kind, names }: Mention,
  targets: readonly ImportTarget[],
  specifier: string,
): readonly TextEdit[] {
  const renamed = targets.flatMap((one, at) => {
    const place = names[at];
    if (one.kind === "none" || place === undefined || one.name === place.text) return [];
    const text = kind === "require" ? `${one.name}: ${place.text}` : one.name;
    return [{ start: place.start, end: place.end, text }];
  });
  return [{ start, end, text: specifier }, ...renamed];
}

/** The lines of some edits as they read afterwards. */
function linesWith({ code }: OldFile, { start }: Mention, edits: readonly TextEdit[]): string {
  const first = Math.min(start, ...edits.map((one) => one.start));
  const last = Math.max(...edits.map((one) => one.end));
  const [from, to] = [lineStart(code, first), lineEnd(code, last)];
  const moved = edits.map((one) => ({ ...one, start: one.start - from, end: one.end - from }));
  return splice(code.slice(from, to), moved).trim();
}

/** `const { getServerSession } = require("next-auth")` */
function askedFor(file: OldFile, { isLazy }: Mention): Correction {
  const { home, idioms } = file;
  const { line, end, module } = handOf(file);
  const loaded = isLazy ? `await import(${module(home)})` : `require(${module(home)})`;
  const taken = idioms?.takesAuth ? [`const { auth } = ${loaded}${end}`] : [];
  return { fix: [...taken, line(sessionLine(idioms?.session([]) ?? ""))].join("\n") };
}
