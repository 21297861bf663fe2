import { CliError, exitCodes } from "../../cli/terminal/errors.js";

/** A schema that cannot be read, or that holds something else where a store needs its own. */
export const schemaProblem = (place: string, what: string, hint: string): CliError =>
  new CliError("AUTH_E_SCHEMA", `${place}: ${what}.`, {
    exitCode: exitCodes.conflict,
    hint: `Nothing was written. ${hint}`,
  });

export const noSchema = (what: string, hint: string): CliError =>
  new CliError("AUTH_E_NO_SCHEMA", what, {
    exitCode: exitCodes.conflict,
    hint: `Nothing was written. ${hint}`,
  });
