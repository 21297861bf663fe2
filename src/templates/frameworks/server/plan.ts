/** What servers share in `auth init` and in an image. ServerParts is what each of them has of its own. */
import type { ConfiguredProject, ProjectFacts } from "../../../cli/project/facts.js";
import { mountAuth, type MountPoint } from "../../../cli/edit/server-file.js";
import type { EditResult } from "../../../cli/source/text/text-edit.js";
import type { InitContext } from "../init-context.js";
import path from "node:path";
import { render } from "../../render.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { startsWithEnv } from "../../../cli/formats/script-line.js";
import { callingFile, envPlace, styleLike } from "../../../cli/plan/places.js";
import { envLoads } from "../../../cli/source/syntax/env-loads.js";
import { readSource } from "../../../cli/source/syntax/source-facts.js";
import { planNodeTypes } from "../../../cli/plan/packages.js";
import { authExpressionsIn } from "../../../cli/source/routes/auth-expressions.js";
import { parse } from "../../../cli/source/syntax/syntax.js";
import { projectModules } from "../../../cli/project/sources.js";
import { usageError } from "../../../cli/terminal/errors.js";
import { warnOfGuards } from "./csrf.js";
import { planModuleSystem, usesRequire, type Modules } from "./module-system.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";
import { namesEndings } from "../../../cli/source/text/file-names.js";
import type { Deployment, PlanContext } from "../support.js";

/** The auth file that a server imports. */
export interface AuthSource {
  /** As the server file names it. */
  readonly specifier: string;
  readonly text: string;
  /** The server says nothing of proxies. */
  readonly isOpen: boolean;
}

/** What servers of one framework have of their own in `auth init`; the rest is the same for all of them. */
export interface ServerParts<Lines extends ServerLines = MountPoint> {
  /** As texts name what makes a server: `express()`. */
  readonly made: string;
  /** Template of the auth file. */
  readonly template: string;
  /** What bundles the server decides what its modules are, whatever package.json says of them. */
  readonly packageType?: ProjectFacts["moduleType"];
  /** Where a new auth file goes; undefined: beside the server file, with its ending. */
  authFile?(server: string): string | undefined;
  /** Whether a server file says itself which proxies it trusts: it knows better. */
  trustsItself(server: string): boolean;
  /** The lines of the server file: those that the auth file was written for. */
  lines(context: InitContext, auth: AuthSource): Lines;
  /** Puts them there; no edit where they are already. */
  insert(text: string, file: string, lines: Lines): Promise<EditResult>;
  /** The lines below the imports as a person adds them. */
  byHand(lines: Lines): readonly string[];
}

/** What every server file gets. */
export interface ServerLines {
  readonly imports: MountPoint["imports"];
}

/** A server's part of `auth init`: an auth file beside the server file, and the server file mounting it. */
export async function planServer<Lines extends ServerLines>(
  context: InitContext,
  parts: ServerParts<Lines>,
): Promise<void> {
  const { builder, answers, template } = context;
  const { facts } = builder;
  const server = facts.serverFile;
  if (!server) {
    throw usageError(
      "AUTH_E_NO_SERVER",
      `No file of this project calls ${parts.made}.`,
      "Name the file that creates the application: --server src/server.ts",
    );
  }
  const modules = planModuleSystem(context, server, parts.packageType);
  const commonjs = modules === "commonjs";
  const text = builder.text(server) ?? "";
  const extension = path.posix.extname(server);
  const place = facts.authFile ?? parts.authFile?.(server);
  const authFile = place ?? path.posix.join(path.posix.dirname(server), `auth${extension}`);
  const isOpen = !parts.trustsItself(text);
  const variables = { ...template, loadEnv: planEnvLoading(context, server), trustProxy: isOpen };
  const kind = { typed: extension.endsWith("ts"), commonjs };
  const content = render(parts.template, { ...variables, ...kind }, styleLike(facts, [server]));
  builder.create(authFile, content, "configuration, session and guard", {
    keep: (present) => present.includes(packageName),
  });
  const home = callingFile(facts) ?? authFile;
  const auth = builder.text(home) ?? "";
  const specifier = relativeSpecifier(text, server, home, modules);
  const lines = parts.lines(context, { specifier, text: auth, isOpen });
  // A name of the app's own is no sign of ours: what was there before says what the server mounts, and what it takes
  // from the very file that is being made, as the lines to add by hand say.
  const isTaken = [`"${specifier}"`, `'${specifier}'`].some((quoted) => text.includes(quoted));
  const [own, made] = [parse(text, server), parse(auth, home)];
  const known = authExpressionsIn(place === undefined && !isTaken ? [own] : [own, made]);
  const isMounted = known.isHandler(own);
  // Only `createAuth` makes what the lines name; a file that is in the way is asked about.
  const isOther = place !== undefined && !auth.includes("createAuth");
  const manual = { kind: "manual", line: 1, why: `${home} makes no auth by createAuth` } as const;
  const mounted = isOther ? manual : await parts.insert(text, server, lines);
  builder.edit(server, isMounted ? done : mounted, {
    reason: `mounts ${answers.framework.basePath}, the session and a guarded ${context.places.example}`,
    already: "the handler is mounted",
    snippet: snippetOf(parts, lines, commonjs || usesRequire(text)),
  });
  warnOfGuards(context, made);
}

