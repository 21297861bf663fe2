/** `routeRules` of nitro.config and nuxt.config, as they are written out. */
import { lineAt } from "../../../cli/source/text/layout.js";
import { keyOf } from "../../../cli/source/syntax/scopes.js";
import { parse, ts, unwrap } from "../../../cli/source/syntax/syntax.js";

/** `export default defineNitroConfig({ … })`, or the object alone. */
export function exportedObject(source: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  const exported = source.statements.find((one) => ts.isExportAssignment(one));
  const value = exported && ts.isExportAssignment(exported) ? unwrap(exported.expression) : undefined;
  const given = value && ts.isCallExpression(value) ? value.arguments[0] : value;
  const object = given && unwrap(given);
  return object && ts.isObjectLiteralExpression(object) ? object : undefined;
}

/** A rule of `routeRules` with its members as code. */
export interface RouteRule {
  readonly pattern: string;
  readonly line: number;
  readonly members: Readonly<Record<string, ts.Expression>>;
}

/** The rules that a configuration writes out. */
export function routeRulesIn(text: string, file: string): readonly RouteRule[] {
  const object = exportedObject(parse(text, file));
  const rules = object && memberObject(object, "routeRules");
  return (rules?.properties ?? []).flatMap((one) => {
    const pattern = keyOf(one.name);
    const rule = ts.isPropertyAssignment(one) ? unwrap(one.initializer) : undefined;
    if (pattern === undefined || rule === undefined || !ts.isObjectLiteralExpression(rule)) return [];
    return [{ pattern, line: lineAt(text, one.getStart()), members: membersOf(rule) }];
  });
}

export const membersOf = (object: ts.ObjectLiteralExpression): Readonly<Record<string, ts.Expression>> =>
  Object.fromEntries(
    object.properties.flatMap((one) => {
      const name = keyOf(one.name);
      return name !== undefined && ts.isPropertyAssignment(one) ? [[name, unwrap(one.initializer)]] : [];
    }),
  );

export function memberObject(
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralExpression | undefined {
  const value = membersOf(object)[name];
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** `/dashboard/**` as `/dashboard`. */
export const pathOfRule = (path: string): string => path.replace(/\/\*\*$/, "");
