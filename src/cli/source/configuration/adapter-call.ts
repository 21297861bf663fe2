/** The call that makes an adapter, and the object of its options. Loads the TypeScript parser. */
import { objectOf } from "./config-literal.js";
import { Names, type SourceText } from "../names/names.js";
import { placedList, type PlacedList } from "../syntax/placed-list.js";
import { keyOf } from "../syntax/scopes.js";
import { syntaxErrorIn, ts, unreadable, visit, type Located } from "../syntax/syntax.js";

export interface AdapterCall {
  readonly arguments: PlacedList;
  /** Its second argument; undefined: it has none. */
  readonly options: PlacedList | undefined;
  /** The member of the options that is asked for, with the names of its own members. */
  readonly member: (PlacedList & { readonly names: readonly string[] }) | undefined;
}

/**
 * @param name of the function that makes the adapter, as its module exports it
 * @param member an option whose value is an object
 */
export function locateAdapterCall(source: SourceText, name: string, member: string): Located<AdapterCall> {
  const { names, file, calls } = callsOf(source, name);
  const error = syntaxErrorIn(file);
  if (error !== undefined) return unreadable(error, "the file has a syntax error");
  const [call, other] = calls;
  if (!call) return unreadable(0, `no call of ${name} was found`);
  if (other) return unreadable(other.getStart(), `${name} is called twice`);
  const given = placedList(call, call.arguments);
  // Without its callee: the list of arguments begins at its bracket.
  const args = { ...given, open: call.arguments.pos - 1 };
  const [, second] = call.arguments;
  if (!second) return { kind: "found", place: { arguments: args, options: undefined, member: undefined } };
  const object = objectOf(second, names);
  if (object?.getSourceFile() !== file)
    return unreadable(second.getStart(), "its options are no plain object");
  const options = placedList(object, object.properties);
  const held = object.properties.find((one) => keyOf(one.name) === member);
  if (!held) return { kind: "found", place: { arguments: args, options, member: undefined } };
  const value = ts.isPropertyAssignment(held) ? objectOf(held.initializer, names) : undefined;
  if (!value) return unreadable(held.getStart(), `its ${member} are no plain object`);
  const own = value.properties.flatMap((one) => keyOf(one.name) ?? []);
  const place = { ...placedList(value, value.properties), names: own };
  return { kind: "found", place: { arguments: args, options, member: place } };
}

/** Whether an option of the call that makes an adapter is written as `true`. */
export function hasAdapterSwitch(source: SourceText, name: string, option: string): boolean {
  const { names, calls } = callsOf(source, name);
  return calls.some(({ arguments: [, second] }) => {
    const held = second && objectOf(second, names)?.properties.find((one) => keyOf(one.name) === option);
    return held && ts.isPropertyAssignment(held) && held.initializer.kind === ts.SyntaxKind.TrueKeyword;
  });
}

/** The calls of what a module outside of the project exports. */
function callsOf(source: SourceText, name: string) {
  // An object of another file is not this file's to change.
  const names = new Names(() => undefined);
  const file = names.source(source);
  const calls: ts.CallExpression[] = [];
  visit(file, (node) => {
    if (!ts.isCallExpression(node)) return;
    const meaning = names.meaning(node.expression);
    if (meaning?.kind === "outside" && meaning.name === name) calls.push(node);
  });
  return { names, file, calls };
}
