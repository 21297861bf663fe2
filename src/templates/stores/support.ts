import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { Staging } from "../../cli/plan/staging.js";
import type { SourceText } from "../../cli/source/names.js";
import type { Framework } from "../frameworks/framework.js";
import type { DialectDescriptor } from "./kysely/dialects.js";

/** What a person decided about the store. */
export interface StoreAnswers {
  /** One of the store's `dialects`; undefined: the project says. */
  readonly dialect?: DialectDescriptor | undefined;
  /** undefined: as the configuration says, which with a store means database sessions. */
  readonly session?: "jwt" | "database" | undefined;
  readonly env?: string | undefined;
  readonly install: boolean;
  readonly force: boolean;
}

/** A store that was asked for. */
export interface StoreChoice {
  readonly support: StoreSupport;
  readonly dialect?: DialectDescriptor | undefined;
}

/** The project, and the configuration that gets the store. */
export interface StoreContext {
  readonly staging: Staging;
  readonly facts: ConfiguredProject;
  readonly framework: Framework;
  readonly source: SourceText;
}

/** Everything that the command line has to know of a store. */
export interface StoreSupport {
  readonly id: string;
  /** What it works over, for lists of stores. */
  readonly over: string;
  /** Databases that a person chooses between; none: the package or the project says which one it is. */
  readonly dialects: readonly DialectDescriptor[];
  /** Its part of `auth add-adapter`: files, the option that uses them, packages, variables. */
  plan(context: StoreContext, answers: StoreAnswers): Promise<void>;
}
