import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import type { SourceText } from "../../cli/source/names/names.js";
import type { RecordTable } from "../../runtime/types/records.js";
import type { Framework } from "../../cli/project/framework.js";
import type { SchemaDrift } from "./drift.js";
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
  readonly builder: PlanBuilder<ConfiguredProject>;
  readonly framework: Framework;
  readonly source: SourceText;
}

/** Tables of plugins that a project is to have. */
export interface WantedTables {
  readonly tables: readonly RecordTable[];
  /** The plugins that they are for. */
  readonly ids: readonly string[];
  /** The file that makes the adapter. */
  readonly storeFile: string;
}

/** A project, and what it runs on. */
export interface FrameworkProject {
  readonly facts: ConfiguredProject;
  readonly framework: Framework;
}

/** The project whose schema is held against the tables as data. */
export interface DriftContext extends FrameworkProject {
  /** Tables of the project's plugins. */
  readonly records: readonly RecordTable[];
  /** The file that takes the store's adapter in. */
  readonly storeFile: string;
}

/** What a store needs where its app runs in containers. */
export interface StoreDeployment {
  /** A server that runs beside the app. */
  readonly database?: "postgres" | "mysql" | undefined;
  /** A file beside the code that holds the database. */
  readonly file?: string | undefined;
  /** What is run before the app is built, as a bin of a package with its words. */
  readonly prepare?: string | undefined;
  /** Variables with their values, none of them secret, for a file on the volume at /data. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** Everything that the command line has to know of a store. */
export interface StoreSupport {
  readonly id: string;
  /** Module that its adapter is imported from. */
  readonly subpath: string;
  /** Package of an app that keeps its data in the same way, as this store would; left out: no package says so much. */
  readonly library?: string;
  /** Others publish it: what it needs of a schema may change. */
  readonly isPublished?: true;
  /** What it works over, for lists of stores. */
  readonly over: string;
  /** Databases that a person chooses between; none: the package or the project says which one it is. */
  readonly dialects: readonly DialectDescriptor[];
  /** Its part of `auth add-adapter`: files, the option that uses them, packages, variables. */
  plan(context: StoreContext, answers: StoreAnswers): Promise<void>;
  /**
   * Its part of `auth add-plugin`: the tables of plugins. Left out: its adapter keeps no rows of plugins.
   * @throws CliError exit 3 when the schema cannot be extended
   */
  readonly planTables?: (context: StoreContext, wanted: WantedTables) => Promise<void>;
  /** What it needs in containers: its part of `auth add-docker`. Left out: the code of the app says it, and nobody else. */
  readonly deployment?: (facts: ConfiguredProject) => Promise<StoreDeployment>;
  /**
   * Its part of `auth doctor`: what the schema or the migrations of the project lack. Left out: there is nothing to read.
   * @throws SchemaError when there is no schema, or it cannot be read
   */
  readonly drift?: (context: DriftContext) => Promise<readonly SchemaDrift[]>;
  /**
   * A table of the app's own schema that holds users with the hashes of their passwords.
   *
   * @param file the file that asks it: imports are written for it
   * @returns undefined when there is none
   * @throws SchemaError when the schema cannot be read
   */
  readonly passwordTable?: (context: StoreContext, file: string) => Promise<PasswordTable | undefined>;
}

/** How a file of the app looks up a user with a password. */
export interface PasswordTable {
  /** Where it is, for people: `model User of prisma/schema.prisma`. */
  readonly name: string;
  readonly imports: readonly { readonly binding: string; readonly specifier: string }[];
  /** Makes `row` out of `email`. */
  readonly lines: string;
  /** Members of `row`. */
  readonly id: string;
  readonly hash: string;
  /** Expression for the name of the user. */
  readonly label: string;
}

/** Whether a column is for the hash of a password, by its name. */
export const isPasswordColumn = (name: string): boolean =>
  /^(?:hashed_?)?pass(?:word)?(?:_?hash)?$/i.test(name);
