/** What every store adds to a project: a file with the store, the option that uses it, packages, variables. */
import path from "node:path";
import { ownPackage, supportOf } from "../frameworks/index.js";
import { packageName } from "../../cli/formats/own-package.js";
import { render } from "../render.js";
import { addOptions } from "../../cli/edit/config-option.js";
import { addIgnore, isIgnored } from "../../cli/formats/ignore-file.js";
import { memberOf } from "../../cli/formats/json-file.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { readIfText } from "../../cli/project/files.js";
import { specifierOf } from "../../cli/project/tsconfig.js";
import { stagedModules, stagedProject } from "../../cli/plan/staged-project.js";
import { planPackages } from "../../cli/plan/packages.js";
import { envPlace } from "../../cli/plan/places.js";
import { planEnv } from "../../cli/plan/secret.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { sessionFor } from "./store-session.js";
import type { AuthConfigModel } from "../../cli/source/configuration/auth-config.js";
import { stringOf } from "../../cli/source/configuration/literals.js";
import { isSourceFile, namesEndings, withoutSourceEnding } from "../../cli/source/text/file-names.js";
import { detectStyle } from "../../cli/source/text/text-style.js";
import type { StoreAnswers, StoreContext, FrameworkProject } from "./support.js";

export type PackageRanges = Readonly<Record<string, string>>;

/** Where the file with the store goes. */
export interface StorePlace {
  readonly file: string;
  /** It is TypeScript. */
  readonly typed: boolean;
}

/** A variable that the store reads. */
export interface StoreVariable {
  readonly key: string;
  readonly comment: string;
  /** What a person has to put there. */
  readonly what: string;
}

/** The variable with the address of a database. */
export const addressOf = (key: string, scheme: string): StoreVariable => ({
  key,
  comment: `Address of the database, such as ${scheme}://user:password@localhost/name`,
  what: "the address of the database",
});

/** What one store says of its own part. */
export interface StoreParts {
  /** Module that the adapter is imported from: a file that names it holds this store. */
  readonly subpath: string;
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly dependencies: PackageRanges;
  /** It opens a file or a connection of its own; left out: where it brings a driver along. */
  readonly connects?: boolean;
  /** For TypeScript projects. */
  readonly types?: PackageRanges | undefined;
  readonly variables?: readonly StoreVariable[];
  /** Files that the database keeps beside the code. */
  readonly ignore?: string | undefined;
}

/** The part of `auth add-adapter` that is the same for all stores, around the one that is a store's own. */
export async function planStore(
  context: StoreContext,
  answers: StoreAnswers,
  partsFor: (place: StorePlace) => Promise<StoreParts>,
): Promise<void> {
  const { builder, framework, source } = context;
  const { facts } = builder;
  const session = await sessionFor(builder, source, answers);
  const { readAuthConfig } = await import("../../cli/source/configuration/auth-config.js");
  const before = readAuthConfig(source, packageName, stagedModules(builder));
  const file = path.posix.join(
    path.posix.dirname(source.file),
    `auth-store${path.posix.extname(source.file).replace(/x$/, "")}`,
  );
  const place = { file, typed: /\.[cm]?ts$/.test(file) };
  const parts = await partsFor(place);
  const { connects = Object.keys(parts.dependencies).length > 0 } = parts;
  const problem = answers.force
    ? undefined
    : supportOf(framework).storeProblem?.(facts, source, { connects });
  if (problem) throw problem;
  await planFile(context, place, parts);
  await planOption(context, file, session);
  if (parts.ignore) planIgnored(builder, parts.ignore);
  planVariables(context, answers, parts.variables ?? []);
  const types = place.typed ? parts.types : undefined;
  planPackages(context, { dependencies: parts.dependencies, devDependencies: types ?? {} }, answers.install);
  // In a project that had no configuration nobody is signed in yet.
  noteSessions(builder, before, { session, isUsed: facts.authFile !== undefined });
}

async function planFile(
  { builder, source }: StoreContext,
  { file, typed }: StorePlace,
  { subpath, template, data, reason }: StoreParts,
): Promise<void> {
  const { locateModule } = await import("../../cli/source/syntax/syntax.js");
  const commonjs = locateModule(source.text, source.file).kind === "require";
  const content = render(template, { subpath, commonjs, typed, ...data }, detectStyle(source.text));
  builder.create(file, content, reason, { keep: (present) => present.includes(subpath) });
}

