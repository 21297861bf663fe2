/** The object that a file exports as its default, through names and wrappers. Loads the TypeScript parser. */
import { objectOf } from "../configuration/config-literal.js";
import { Names, type SourceText } from "./names.js";
import { placedList, type PlacedList } from "../syntax/placed-list.js";
import { keyOf } from "../syntax/scopes.js";
import { syntaxErrorIn, ts, unreadable, type Located } from "../syntax/syntax.js";

export interface ExportedObject {
  readonly list: PlacedList;
  /** Members by name: where they stand, and the text of their values. */
  readonly members: ReadonlyMap<
    string,
    { readonly start: number; readonly end: number; readonly value: string }
  >;
}

export function locateExportedObject(source: SourceText): Located<ExportedObject> {
  // An object of another file is not this file's to change.
  const names = new Names(() => undefined);
  const file = names.source(source);
  const error = syntaxErrorIn(file);
  if (error !== undefined) return unreadable(error, "the file has a syntax error");
  const meaning = names.exported(file, "default");
  const object = meaning?.kind === "node" ? objectOf(meaning.node, names) : undefined;
  if (object === undefined) return unreadable(0, "the object that it exports was not found");
  const spread = object.properties.find((one) => ts.isSpreadAssignment(one));
  if (spread) return unreadable(spread.getStart(), "the object takes in another one");
  const members = object.properties.map((one): [string, { start: number; end: number; value: string }] => [
    keyOf(one.name) ?? "",
    {
      start: one.getStart(),
      end: one.getEnd(),
      value: ts.isPropertyAssignment(one) ? one.initializer.getText() : one.getText(),
    },
  ]);
  return {
    kind: "found",
    place: { list: placedList(object, object.properties), members: new Map(members) },
  };
}
