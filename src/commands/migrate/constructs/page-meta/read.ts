/** What a page of Nuxt says of sign-in: `definePageMeta({ auth, middleware })`. */
import { collect } from "../../../../cli/source/syntax/collect.js";
import { placedList, type PlacedList } from "../../../../cli/source/syntax/placed-list.js";
import { keyOf } from "../../../../cli/source/syntax/scopes.js";
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import { rangeOf } from "../../../../cli/old-auth/statements.js";
import type { Range } from "../../../../cli/plan/plan.js";

export type MetaAuth =
  | { readonly kind: "open" }
  | { readonly kind: "guarded" }
  /** For who is not signed in; the address for who is, as code. */
  | { readonly kind: "guests"; readonly to: string }
  /** Signed in or not, with a way of its own for who is not. */
  | { readonly kind: "led"; readonly to: string }
  | { readonly kind: "unclear" };

export interface PageMeta {
  /** The call with its statement. */
  readonly statement: Range;
  readonly list: PlacedList;
  readonly auth: (Range & { readonly means: MetaAuth }) | undefined;
  readonly middleware: MetaMiddleware | undefined;
}

export interface MetaMiddleware extends Range {
  /** Of `sidebase-auth`, in a list: its place there. */
  readonly old: { readonly list: PlacedList | undefined; readonly item: Range } | undefined;
  /** There are others. */
  readonly hasOthers: boolean;
}

const oldMiddleware = "sidebase-auth";

export const locatePageMeta = (text: string, fileName: string): readonly PageMeta[] =>
  text.includes("definePageMeta")
    ? collect(parse(text, fileName), (node) => {
        if (!ts.isCallExpression(node) || node.expression.getText() !== "definePageMeta") return [];
        const object = node.arguments[0] && unwrap(node.arguments[0]);
        return object && ts.isObjectLiteralExpression(object) ? [readMeta(node, object)] : [];
      })
    : [];

function readMeta(call: ts.CallExpression, object: ts.ObjectLiteralExpression): PageMeta {
  const memberOf = (name: string) => object.properties.find((one) => keyOf(one.name) === name);
  const [auth, middleware] = [memberOf("auth"), memberOf("middleware")];
  return {
    statement: rangeOf(call.parent),
    list: placedList(object, object.properties),
    auth: auth && { ...rangeOf(auth), means: meaningOf(valueOf(auth)) },
    middleware: middleware && readMiddleware(middleware),
  };
}

const valueOf = (member: ts.ObjectLiteralElementLike): ts.Expression | undefined =>
  ts.isPropertyAssignment(member) ? unwrap(member.initializer) : undefined;

function meaningOf(value: ts.Expression | undefined): MetaAuth {
  if (value?.kind === ts.SyntaxKind.FalseKeyword) return { kind: "open" };
  if (value?.kind === ts.SyntaxKind.TrueKeyword) return { kind: "guarded" };
  if (!value || !ts.isObjectLiteralExpression(value)) return { kind: "unclear" };
  const known: ReadonlySet<string | undefined> = new Set([
    "unauthenticatedOnly",
    "navigateAuthenticatedTo",
    "navigateUnauthenticatedTo",
  ]);
  if (value.properties.some((one) => !known.has(keyOf(one.name)) || !ts.isPropertyAssignment(one)))
    return { kind: "unclear" };
  const of = (name: string) => {
    const member = value.properties.find((one) => keyOf(one.name) === name);
    return member && valueOf(member);
  };
  const isOnly = of("unauthenticatedOnly")?.kind ?? ts.SyntaxKind.TrueKeyword;
  if (isOnly === ts.SyntaxKind.TrueKeyword)
    return { kind: "guests", to: of("navigateAuthenticatedTo")?.getText() ?? '"/"' };
  if (isOnly !== ts.SyntaxKind.FalseKeyword) return { kind: "unclear" };
  const to = of("navigateUnauthenticatedTo")?.getText();
  return to === undefined ? { kind: "guarded" } : { kind: "led", to };
}

function readMiddleware(member: ts.ObjectLiteralElementLike): MetaMiddleware {
  const value = valueOf(member);
  const range = rangeOf(member);
  if (value && ts.isStringLiteralLike(value)) {
    const isOld = value.text === oldMiddleware;
    return {
      ...range,
      old: isOld ? { list: undefined, item: rangeOf(value) } : undefined,
      hasOthers: !isOld,
    };
  }
  if (!value || !ts.isArrayLiteralExpression(value)) return { ...range, old: undefined, hasOthers: true };
  const item = value.elements.find((one) => ts.isStringLiteralLike(one) && one.text === oldMiddleware);
  return {
    ...range,
    old: item && { list: placedList(value, value.elements), item: rangeOf(item) },
    hasOthers: value.elements.length > (item === undefined ? 0 : 1),
  };
}
