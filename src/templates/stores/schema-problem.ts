import type { SourceText } from "../../cli/source/names/names.js";
import { lineAt } from "../../cli/source/text/layout.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";

/** Why a schema could not be used, in parts that `auth doctor` says otherwise. */
export class SchemaError extends CliError {
  /** What is wrong, without the place. */
  readonly what: string;
  /** What to do about it. */
  readonly advice: string;
  /** `src/schema.ts:12`; undefined: there is no schema. */
  readonly place: string | undefined;

  constructor(place: string | undefined, what: string, advice: string) {
    const details = { exitCode: exitCodes.conflict, hint: `Nothing was written. ${advice}` };
    if (place === undefined) super("AUTH_E_NO_SCHEMA", what, details);
    else super("AUTH_E_SCHEMA", `${place}: ${what}.`, details);
    this.what = what;
    this.advice = advice;
    this.place = place;
  }
}

/** `src/schema.ts:12` */
export const placeIn = ({ file, text }: SourceText, offset: number): string =>
  `${file}:${lineAt(text, offset)}`;

/** A schema that cannot be read, or that holds something else where a store needs its own. */
export const schemaProblem = (source: SourceText, offset: number, what: string, hint: string): SchemaError =>
  new SchemaError(placeIn(source, offset), what, hint);

export const noSchema = (what: string, hint: string): SchemaError => new SchemaError(undefined, what, hint);
