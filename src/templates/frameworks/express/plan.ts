import path from "node:path";
import { render } from "../../render.js";
import { packageName } from "../../package.js";
import { setJson } from "../../../cli/formats/json-file.js";
import { mountAuth, type Mount } from "../../../cli/edit/server-file.js";
import { compiledImportsWork } from "../../../cli/project/module-system.js";
import { CliError, exitCodes, usageError } from "../../../cli/terminal/errors.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import { styleLike } from "../../../cli/plan/places.js";
import { authExpressionsIn } from "../../../cli/source/auth-expressions.js";

/** The Express part of `auth init`: an auth file beside the server file, and the server file mounting it. */
export async function planExpress(context: InitContext): Promise<void> {
  const { staging, facts, answers, template } = context;
  const server = facts.serverFile;
  if (!server) {
    throw usageError(
      "AUTH_E_NO_SERVER",
      "No file of this project calls express().",
      "Name the file that makes the application: --server src/server.ts",
    );
  }
  const modules = planModuleSystem(context, server);
  const extension = path.posix.extname(server);
  const typed = extension.endsWith("ts");
  const commonjs = modules === "commonjs";
  const text = staging.text(server) ?? "";
  const authFile = facts.authFile ?? path.posix.join(path.posix.dirname(server), `auth${extension}`);
  const variant = typed ? "auth.ts.hbs" : commonjs ? "auth.cjs.hbs" : "auth.js.hbs";
  // A server that says itself which proxies it trusts knows better.
  const isOpen = !/["'`]trust proxy["'`]/.test(text);
  const content = render(
    `frameworks/express/${variant}`,
    { ...template, loadEnv: !loadsEnv(context, server), trustProxy: isOpen },
    styleLike(facts, [server]),
  );
  staging.create(authFile, content, "configuration, session and guard", {
    keep: (present) => present.includes(packageName),
  });
  const home = callerOf(facts) ?? authFile;
  const auth = { file: home, text: staging.text(home) ?? "" };
  const mount = mountFor(context, {
    specifier: relativeSpecifier(text, server, home, modules),
    text: auth.text,
    isOpen,
  });
  // A name of the app's own is no sign of ours: only what was there before says what the server mounts.
  const known = facts.authFile === undefined ? text : `${text}\n${auth.text}`;
  const isMounted = authExpressionsIn(known).isHandler(text);
  staging.edit(server, isMounted ? { kind: "edits", edits: [] } : await mountAuth(text, server, mount), {
    reason: `mounts ${answers.framework.basePath}, the session and a guarded /account`,
    already: "the handler is mounted",
    snippet: snippetOf(mount, commonjs || usesRequire(text)),
  });
}

/** The file that calls `createAuth`, where there is one: its object may stand in another. */
const callerOf = ({ configuration }: InitContext["facts"]): string | undefined =>
  configuration?.calls.find(({ name }) => name === "createAuth")?.at.path;

/** What the server file takes from the auth file, and how that file is imported. */
interface AuthSource {
  readonly specifier: string;
  readonly text: string;
  /** The server says nothing of proxies. */
  readonly isOpen: boolean;
}

/** The lines of the server file: those that the auth file was written for, by this version or an earlier one. */
function mountFor({ answers: { framework } }: InitContext, { specifier, text, isOpen }: AuthSource): Mount {
  const setsTrust = isOpen && text.includes("trustProxy");
  const isEarlier = !text.includes("createAuth");
  const hasPage = isEarlier || text.includes("accountPage");
  const names = [
    ...(hasPage ? ["accountPage"] : []),
    ...(isEarlier ? ["authConfig", "authSession", "requireUser"] : ["auth"]),
    ...(setsTrust ? ["trustProxy"] : []),
  ];
  const [handler, session, guard] = isEarlier
    ? ["MiddlewareAuth(authConfig)", "authSession", "requireUser"]
    : ["auth.handler", "auth.session", "auth.require()"];
  return {
    application: framework.dependency,
    imports: [
      ...(isEarlier ? [{ specifier: `${packageName}/express`, names: ["MiddlewareAuth"] }] : []),
      { specifier, names },
    ],
    statements: (app, quote) => [
      ...(setsTrust ? [`${app}.set(${quote}trust proxy${quote}, trustProxy)`] : []),
      `${app}.use(${quote}${framework.basePath}${quote}, ${handler})`,
      `${app}.use(${session})`,
      ...(hasPage ? [`${app}.get(${quote}/account${quote}, ${guard}, accountPage)`] : []),
    ],
  };
}

/** With the ending that ES modules need, unless the file is compiled to CommonJS and its imports have none. */
function relativeSpecifier(text: string, from: string, file: string, modules: Modules): string {
  const relative = path.posix.relative(path.posix.dirname(from), file).replace(/ts$/, "js");
  const specifier = relative.startsWith(".") ? relative : `./${relative}`;
  const bare = modules === "compiled" && !/["']\.{1,2}\/[^"']*\.js["']/.test(text);
  return bare ? specifier.replace(/\.js$/, "") : specifier;
}

function snippetOf(mount: Mount, commonjs: boolean): string {
  const imports = mount.imports.map(({ specifier, names }) =>
    commonjs
      ? `const { ${names?.join(", ")} } = require("${specifier}");`
      : `import { ${names?.join(", ")} } from "${specifier}";`,
  );
  return [...imports, "", ...mount.statements("app", '"').map((statement) => `${statement};`)].join("\n");
}

/** dotenv, `--env-file`, or the configuration itself: then the generated file need not load anything. */
function loadsEnv({ facts }: InitContext, server: string): boolean {
  const text = facts.files.read(server)?.text ?? "";
  const scripts = Object.values(facts.packageJson.scripts).join("\n");
  return /["']dotenv(?:\/config)?["']|loadEnvFile\(/.test(text) || /--env-file|dotenv/.test(scripts);
}

/** `require(…)` of Node.js, not the guard `auth.require(…)`. */
const callsRequire = /(?<![.\w$])require\s*\(/;

const usesRequire = (text: string): boolean =>
  callsRequire.test(text) && !/^\s*(?:import|export)\s/m.test(text);

/** How the new file and the server file load modules; `compiled`: import in the source, CommonJS or a bundle when it runs. */
type Modules = "esm" | "commonjs" | "compiled";

/** What the module system of a project is decided by. */
interface ModuleFacts {
  readonly server: string;
  readonly text: string;
  readonly isTyped: boolean;
  readonly hasRequire: boolean;
  /** "type": "module" in package.json. */
  readonly isEsmPackage: boolean;
  /** The compiler, where there is one, writes ES modules. */
  readonly isEsmOption: boolean;
  /** "module" of tsconfig.json. */
  readonly option: string | undefined;
}

function moduleFacts({ facts }: InitContext, server: string): ModuleFacts {
  const isTyped = server.endsWith("ts");
  const text = facts.files.read(server)?.text ?? "";
  const { tsconfig } = facts;
  const option = tsconfig?.path === "tsconfig.json" ? tsconfig.module : undefined;
  const writesEsm = option !== undefined && !/^(?:commonjs|none|amd|umd|system)$/.test(option);
  return {
    server,
    text,
    isTyped,
    hasRequire: usesRequire(text),
    isEsmPackage: facts.moduleType === "esm",
    isEsmOption: !isTyped || tsconfig === undefined || writesEsm,
    option,
  };
}

/**
 * Node 20.19 and later load an ES module with `require`, so CommonJS stays what it is: JavaScript gets files with
 * `require`, TypeScript keeps its imports wherever its compiler accepts them. Anything else needs a decision.
 */
function planModuleSystem(context: InitContext, server: string): Modules {
  if (/\.m[jt]s$/.test(server)) return "esm";
  if (server.endsWith(".cjs")) return "commonjs";
  const modules = moduleFacts(context, server);
  if (modules.isEsmPackage && modules.isEsmOption) return "esm";
  const kept = context.answers.esm ? undefined : keptCommonjs(context, modules);
  if (kept !== undefined) return kept;
  if (modules.hasRequire) throw requireError(modules);
  if (!context.answers.esm) throw needsEsm(modules);
  turnToEsm(context, modules);
  return "esm";
}

/** CommonJS that goes on as it is. */
function keptCommonjs({ staging, facts }: InitContext, modules: ModuleFacts): Modules | undefined {
  const { isTyped, hasRequire, isEsmPackage } = modules;
  if (!isTyped && hasRequire) {
    staging.warn(
      "AUTH_W_COMMONJS",
      `This is a CommonJS project; nothing is converted, the new file uses require() (Node 20.19 and later). ${whatEsmNeeds}`,
    );
    return "commonjs";
  }
  if (!isTyped || isEsmPackage || !compiledImportsWork(facts)) return undefined;
  staging.warn(
    "AUTH_W_COMMONJS",
    "This project is compiled to CommonJS; nothing is converted. Node 20.19 and later load the package from there.",
  );
  return "compiled";
}

function requireError({ server, text, isTyped }: ModuleFacts): CliError {
  const line = text.split("\n").findIndex((one) => callsRequire.test(one)) + 1;
  return new CliError(
    "AUTH_E_REQUIRE",
    `${server}:${line} uses require(), which an ES module does not have.`,
    {
      exitCode: exitCodes.conflict,
      hint: `Turn the require() calls into imports first${isTyped ? "" : ", or run without --esm"}. ${whatEsmNeeds}`,
    },
  );
}

const needsEsm = ({ isTyped, option }: ModuleFacts): CliError =>
  new CliError(
    "AUTH_E_NEEDS_ESM",
    `This project is compiled to CommonJS${option ? ` ("module": "${option}")` : ""}, in a way that cannot load ES modules.`,
    {
      exitCode: exitCodes.conflict,
      hint: `Nothing was changed. ${isTyped ? whatCommonjsNeeds : ""}${whatEsmNeeds} --esm makes the edits of package.json${isTyped ? " and tsconfig.json" : ""}.`,
    },
  );

function turnToEsm({ staging }: InitContext, modules: ModuleFacts): void {
  const set = (file: string, at: readonly string[], value: string) =>
    staging.edit(
      file,
      { kind: "edits", edits: setJson(staging.text(file) ?? "{}", at, value) },
      { reason: `"${at.at(-1)}": "${value}"`, already: "", snippet: "" },
    );
  if (!modules.isEsmPackage) set("package.json", ["type"], "module");
  if (!modules.isEsmOption)
    for (const option of ["module", "moduleResolution"])
      set("tsconfig.json", ["compilerOptions", option], "NodeNext");
  const { server, text } = modules;
  const bare =
    text.split("\n").findIndex((one) => /from\s+["']\.{1,2}\/[^"']*(?<!\.[cm]?js|\.json)["']/.test(one)) + 1;
  if (bare > 0)
    staging.warn(
      "AUTH_W_EXTENSIONS",
      `${server}:${bare}: relative imports need the extension .js in an ES module.`,
    );
}

const whatCommonjsNeeds =
  'To stay with CommonJS, use TypeScript 5.8 or later with "module": "NodeNext", or "module": "CommonJS". ';

const whatEsmNeeds =
  'ES modules need "type": "module" in package.json, "module": "NodeNext" in tsconfig.json where there is one, and the extension .js in relative imports.';
