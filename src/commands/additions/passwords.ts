/** What `auth add-provider credentials` writes beside the entry: a file of the app that looks a user up and compares the hash. */
import path from "node:path";
import type { Framework } from "../../cli/project/framework.js";
import { render } from "../../templates/render.js";
import { stores } from "../../templates/stores/index.js";
import type { PasswordTable } from "../../templates/stores/support.js";
import { moduleSpecifier, stagedFor } from "../../templates/stores/wiring.js";
import type { WantedProvider } from "../../cli/edit/auth-file.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { SourceText } from "../../cli/source/names/names.js";
import { CliError } from "../../cli/terminal/errors.js";
import { styleLike } from "../../cli/plan/places.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

interface PasswordContext {
  readonly builder: PlanBuilder<ConfiguredProject>;
  readonly framework: Framework;
  readonly source: SourceText;
}

/** Packages that hash passwords: who has one, has hashes of it in the user table. */
const hashers = [
  ...["bcrypt", "bcryptjs"].map((name) => ({
    package: name,
    imported: `import bcrypt from "${name}";`,
    required: `const bcrypt = require("${name}");`,
    hash: "bcrypt.hash(password, 12)",
    verify: "bcrypt.compare(password, stored)",
  })),
  ...["argon2", "@node-rs/argon2"].map((name) => ({
    package: name,
    imported: `import { hash, verify } from "${name}";`,
    required: `const { hash, verify } = require("${name}");`,
    hash: "hash(password)",
    verify: "verify(stored, password)",
  })),
];

/** What the file exports for the list of providers. */
const signIn = "passwordSignIn";

/** The entry for the list of providers, with what it imports. */
export function passwordEntry(context: PasswordContext): Partial<WantedProvider> {
  const { source } = context;
  const specifier = moduleSpecifier(stagedFor(context), placeOf(source).file, source.file);
  return { argument: signIn, imports: [{ specifier, names: [signIn] }] };
}

/** The file itself. One that is there already belongs to the app, whatever is in it. */
export async function planPasswords(context: PasswordContext): Promise<void> {
  const { builder, source } = context;
  const { facts } = builder;
  const { file, typed } = placeOf(source);
  const { locateModule } = await import("../../cli/source/syntax/syntax.js");
  const commonjs = locateModule(source.text, source.file).kind === "require";
  const table = await findPasswordTable(context, file);
  const { dependencies } = facts.packageJson;
  const data = {
    file,
    table,
    hasher: hashers.find((one) => one.package in dependencies),
    imports: table?.imports ?? [],
    commonjs,
    typed,
  };
  const text = render("providers/passwords.hbs", data, styleLike(facts, [source.file]));
  const reason = table ? `looks users up in ${table.name}` : "compares passwords";
  builder.create(file, text, reason, { keep: (present) => present.includes(signIn) });
  if (table === undefined)
    builder.next(`Write the query of findUser in ${file}: nobody can sign in by password before`);
}

/** Beside the configuration. */
function placeOf({ file }: SourceText) {
  const typed = /\.[cm]?tsx?$/.test(file);
  const ending = path.posix.extname(file).replace(/x$/, "");
  return { typed, file: path.posix.join(path.posix.dirname(file), `passwords${ending}`) };
}

/** A table with passwords in the schema of one of the stores; a schema that cannot be read has none. */
async function findPasswordTable(context: PasswordContext, file: string): Promise<PasswordTable | undefined> {
  for (const store of stores) {
    try {
      const found = await store.passwordTable?.(context, file);
      if (found) return found;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
    }
  }
  return undefined;
}
