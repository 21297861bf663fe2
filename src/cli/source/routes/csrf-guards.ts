/** Middleware that refuses forms without a token of its own: csurf, csrf-csrf, csrf-sync, lusca, koa-csrf and the like. */
import type { Names } from "../names/names.js";
import { declarationOf, declaredIn } from "../syntax/scopes.js";
import { requiredModule, ts, visit } from "../syntax/syntax.js";
import { exportedNames } from "./named-values.js";

/** In what such packages, and what code makes of them, are called. */
const words = ["csrf", "csurf", "xsrf"];
/** Whether code may have such a guard: a quick look, which may say yes too often. */
export function mayGuardForms(code: string): boolean {
  const lower = code.toLowerCase();
  return words.some((word) => lower.includes(word));
}

/** What only makes a token, or shows it. */
const tokens = /\w*(?:csrf|xsrf)_?tokens?\w*/gi;
/** Judge by the header Origin: a form of the app itself passes. */
const byOrigin: readonly string[] = ["hono/csrf"];

/** Calls that put such a guard in front of others: `app.use(lusca.csrf())`, `app.addHook("preHandler", app.csrfProtection)`. */
function csrfGuardsIn(root: ts.SourceFile, names?: Names): readonly ts.CallExpression[] {
  const isGuard = guardTest(root, names);
  const found: ts.CallExpression[] = [];
  visit(root, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { text: method } = node.expression.name;
    if ((method === "use" || method === "addHook") && node.arguments.some(isGuard)) found.push(node);
  });
  return found;
}

/** Guards are made in the file that exports them, or in one behind it. */
const maxFiles = 3;

/**
 * Whether an argument is such a guard, by the names of its file.
 *
 * @param names follows them into other files, in which a guard may be made under a name that does not say so
 */
export function guardTest(root: ts.SourceFile, names?: Names, depth = 0): (given: ts.Node) => boolean {
  const { guards, innocent } = namesIn(root);
  return (given) => {
    let isGuard = false;
    visit(given, (node) => {
      if (isGuard || !ts.isIdentifier(node) || isOff(node)) return;
      isGuard =
        guards.has(node.text) ||
        (isNamed(node.text) && !innocent.has(node.text)) ||
        (names !== undefined && depth < maxFiles && isMadeElsewhere(node, names, depth));
    });
    return isGuard;
  };
}

/** `import { forms } from "./security.js"`, where `forms` is what csurf made. */
function isMadeElsewhere(name: ts.Identifier, names: Names, depth: number): boolean {
  if (isMember(name)) return false;
  const isWhole = ts.isPropertyAccessExpression(name.parent) && name.parent.expression === name;
  const meant = names.meaning(isWhole ? name.parent : name);
  if (meant?.kind === "outside") return isNamed(meant.specifier) && !byOrigin.includes(meant.specifier);
  const node = meant?.node ?? declaredElsewhere(name, names);
  const home = node?.getSourceFile();
  const isFar = home !== undefined && home.fileName !== name.getSourceFile().fileName;
  return isFar && node !== undefined && guardTest(home, names, depth + 1)(node);
}

/** What an imported name is declared by: `const { doubleCsrfProtection: forms } = doubleCsrf(…)` has no value in sight. */
function declaredElsewhere(name: ts.Identifier, names: Names): ts.Node | undefined {
  const imported = declarationOf(name);
  const statement = imported && ts.findAncestor(imported, ts.isImportDeclaration);
  if (imported === undefined || statement === undefined || !ts.isStringLiteral(statement.moduleSpecifier))
    return undefined;
  const source = names.module(name, statement.moduleSpecifier.text);
  const asked = ts.isImportSpecifier(imported) ? (imported.propertyName ?? imported.name).text : "default";
  const declared = source && declaredIn(source, exportedNames(source)[asked] ?? asked);
  return declared && (ts.findAncestor(declared, ts.isVariableDeclaration) ?? declared);
}

/** Names of members stand for nothing of the file. */
const isMember = (name: ts.Identifier): boolean =>
  (ts.isPropertyAssignment(name.parent) && name.parent.name === name) ||
  (ts.isPropertyAccessExpression(name.parent) && name.parent.name === name);

const isNamed = (name: string): boolean => mayGuardForms(name.replaceAll(tokens, ""));

/** `lusca({ csrf: false })`, `res.locals.csrf = token` */
const isOff = ({ parent }: ts.Identifier): boolean =>
  (ts.isPropertyAssignment(parent) && parent.initializer.kind === ts.SyntaxKind.FalseKeyword) ||
  (ts.isBinaryExpression(parent.parent) && parent.parent.left === parent);

/** Local names of such packages and of what is made of them, and names that only sound so. */
function namesIn(root: ts.SourceFile) {
  const guards = new Set<string>();
  const innocent = new Set<string>();
  const add = (specifier: string, name: ts.BindingName | undefined): void => {
    const into = byOrigin.includes(specifier) ? innocent : isNamed(specifier) ? guards : undefined;
    if (name === undefined || into === undefined) return;
    if (ts.isIdentifier(name)) into.add(name.text);
    else for (const one of name.elements) if (ts.isBindingElement(one)) add(specifier, one.name);
  };
  visit(root, (node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const { importClause: clause, moduleSpecifier } = node;
      const bindings = clause?.namedBindings;
      add(moduleSpecifier.text, clause?.name);
      if (bindings && ts.isNamespaceImport(bindings)) add(moduleSpecifier.text, bindings.name);
      else for (const one of bindings?.elements ?? []) add(moduleSpecifier.text, one.name);
    }
    if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return;
    const module = requiredModule(node.initializer);
    if (module !== undefined) return add(module, node.name);
    const isMade = ts.isCallExpression(node.initializer) && ts.isIdentifier(node.initializer.expression);
    if (isMade && ts.isIdentifier(node.name) && guards.has(node.initializer.expression.getText()))
      guards.add(node.name.text);
  });
  return { guards, innocent };
}

/**
 * The first guard that the forms of the endpoints would meet.
 *
 * @param base path of the endpoints: a guard that names it makes room for them
 * @param mount where they are mounted; hooks are for all routes, whatever stands first
 */
export const guardAhead = (
  root: ts.SourceFile,
  base: string,
  mount: number,
  names?: Names,
): ts.CallExpression | undefined =>
  csrfGuardsIn(root, names).find(
    (one) =>
      !one.getText().includes(base) &&
      !isElsewhere(one, base) &&
      (one.getStart() < mount || one.expression.getText().endsWith(".addHook")),
  );

/** `app.use("/admin", csurf())` */
function isElsewhere({ arguments: [first] }: ts.CallExpression, base: string): boolean {
  const path = first && ts.isStringLiteralLike(first) && first.text.startsWith("/") ? first.text : undefined;
  return path !== undefined && !`${base}/`.startsWith(path.endsWith("/") ? path : `${path}/`);
}
