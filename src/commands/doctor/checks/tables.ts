/** The tables as data, held against the schema or the migrations of a project that uses a store. */
import { plainServer } from "../../../templates/frameworks/index.js";
import type { DriftKind, SchemaDrift } from "../../../templates/stores/drift.js";
import { tableKeepers, tablesOf } from "../../../templates/plugins/index.js";
import type { TableName } from "../../../runtime/adapters/schema.js";
import { stores } from "../../../templates/stores/index.js";
import { SchemaError } from "../../../templates/stores/schema-problem.js";
import type { StoreSupport } from "../../../templates/stores/support.js";
import type { SourcePlace } from "../../../cli/source/configuration/auth-config.js";
import { stringOf } from "../../../cli/source/configuration/literals.js";
import { providersOfType } from "../catalog-types.js";
import type { Level, StaticCode } from "../../../cli/findings/codes.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { configMember, placeIn, type Survey } from "../../../cli/findings/survey.js";

const codes: Readonly<Record<DriftKind, StaticCode>> = {
  table: "AUTH_D_SCHEMA_TABLE",
  column: "AUTH_D_SCHEMA_COLUMN",
  optional: "AUTH_D_SCHEMA_OPTIONAL_COLUMN",
  type: "AUTH_D_SCHEMA_COLUMN_TYPE",
  unique: "AUTH_D_SCHEMA_UNIQUE",
  index: "AUTH_D_SCHEMA_INDEX",
  collation: "AUTH_D_SCHEMA_COLLATION",
  unreadable: "AUTH_D_SCHEMA_UNREADABLE",
};

/** Nothing where the project uses no store whose tables can be read. */
export async function checkTables(all: Survey): Promise<readonly Finding[]> {
  for (const store of stores) {
    const at = store.drift && importOf(all, store);
    if (at) return findingsOf(all, store, at);
  }
  return [];
}

/** Where the adapter of a store is imported. */
function importOf({ sources }: Survey, { subpath }: StoreSupport): SourcePlace | undefined {
  const found = sources.flatMap((source) =>
    source.imports
      .filter(({ specifier, typeOnly }) => specifier === subpath && !typeOnly)
      .map(({ start }) => placeIn(source, start)),
  );
  return found[0];
}

async function findingsOf(all: Survey, store: StoreSupport, at: SourcePlace): Promise<readonly Finding[]> {
  const { facts, framework = plainServer } = all;
  try {
    const records = tablesOf(tableKeepers(facts.configuration));
    const found = (await store.drift?.({ facts, framework, records, storeFile: at.path })) ?? [];
    return found.map((one) => toFinding(all, store, one));
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return [unreadable(error, at)];
  }
}

function toFinding(all: Survey, { isPublished }: StoreSupport, drift: SchemaDrift): Finding {
  const { kind, table, file: path, line, what, lines } = drift;
  const made = finding(codes[kind], { path, line, message: `${what}.`, fix: lines });
  const isUsed = isCoreTable(table) ? (used[table]?.(all) ?? true) : true;
  const level: Level = isPublished && made.level === "error" ? "warning" : made.level;
  return { ...made, level: isUsed ? level : "hint" };
}

const isCoreTable = (table: SchemaDrift["table"]): table is TableName => !table.startsWith("auth_");

/** Tables that not every configuration uses. */
const used: Partial<Readonly<Record<TableName, (all: Survey) => boolean>>> = {
  Session: (all) => stringOf(configMember(all, "session.strategy")?.value) !== "jwt",
  VerificationToken: (all) => providersOfType(all, "email").length > 0,
  Authenticator: (all) => providersOfType(all, "webauthn").length > 0,
};

/** Without a schema in this package there is nothing wrong, and nothing was checked. */
function unreadable({ place, what, advice }: SchemaError, at: SourcePlace): Finding {
  const code = "AUTH_D_SCHEMA_UNREADABLE";
  if (place === undefined)
    return finding(code, {
      ...at,
      level: "hint",
      message: `${what} The tables were not checked.`,
      fix: advice,
    });
  const colon = place.lastIndexOf(":");
  const message = `${what}. The tables were not checked.`;
  const line = Number(place.slice(colon + 1));
  return finding(code, { path: place.slice(0, colon), line, message, fix: advice });
}