const done: EditResult = { kind: "edits", edits: [] };

/** With the ending that ES modules need, unless the file is compiled to CommonJS and its imports have none. */
export function relativeSpecifier(text: string, from: string, file: string, modules: Modules): string {
  const relative = path.posix.relative(path.posix.dirname(from), file).replace(/ts$/, "js");
  const specifier = relative.startsWith(".") ? relative : `./${relative}`;
  const bare = modules === "compiled" && !namesEndings(text);
  return bare ? specifier.replace(/\.js$/, "") : specifier;
}

function snippetOf<Lines extends ServerLines>(
  { byHand }: ServerParts<Lines>,
  lines: Lines,
  commonjs: boolean,
): string {
  const imports = lines.imports.map(({ specifier, names }) =>
    commonjs
      ? `const { ${names?.join(", ")} } = require("${specifier}");`
      : `import { ${names?.join(", ")} } from "${specifier}";`,
  );
  return [...imports, "", ...byHand(lines)].join("\n");
}

/** Whether the auth file has to load the env file: neither the framework nor the project does. Its types come along. */
export function planEnvLoading(context: InitContext, server: string): boolean {
  const isUnread = context.answers.framework.loadedEnvFiles === undefined && !loadsEnv(context, server);
  if (isUnread && server.endsWith("ts")) planNodeTypes(context);
  return isUnread;
}

/**
 * Whether the server file, or a script that starts it, loads the very env file that is written. What is not clear
 * counts as no: loading a file once more changes nothing.
 */
function loadsEnv({ builder: { facts }, answers: { framework, env } }: InitContext, server: string): boolean {
  const { file } = envPlace(facts, framework, env);
  const text = facts.files.read(server)?.text ?? "";
  return (
    startsWithEnv(facts.packageJson.scripts, file) ||
    envLoads({ path: server, ...readSource(text, server) }).files.some(
      (one) => path.posix.normalize(one) === file,
    )
  );
}

/** The parts of a framework whose handler, session and guard are added to an application by statements. */
export const applicationParts = (
  { made }: ApplicationShape,
  own: Pick<ServerParts, "template" | "trustsItself" | "lines">,
): ServerParts => ({
  ...own,
  lines: (context, auth) => ({ ...own.lines(context, auth), open: projectModules(context.builder.facts) }),
  made,
  insert: mountAuth,
  byHand: (mount: MountPoint) => mount.statements("app", '"').map((statement) => `${statement};`),
});

/** The example of a guarded page in an auth file. */
export interface ExamplePage {
  /** Its function. */
  readonly name: string;
  readonly address: string;
}

/** @param address where the example stands */
export const exampleIn = (auth: string, address: string): ExamplePage | undefined =>
  auth.includes("dashboardPage") ? { name: "dashboardPage", address } : undefined;

/** Whether an auth file wants its built-in pages answered outside of the path of the endpoints. */
export const hasOwnAddresses = (auth: string): boolean => auth.includes("pageAddresses");

// How servers run in an image: the whole folder, behind one proxy.

/** What a server file has to say itself, in text that it is looked for by, and the line that says it. */
interface Said {
  readonly text: string;
  readonly line: string;
}

export function serverDeployment({ builder }: PlanContext, needed: readonly Said[]): Deployment {
  const { facts } = builder;
  const { serverFile, authFile, files, language } = facts;
  const code = [serverFile, authFile, callingFile(facts)]
    .map((file) => (file === undefined ? "" : (files.read(file)?.text ?? "")))
    .join("\n");
  for (const { text, line } of needed)
    if (!code.includes(text)) builder.next(`Put this into ${serverFile ?? "the server file"}: ${line}`);
  return {
    copies: [{ from: "/app", to: "./" }],
    hasPackages: true,
    mustBuild: language === "ts" && !startsSource(facts),
    // One proxy in front of the container.
    variables: code.includes("TRUST_PROXY") ? { TRUST_PROXY: "1" } : {},
  };
}

/** The start script runs TypeScript as it is written. */
const startsSource = ({ packageJson: { scripts } }: ConfiguredProject): boolean =>
  scripts["start"]?.split(" ").some((word) => /\.[cm]?ts$/.test(word)) === true;
