/** Which provider an expression is. */
import { returnedBy } from "./provider-lists.js";
import type { Meaning, Names } from "../names/names.js";
import { keyOf } from "../syntax/scopes.js";
import { ts, unwrap } from "../syntax/syntax.js";

export interface Identity {
  /** As it is known in URLs. */
  readonly id?: string;
  /** Last part of the module that it comes from. */
  readonly module?: string;
  /** Name that it has in the code, where nothing else is known. */
  readonly name?: string;
}

/** Which provider an expression is. */
export function identify(value: ts.Expression, names: Names, depth = 0): Identity {
  const inner = unwrap(value);
  if (depth > 12) return {};
  if (ts.isObjectLiteralExpression(inner)) {
    const spread = inner.properties.find((one) => ts.isSpreadAssignment(one));
    const base = spread ? identify(spread.expression, names, depth + 1) : {};
    return { ...base, ...ownId(inner) };
  }
  if (ts.isCallExpression(inner) || ts.isNewExpression(inner)) {
    const [argument] = inner.arguments ?? [];
    const given = argument && unwrap(argument);
    const own = given && ts.isObjectLiteralExpression(given) ? ownId(given) : {};
    return { ...identify(inner.expression, names, depth + 1), ...own };
  }
  return identifyName(inner, names, depth);
}

function identifyName(inner: ts.Expression, names: Names, depth: number): Identity {
  const meaning = names.meaning(inner);
  const own = meaning && providerId(meaning);
  if (own !== undefined) return { id: own, module: own };
  if (meaning?.kind === "node" && meaning.node !== inner) {
    const { node } = meaning;
    const next = ts.isFunctionLike(node) ? returnedBy(node)[0] : ts.isExpression(node) ? node : undefined;
    const found = next ? identify(next, names, depth + 1) : {};
    if (found.id !== undefined) return found;
  }
  return ts.isIdentifier(inner) ? { name: inner.text } : {};
}

const providerModule = /(?:^|\/)providers\/([\w-]+)(?:\.js)?$/;

function providerId(meaning: Meaning): string | undefined {
  return meaning.kind === "outside" ? providerModule.exec(meaning.specifier)?.[1] : undefined;
}

/** Whether a module of this name is a provider. */
export const isProviderModule = (specifier: string): boolean => providerModule.test(specifier);

function ownId(object: ts.ObjectLiteralExpression): Pick<Identity, "id"> {
  const property = object.properties.find((one) => keyOf(one.name) === "id");
  return property && ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer)
    ? { id: property.initializer.text }
    : {};
}
