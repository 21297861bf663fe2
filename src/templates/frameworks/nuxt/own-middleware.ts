/** Middleware of the app's own in front of a page: what it does is not read, only that it reads the session. */
import { isSourceFile, withoutSourceEnding } from "../../../cli/source/text/file-names.js";
import { readIfText, type ProjectFiles } from "../../../cli/project/files.js";
import { unclear, type Access } from "../../../cli/source/syntax/access.js";
import { mayLeadAway, readsSession, setupScript } from "../../../cli/source/syntax/probes.js";
import { parse, ts, unwrap, visit } from "../../../cli/source/syntax/syntax.js";
import { sourceFolder } from "./place.js";
import { membersOf } from "../nitro/rules.js";

interface Middleware {
  /** As pages name it. */
  readonly name: string;
  readonly isGlobal: boolean;
  readonly text: string;
}

/** At the end of the name of what stands in front of every page. */
const global = ".global";

const isIndex = (file: string): boolean => isSourceFile(file) && withoutSourceEnding(file) === "index";

/** The files of `middleware/`, by the names that Nuxt gives them. */
function middlewareOf(files: ProjectFiles): readonly Middleware[] {
  const folder = `${sourceFolder(files)}middleware/`;
  return files.list(folder).flatMap((entry): Middleware[] => {
    const inside = entry.endsWith("/") ? files.list(folder + entry).find(isIndex) : "";
    if (inside === undefined || (inside === "" && !isSourceFile(entry))) return [];
    const stem = entry.endsWith("/") ? entry.slice(0, -1) : withoutSourceEnding(entry);
    const isGlobal = stem.endsWith(global);
    const name = isGlobal ? stem.slice(0, -global.length) : stem;
    return [{ name, isGlobal, text: readIfText(files, folder + entry + inside)?.text ?? "" }];
  });
}

/** @param text of the page */
export function middlewareAccess(files: ProjectFiles, text: string): Access | undefined {
  const { names, code } = namedBy(setupScript(text));
  const own = middlewareOf(files).filter(({ name, isGlobal }) => isGlobal || names.includes(name));
  const guarding = own.find((one) => mayGuard(one.text));
  if (guarding !== undefined) return unclear(`the middleware ${guarding.name} reads the session itself`);
  return mayGuard(code) ? unclear("its middleware reads the session itself") : undefined;
}

/** It asks who is signed in, and leads away or fails. */
const mayGuard = (code: string): boolean => readsSession(code) && mayLeadAway(code);

/** What `definePageMeta({ middleware })` names, and the functions that stand there. */
function namedBy(script: string): { readonly names: readonly string[]; readonly code: string } {
  const names: string[] = [];
  let code = "";
  if (script.includes("middleware"))
    visit(parse(script, "page.ts"), (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== "definePageMeta") return;
      const meta = node.arguments[0] && unwrap(node.arguments[0]);
      const given = meta && ts.isObjectLiteralExpression(meta) ? membersOf(meta)["middleware"] : undefined;
      if (given === undefined) return;
      for (const one of ts.isArrayLiteralExpression(given) ? given.elements : [given])
        if (ts.isStringLiteralLike(one)) names.push(one.text);
        else code += one.getText();
    });
  return { names, code };
}
