import path from "node:path";
import { dialects, type DialectDescriptor } from "./dialects.js";
import { supportOf } from "../../frameworks/index.js";
import type { Framework } from "../../frameworks/framework.js";
import { packageName } from "../../package.js";
import { render } from "../../render.js";
import { addOptions } from "../../../cli/edit/config-option.js";
import { addIgnore, isIgnored } from "../../../cli/formats/ignore-file.js";
import type { SourceText } from "../../../cli/source/names.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { planPackages } from "../../../cli/plan/packages.js";
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

/** A Kysely instance that the project has already. */
interface Instance {
  readonly file: string;
  readonly name: string;
}

/** `auth add-adapter`: a file with the store, the option that uses it, packages, what must be ignored or filled in. */
export async function planAdapter(context: StoreContext, answers: StoreAnswers): Promise<void> {
  const { staging, facts, framework, source } = context;
  const problem = answers.force ? undefined : supportOf(framework).storeProblem?.(facts, source);
  if (problem) throw problem;
  const session = await sessionFor(staging, facts, source, answers);
  const storeFile = path.posix.join(
    path.posix.dirname(source.file),
    `auth-store${path.posix.extname(source.file).replace(/x$/, "")}`,
  );
  const existing = await existingInstance(facts, storeFile);
  await planStoreFile(context, answers, { storeFile, existing });
  await planOption(context, storeFile, session);
  if (!existing) planDatabase(context, answers);
  const { dialect, install } = answers;
  const types = isTyped(storeFile) ? dialect.types : undefined;
  planPackages(
    context,
    existing ? {} : { dependencies: dialect.dependencies, devDependencies: types ?? {} },
    install,
  );
  noteSessions(staging, source, session);
}

const isTyped = (file: string): boolean => /\.[cm]?ts$/.test(file);

async function planStoreFile(
  { staging, facts, framework, source }: StoreContext,
  { dialect }: StoreAnswers,
  { storeFile, existing }: { readonly storeFile: string; readonly existing: Instance | undefined },
): Promise<void> {
  const { locateModule } = await import("../../../cli/source/syntax.js");
  const typed = isTyped(storeFile);
  const data = {
    door: `${packageName}/adapters/kysely`,
    commonjs: locateModule(source.text, source.file).kind === "require",
    ...Object.fromEntries(dialects.map(({ id }) => [id, !existing && dialect.id === id])),
    existing: existing && {
      local: existing.name === "default" ? "db" : `{ ${existing.name} }`,
      specifier: moduleSpecifier(facts, framework, existing.file, storeFile),
    },
    types: typed ? "<AuthTables>" : "",
    typeImport: typed ? ", type AuthTables" : "",
    connection: existing ? connectionOf(existing, typed) : "db",
  };
  const content = render("stores/kysely/store.ts.hbs", data, styleLike(facts, [source.file]));
  const reason = existing ? `the store, over ${existing.file}` : `the store, in ${dialect.name}`;
  staging.create(storeFile, content, reason, {
    keep: (present) => present.includes(`${packageName}/adapters/`),
  });
}

const connectionOf = ({ name }: Instance, typed: boolean): string =>
  `${name === "default" ? "db" : name}${typed ? ".withTables<AuthTables>()" : ""}`;

async function planOption(
  { staging, facts, framework, source }: StoreContext,
  storeFile: string,
  session: StoreAnswers["session"],
): Promise<void> {
  const options = [
    { name: "adapter", value: "authStore", only: true as const },
    ...(session ? [{ name: "session", value: `{ strategy: "${session}" }` }] : []),
  ];
  const specifier = moduleSpecifier(facts, framework, storeFile, source.file);
  const wanted = { options, imports: [{ specifier, names: ["authStore"] }] };
  const lines = options.map(({ name, value }) => `${name}: ${value}`).join(", ");
  staging.edit(source.file, await addOptions(source, packageName, wanted, stagedModules(staging, facts)), {
    reason: "uses the store",
    already: "has an adapter",
    snippet: `import { authStore } from "${specifier}";\n// in the configuration: ${lines}`,
  });
}

function planDatabase({ staging, facts, framework }: StoreContext, { dialect, env }: StoreAnswers): void {
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

async function existingInstance(facts: ConfiguredProject, storeFile: string): Promise<Instance | undefined> {
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
