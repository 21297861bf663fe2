import path from "node:path";
import { dialects, type DialectDescriptor } from "./dialects.js";
import { supportOf } from "../../frameworks/index.js";
import type { Framework } from "../../frameworks/framework.js";
import { packageName } from "../../package.js";
import { render } from "../../render.js";
import { addOptions } from "../../../cli/edit/config-option.js";
import { addIgnore, isIgnored } from "../../../cli/formats/ignore-file.js";
import { setJson } from "../../../cli/formats/json-file.js";
import type { SourceText } from "../../../cli/source/names.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { installCommand } from "../../../cli/project/package-manager.js";
import { listSources } from "../../../cli/project/sources.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { stagedModules } from "../../../cli/plan/auth-place.js";
import { sessionFor } from "../../../cli/plan/store-session.js";
import { envPlace, styleLike } from "../../../cli/plan/places.js";
import { planEnv } from "../../../cli/plan/secret.js";
import type { StoreAnswers, StoreContext } from "../support.js";
import type { Staging } from "../../../cli/plan/staging.js";

/** The database that a project uses already, or a file. */
export function usualDialect(facts: ConfiguredProject): DialectDescriptor {
  const { dependencies, devDependencies } = facts.packageJson;
  const has = (name: string) => name in dependencies || name in devDependencies;
  const found = dialects.find(({ driver }) => driver === undefined || has(driver));
  if (!found) throw new Error("One database needs no driver");
  return found;
}

/** `auth add-adapter`: a file with the store, the option that uses it, packages, what must be ignored or filled in. */
export async function planAdapter(
  { staging, facts, framework, source }: StoreContext,
  answers: StoreAnswers,
): Promise<void> {
  const problem = answers.force ? undefined : supportOf(framework).storeProblem?.(facts, source);
  if (problem) throw problem;
  const session = await sessionFor(staging, facts, source, answers);
  const { locateModule } = await import("../../../cli/source/syntax.js");
  const commonjs = locateModule(source.text, source.file).kind === "require";
  const storeFile = path.posix.join(
    path.posix.dirname(source.file),
    `auth-store${path.posix.extname(source.file).replace(/x$/, "")}`,
  );
  const existing = await existingInstance(facts, storeFile);
  const typed = /\.[cm]?ts$/.test(storeFile);
  const { dialect } = answers;
  const specifier = (file: string, from: string) => moduleSpecifier(facts, framework, file, from);
  const content = render(
    "stores/kysely/store.ts.hbs",
    {
      door: `${packageName}/adapters/kysely`,
      commonjs,
      sqlite: !existing && dialect.id === "sqlite",
      postgres: !existing && dialect.id === "postgres",
      mysql: !existing && dialect.id === "mysql",
      existing: existing && {
        local: existing.name === "default" ? "db" : `{ ${existing.name} }`,
        specifier: specifier(existing.file, storeFile),
      },
      types: typed ? "<AuthTables>" : "",
      typeImport: typed ? ", type AuthTables" : "",
      connection: existing
        ? `${existing.name === "default" ? "db" : existing.name}${typed ? ".withTables<AuthTables>()" : ""}`
        : "db",
    },
    styleLike(facts, [source.file]),
  );
  staging.create(
    storeFile,
    content,
    existing ? `the store, over ${existing.file}` : `the store, in ${dialect.name}`,
    (present) => present.includes(`${packageName}/adapters/`),
  );
  const options = [
    { name: "adapter", value: "authStore", only: true as const },
    ...(session ? [{ name: "session", value: `{ strategy: "${session}" }` }] : []),
  ];
  const imports = [{ specifier: specifier(storeFile, source.file), names: ["authStore"] }];
  staging.edit(
    source.file,
    await addOptions(source, packageName, options, imports, stagedModules(staging, facts)),
    {
      reason: "uses the store",
      already: "has an adapter",
      snippet: `import { authStore } from "${imports[0]?.specifier}";\n// in the configuration: ${options.map(({ name, value }) => `${name}: ${value}`).join(", ")}`,
    },
  );
  if (!existing) planDatabase(staging, facts, framework, answers);
  planPackages(
    staging,
    facts,
    { ...(existing ? {} : dialect.dependencies) },
    typed && !existing ? (dialect.types ?? {}) : {},
    answers,
  );
  noteSessions(staging, source, session);
}

