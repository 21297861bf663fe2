/** Migrations, as a project numbers them. */
import type { ProjectFiles } from "../../cli/project/files.js";
import { detectStyle } from "../../cli/source/text/text-style.js";
import type { RecordTable } from "../../runtime/types/records.js";
import type { StoreContext, WantedTables } from "./support.js";

/** Folders that projects keep them in, the one for a project that has none first. */
const folders = [
  "migrations",
  "db/migrations",
  "database/migrations",
  "src/migrations",
  "src/db/migrations",
  "sql",
];

/** `0007_posts.sql`, `V7__posts.sql`, `20260102030405-posts.up.sql`. */
const numbered = /^(V?)(\d+)([_-]+)(.+?)((?:\.up)?\.sql)$/;

/** `0007_posts.ts`, `2026-01-02T030405-posts.js`: of a date and a time the last number counts. */
const numberedCode = /^((?:\d+[T-])*)(\d+)([_-]+)(.+?)(\.[cm]?[jt]s)$/;

interface Numbering {
  readonly letter: string;
  readonly number: string;
  readonly separator: string;
  readonly name: string;
  readonly ending: string;
}

/** Adds a migration with statements. One that has been there since the last time stays the only one. */
export function planMigration({ builder }: StoreContext, statements: readonly string[]): string {
  const { facts } = builder;
  const folder = folders.find((one) => numberings(facts.files, one).length > 0) ?? folders[0];
  const present = numberings(facts.files, folder ?? "");
  const own = present.find(({ name }) => name === "auth");
  const file = `${folder}/${fileName(own ?? nextOf(present))}`;
  const text = textOfStatements(statements, beside(facts.files, folder ?? "", present));
  // A database may have run it: what was written once is not written anew.
  builder.create(file, text, "the tables, with their indexes", { keep: () => true });
  return file;
}

/**
 * Adds a migration with tables of plugins, for those that no migration names yet.
 *
 * @param statementsFor the statements that make a table
 * @returns the file; undefined: every table is in a migration
 */
export function planPluginMigration(
  { builder }: StoreContext,
  { tables, ids }: Pick<WantedTables, "tables" | "ids">,
  statementsFor: (table: RecordTable) => readonly string[],
): string | undefined {
  const { facts } = builder;
  const isIn = (folder: string) => (one: string) => one.startsWith(`${folder}/`);
  const made = builder.changed();
  const numbersIn = (one: string) => [
    ...numberings(facts.files, one),
    ...made.filter(isIn(one)).flatMap((file) => numberingOf(file.slice(one.length + 1))),
  ];
  const folder = folders.find((one) => numbersIn(one).length > 0) ?? "migrations";
  const present = numbersIn(folder);
  const texts = [...listMigrations(facts.files), ...made.filter(isIn(folder))].map(
    (file) => builder.text(file) ?? "",
  );
  const missing = tables.filter(({ name }) => !texts.some((text) => namesTable(text, name)));
  if (missing.length === 0) {
    builder.step({ kind: "create", status: "already", reason: "migrations make the tables of the plugins" });
    return undefined;
  }
  const file = `${folder}/${fileName({ ...nextOf(present), name: pluginName(ids) })}`;
  const text = textOfStatements(missing.flatMap(statementsFor), beside(facts.files, folder, present));
  builder.create(file, text, `the tables of ${ids.join(", ")}`);
  return file;
}

/** The texts of the migrations of a folder. */
const beside = (files: ProjectFiles, folder: string, present: readonly Numbering[]): string =>
  present.map((one) => textOf(files, `${folder}/${fileName(one)}`)).join("");

/** With ends of lines like those of the migrations that are there. */
const textOfStatements = (statements: readonly string[], others: string): string =>
  statements
    .map((one) => `${one};\n`)
    .join("\n")
    .replaceAll("\n", detectStyle(others).eol);

