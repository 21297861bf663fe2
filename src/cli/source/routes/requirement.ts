/** What a guard asks for, and options that stand in no call. Loads the TypeScript parser. */
import type { WrittenRequirement } from "../../edit/requirement.js";
import { fileValues, valuesBy } from "../names/file-values.js";
import type { OpenModule } from "../names/names.js";
import { ProjectValues, type Roles } from "../names/project-values.js";
import { valueOf, type Value } from "../names/values.js";
import { textsIn } from "../syntax/access.js";
import { parse, ts } from "../syntax/syntax.js";

/** Whether what a guard is given asks for all of this; where a slug comes from is not in it. The way back is the page's own affair. */
export function requires(asked: Value, wanted: WrittenRequirement): boolean {
  return Object.entries({ ...wanted, redirectTo: undefined }).every(([name, value]) => {
    if (value === undefined) return true;
    if (typeof value !== "object") return textOf(asked, name) === String(value);
    if ("slug" in value) return false;
    const texts = textsOf(asked, name);
    return texts?.length === value.length && value.every((one) => texts.includes(one));
  });
}

/** What to say of a guard that does not ask for all of this. */
export const otherGuard = (asked: Value, { organization }: WrittenRequirement): string =>
  organization === undefined || hasMember(asked, "organization")
    ? "a guard is there that asks for something else"
    : "a guard is there that asks for no organisation: write it into that one";

/** Whether the paths of two guards are for the same addresses, whatever they call their parts. */
export const isSamePath = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && starred(one) === starred(other);

const starred = (path: string): string =>
  path
    .split("/")
    .map((part) => (part.startsWith(":") ? "*" : part))
    .join("/");

/** Reads options that a file writes out, with the names in them followed. */
export function optionsIn(root: ts.SourceFile, open: OpenModule): (written: ts.Expression) => Value {
  const file = root.fileName;
  const files = [{ file, values: fileValues(root) }];
  const values = new ProjectValues<never>(files, valuesBy(open, files), noRoles);
  return (written) => values.resolved(valueOf(written), file);
}

const none = () => undefined;
const noRoles: Roles<never> = {
  named: none,
  step: none,
  outside: none,
  isKnownByName: () => false,
  isSure: () => false,
};

/** The text or the number that a member is set to; one in a list is that one. */
export function textOf(asked: Value, name: string): string | undefined {
  const value = asked.kind === "object" ? asked.members.get(name) : undefined;
  const [only, ...others] = value?.kind === "list" ? value.items : [value];
  return only?.kind === "text" && others.length === 0 ? only.text : undefined;
}

/** The texts that a member is set to; undefined where one of them is not in sight. */
function textsOf(asked: Value, name: string): readonly string[] | undefined {
  const value = asked.kind === "object" ? asked.members.get(name) : undefined;
  return value && textsIn(value);
}

export const hasMember = (asked: Value, name: string): boolean =>
  asked.kind === "object" && asked.members.has(name);

/** The same of an object that is written out. */
export const textIn = (argument: ts.Expression | undefined, name: string): string | undefined =>
  argument && textOf(valueOf(argument), name);

/** The path that a guard of the app's own tells from others by itself: `requireUser({ path: "/dashboard" })`. */
export function pathInGuard(code: string): string | undefined {
  const [statement] = parse(code, "guard.ts").statements;
  const guard = statement && ts.isExpressionStatement(statement) ? statement.expression : undefined;
  return guard && ts.isCallExpression(guard) ? textIn(guard.arguments[0], "path") : undefined;
}