function planDatabase(
  staging: Staging,
  facts: ConfiguredProject,
  framework: Framework,
  { dialect, env }: StoreAnswers,
): void {
  if (dialect.ignore) {
    const text = staging.text(".gitignore") ?? "";
    const covered = isIgnored(text, dialect.ignore.replace("*", ""));
    staging.edit(
      ".gitignore",
      { kind: "edits", edits: covered ? [] : [addIgnore(text, dialect.ignore)] },
      {
        kind: "ignore",
        reason: "the database holds people's data",
        already: "the database is covered",
        snippet: dialect.ignore,
      },
    );
  }
  if (!dialect.env) return;
  const place = envPlace(framework, env);
  planEnv(staging, facts, place, [
    {
      key: dialect.env,
      value: "",
      comment: `Address of the database, such as ${dialect.id}://user:password@localhost/name`,
    },
  ]);
  staging.next(`Put the address of the database into ${dialect.env} of ${place.file}`);
}

function planPackages(
  staging: Staging,
  facts: ConfiguredProject,
  dependencies: Readonly<Record<string, string>>,
  types: Readonly<Record<string, string>>,
  { install }: StoreAnswers,
): void {
  const { packageJson, packageManager } = facts;
  const present = { ...packageJson.dependencies, ...packageJson.devDependencies };
  const wanted = [
    ...Object.entries(dependencies).map(([name, range]) => ["dependencies", name, range] as const),
    ...Object.entries(types).map(([name, range]) => ["devDependencies", name, range] as const),
  ];
  const missing = wanted.filter(([, name]) => !(name in present));
  for (const [group, name, range] of wanted) {
    const text = staging.text("package.json") ?? "{}";
    const edits = name in present ? [] : setJson(text, [group, name], range, { sorted: true });
    staging.edit(
      "package.json",
      { kind: "edits", edits },
      { kind: "dependency", reason: `${name} ${range}`, already: `${name} is there`, snippet: "" },
    );
  }
  if (missing.length === 0) return;
  const command = installCommand(packageManager.name);
  if (install) staging.install(command, facts.root, command.join(" "));
  else staging.next(`Install the dependencies: ${command.join(" ")}`);
}

/** With a store, sessions move into it unless the configuration says otherwise: that ends the ones in cookies. */
function noteSessions(staging: Staging, { text }: SourceText, session: StoreAnswers["session"]): void {
  if (/\badapter\s*:/.test(text)) return;
  const strategy = session ?? /strategy\s*:\s*["'](\w+)/.exec(text)?.[1] ?? "database";
  if (strategy === "jwt") return;
  staging.warn(
    "AUTH_W_SESSIONS_MOVE",
    "With a store, sessions live in the database: people who are signed in by a cookie sign in once more. To keep sessions in cookies: --session jwt",
  );
  if (/\bproviders\/credentials["']|type:\s*["']credentials["']/.test(text)) {
    staging.warn(
      "AUTH_W_CREDENTIALS_DATABASE",
      "The credentials provider needs sessions in cookies: use --session jwt, or take it out.",
    );
  }
}

async function existingInstance(
  facts: ConfiguredProject,
  storeFile: string,
): Promise<{ file: string; name: string } | undefined> {
  if (!("kysely" in facts.packageJson.dependencies)) return undefined;
  const { exportedInstances } = await import("../../../cli/source/config-object.js");
  for (const file of listSources(facts.files)) {
    const text = file === storeFile ? "" : (facts.files.read(file)?.text ?? "");
    const [name] = /new\s+Kysely\b/.test(text) ? exportedInstances({ file, text }, "Kysely") : [];
    if (name) return { file, name };
  }
  return undefined;
}

/** As the project imports: by alias or without an extension where it bundles, with `.js` where Node resolves. */
function moduleSpecifier(facts: ConfiguredProject, framework: Framework, file: string, from: string): string {
  if (framework.resolution === "bundler")
    return specifierOf(file.replace(/\.\w+$/, ""), from, facts.tsconfig);
  const relative = path.posix.relative(path.posix.dirname(from), file).replace(/ts$/, "js");
  return relative.startsWith(".") ? relative : `./${relative}`;
}