async function planOption(
  context: StoreContext,
  storeFile: string,
  session: StoreAnswers["session"],
): Promise<void> {
  const { builder, source } = context;
  const options = [
    { name: "adapter", value: "authStore", only: true as const },
    ...(session ? [{ name: "session", value: `{ strategy: "${session}" }` }] : []),
  ];
  const specifier = moduleSpecifier(stagedFor(context), storeFile, source.file);
  const wanted = { options, imports: [{ specifier, names: ["authStore"] }] };
  const lines = options.map(({ name, value }) => `${name}: ${value}`).join(", ");
  builder.edit(source.file, await addOptions(source, ownPackage, wanted, stagedModules(builder)), {
    reason: "uses the store",
    already: "has an adapter",
    snippet: `import { authStore } from "${specifier}";\n// in the configuration: ${lines}`,
  });
}

function planIgnored(builder: PlanBuilder, pattern: string): void {
  const text = builder.text(".gitignore") ?? "";
  const covered = isIgnored(text, pattern.replace("*", ""));
  builder.edit(
    ".gitignore",
    { kind: "edits", edits: covered ? [] : [addIgnore(text, pattern)] },
    {
      kind: "ignore",
      reason: "the database holds users' data",
      already: "the database is covered",
      snippet: pattern,
    },
  );
}

function planVariables(
  { builder, framework }: StoreContext,
  { env }: StoreAnswers,
  variables: readonly StoreVariable[],
): void {
  const { facts } = builder;
  if (variables.length === 0) return;
  const place = envPlace(facts, framework, env);
  const pairs = variables.map(({ key, comment }) => ({ key, value: "", comment }));
  planEnv(builder, place, pairs);
  for (const { key, what } of variables) builder.next(`Put ${what} into ${key} of ${place.file}`, "before");
}

/** With a store, sessions move into it unless the configuration says otherwise: that ends the ones in cookies. */
function noteSessions(
  builder: PlanBuilder,
  { options, providers }: AuthConfigModel,
  { session, isUsed }: { session: StoreAnswers["session"]; isUsed: boolean },
): void {
  const valueOf = (name: string) => options.find((one) => one.path === name)?.value;
  if (valueOf("adapter") !== undefined) return;
  const strategy = session ?? stringOf(valueOf("session.strategy")) ?? "database";
  if (strategy === "jwt") return;
  if (isUsed)
    builder.warn(
      "AUTH_W_SESSIONS_MOVE",
      "With a store, sessions live in the database: users who are signed in by a cookie have to sign in again. To keep sessions in cookies: --session jwt",
    );
  const isCredentials = ({ module, options: own }: AuthConfigModel["providers"][number]) =>
    module === "credentials" || own.some((one) => one.path === "type" && one.text === "credentials");
  if (providers.some(isCredentials)) {
    builder.warn(
      "AUTH_W_CREDENTIALS_DATABASE",
      "The credentials provider needs sessions in cookies: use --session jwt, or take it out.",
    );
  }
}

/** The project of a store as it will be after the steps so far. */
export const stagedFor = ({ builder, framework }: StoreContext): FrameworkProject => ({
  facts: stagedProject(builder),
  framework,
});

/**
 * As the project imports: by alias or without an extension where it bundles, with `.js` where Node resolves. TypeScript
 * that is compiled to CommonJS follows the files beside: tools such as Jest and ts-node find no `.js` there.
 */
export function moduleSpecifier({ facts, framework }: FrameworkProject, file: string, from: string): string {
  if (framework.resolution === "bundler")
    return specifierOf(file.replace(/\.\w+$/, ""), from, facts.tsconfig);
  const relative = path.posix.relative(path.posix.dirname(from), file).replace(/ts$/, "js");
  const specifier = relative.startsWith(".") ? relative : `./${relative}`;
  const manifest = readIfText(facts.files, "package.json")?.text ?? "{}";
  const isModule = facts.moduleType === "esm" || memberOf(manifest, ["type"])?.node.value === "module";
  const isCompiled = !isModule && /[^m]ts$/.test(from);
  return isCompiled && !isNamedWithEndings(facts, from) ? withoutSourceEnding(specifier) : specifier;
}

/** Whether a file, or one beside it, names others with their endings. */
function isNamedWithEndings({ files, serverFile }: ProjectFacts, file: string): boolean {
  const folder = path.posix.dirname(file);
  const beside = files.list(folder === "." ? "" : folder).filter(isSourceFile);
  const all = [...beside.map((name) => path.posix.join(folder, name)), serverFile ?? file];
  return all.some((one) => namesEndings(readIfText(files, one)?.text ?? ""));
}

/** Names in a row of a plan: the diff shows all of them. */
export const shortList = (names: readonly string[]): string =>
  names.length <= 4 ? names.join(", ") : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