/** Of a migration: `auth_two_factor`. */
const pluginName = (ids: readonly string[]): string => ["auth", ...ids].join("_").replaceAll("-", "_");

const namesTable = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

/** The folder in which a project has migrations in code, and the last of them. */
export interface CodeMigrations {
  readonly folder: string;
  readonly last: string;
}

/** @param isOne whether a file is such a migration */
export function findCodeMigrations(
  files: ProjectFiles,
  isOne: (source: { readonly file: string; readonly text: string }) => boolean,
): CodeMigrations | undefined {
  for (const folder of folders) {
    const present = ordered(numberings(files, folder, numberedCode)).filter(({ name }) => name !== "auth");
    const last = present.at(-1);
    const file = last && `${folder}/${fileName(last)}`;
    if (file && isOne({ file, text: textOf(files, file) })) return { folder, last: file };
  }
  return undefined;
}

/** The file that a migration in code goes to: that of the last time, or the next one. */
export function codeMigrationFile(files: ProjectFiles, { folder }: CodeMigrations): string {
  const present = numberings(files, folder, numberedCode);
  const own = present.find(({ name }) => name === "auth");
  return `${folder}/${fileName(own ?? nextOf(present))}`;
}

/** The file for a migration in code with tables of plugins, and those that no migration names yet. */
export function pluginMigrationFile(
  files: ProjectFiles,
  { folder }: CodeMigrations,
  { tables, ids }: Pick<WantedTables, "tables" | "ids">,
) {
  const present = numberings(files, folder, numberedCode);
  const texts = present.map((one) => textOf(files, `${folder}/${fileName(one)}`));
  return {
    file: `${folder}/${fileName({ ...nextOf(present), name: pluginName(ids) })}`,
    tables: tables.filter(({ name }) => !texts.some((text) => namesTable(text, name))),
  };
}

/** `0007_posts.down.sql`, `007.undo.posts.sql`, `20260102-posts-down.sql`, `U7__posts.sql`. */
const takesBack = /[.-](?:down|undo|rollback)[.-]|^U\d+__/;

/** The migrations of a project in the order in which they run, without those that take others back. */
export function listMigrations(files: ProjectFiles): readonly string[] {
  const all = folders.flatMap((folder) =>
    files.list(folder).flatMap((name) => {
      if (!name.endsWith("/"))
        return name.endsWith(".sql") && !takesBack.test(name) ? [`${folder}/${name}`] : [];
      return ["up.sql", "migration.sql"]
        .map((file) => `${folder}/${name}${file}`)
        .filter((file) => files.exists(file));
    }),
  );
  return [...all].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

const numberings = (files: ProjectFiles, folder: string, pattern = numbered): readonly Numbering[] =>
  files.list(folder).flatMap((file) => numberingOf(file, pattern));

function numberingOf(file: string, pattern = numbered): readonly Numbering[] {
  const [, letter = "", number, separator = "", name = "", ending = ""] = pattern.exec(file) ?? [];
  return number === undefined ? [] : [{ letter, number, separator, name, ending }];
}

/** In the order of what stands before the name. */
const ordered = (present: readonly Numbering[]): readonly Numbering[] =>
  [...present].sort(
    (a, b) => a.letter.localeCompare(b.letter) || (BigInt(a.number) < BigInt(b.number) ? -1 : 1),
  );

/** The number behind the highest one, written as that one is. */
function nextOf(present: readonly Numbering[]): Numbering {
  const last = ordered(present).at(-1);
  if (!last) return { letter: "", number: "0001", separator: "_", name: "auth", ending: ".sql" };
  const number = String(BigInt(last.number) + 1n).padStart(last.number.length, "0");
  return { ...last, number, name: "auth" };
}

const fileName = ({ letter, number, separator, name, ending }: Numbering): string =>
  letter + number + separator + name + ending;

const textOf = (files: ProjectFiles, file: string): string => files.read(file)?.text ?? "";
