/**
 * Whether a server gets ES modules or CommonJS, and what changes for that. Apart from plan.ts: together they are too
 * long.
 */
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { setJson } from "../../../cli/formats/json-file.js";
import type { InitContext } from "../init-context.js";
import { installCommand } from "../../../cli/project/package-manager.js";
import { compiledImportsWork } from "../../../cli/project/tsconfig.js";
import { CliError, exitCodes } from "../../../cli/terminal/errors.js";

/** `require(…)` of Node.js, not the guard `auth.require(…)`. */
const callsRequire = /(?<![.\w$])require\s*\(/;

export const usesImport = (text: string): boolean => /^\s*(?:import|export)\s/m.test(text);

export const usesRequire = (text: string): boolean => callsRequire.test(text) && !usesImport(text);

/** How the new file and the server file load modules; `compiled`: import in the source, CommonJS or a bundle when it runs. */
export type Modules = "esm" | "commonjs" | "compiled";

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
  /** What tsconfig.json extends and may have said it, but cannot be read. */
  readonly unread: readonly string[];
}

function moduleFacts(facts: ProjectFacts, server: string, packageType = facts.moduleType): ModuleFacts {
  const isTyped = server.endsWith("ts");
  const text = facts.files.read(server)?.text ?? "";
  const { tsconfig } = facts;
  const option = tsconfig?.path === "tsconfig.json" ? tsconfig.module : undefined;
  const isUnknown = isTyped && tsconfig?.path === "tsconfig.json" && option === undefined;
  const writesEsm = option !== undefined && !/^(?:commonjs|none|amd|umd|system)$/.test(option);
  return {
    server,
    text,
    isTyped,
    hasRequire: usesRequire(text),
    isEsmPackage: packageType === "esm",
    // An ES module package that its compiler turned to CommonJS would not start.
    isEsmOption: !isTyped || option === undefined || writesEsm,
    option,
    unread: isUnknown ? (tsconfig.unread ?? []) : [],
  };
}

/**
 * Node 20.19 and later load an ES module with `require`, so CommonJS stays what it is: JavaScript gets files with
 * `require`, TypeScript keeps its imports wherever its compiler accepts them. Anything else needs a decision.
 */
export function planModuleSystem(
  context: InitContext,
  server: string,
  packageType?: ProjectFacts["moduleType"],
): Modules {
  if (/\.m[jt]s$/.test(server)) return "esm";
  if (server.endsWith(".cjs")) return "commonjs";
  const modules = moduleFacts(context.builder.facts, server, packageType);
  if (modules.isEsmPackage && modules.isEsmOption) return "esm";
  const [unread] = modules.unread;
  if (unread !== undefined) throw unreadError(context, unread);
  const kept = context.answers.esm ? undefined : keptCommonjs(context, modules);
  if (kept !== undefined) return kept;
  if (modules.hasRequire) throw requireError(modules);
  if (!context.answers.esm) throw needsEsm(modules);
  turnToEsm(context, modules);
  return "esm";
}

/** CommonJS that goes on as it is. */
function keptCommonjs({ builder }: InitContext, modules: ModuleFacts): Modules | undefined {
  const { facts } = builder;
  const { isTyped, hasRequire, isEsmPackage } = modules;
  if (!isTyped && hasRequire) {
    builder.warn(
      "AUTH_W_COMMONJS",
      `This is a CommonJS project; nothing is converted, the new file uses require() (Node 20.19 and later). ${whatEsmNeeds}`,
    );
    return "commonjs";
  }
  if (!isTyped || isEsmPackage || !compiledImportsWork(facts)) return undefined;
  builder.warn(
    "AUTH_W_COMMONJS",
    "This project is compiled to CommonJS; nothing is converted. Node 20.19 and later load the package from there.",
  );
  return "compiled";
}

const unreadError = ({ builder: { facts } }: InitContext, parent: string): CliError =>
  new CliError(
    "AUTH_E_TSCONFIG_EXTENDS",
    `tsconfig.json extends ${parent}, which cannot be read: nothing says which modules are compiled.`,
    {
      exitCode: exitCodes.conflict,
      hint: `Nothing was changed. Install the packages first: ${installCommand(facts.packageManager.name).join(" ")}. Or write "module" into tsconfig.json itself.`,
    },
  );

function requireError({ server, text, isTyped }: ModuleFacts): CliError {
  const line = text.split("\n").findIndex((one) => callsRequire.test(one)) + 1;
  return new CliError(
    "AUTH_E_REQUIRE",
    `${server}:${line} uses require(), which an ES module does not have.`,
    {
      exitCode: exitCodes.conflict,
      hint: `Change the require() calls to imports first${isTyped ? "" : ", or run without --esm"}. ${whatEsmNeeds}`,
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

function turnToEsm({ builder }: InitContext, modules: ModuleFacts): void {
  const set = (file: string, at: readonly string[], value: string) =>
    builder.edit(
      file,
      { kind: "edits", edits: setJson(builder.text(file) ?? "{}", at, value) },
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
    builder.warn(
      "AUTH_W_EXTENSIONS",
      `${server}:${bare}: relative imports need the extension .js in an ES module.`,
    );
}

const whatCommonjsNeeds =
  'To stay with CommonJS, use TypeScript 5.8 or later with "module": "NodeNext", or "module": "CommonJS". ';

const whatEsmNeeds =
  'ES modules need "type": "module" in package.json, "module": "NodeNext" in tsconfig.json where there is one, and the extension .js in relative imports.';
