import path from "node:path";
import { render } from "../../render.js";
import { packageName } from "../../package.js";
import { setJson } from "../../../cli/formats/json-file.js";
import { mountAuth, type Mount } from "../../../cli/edit/server-file.js";
import type { EditResult } from "../../../cli/edit/text-edit.js";
import { compiledImportsWork } from "../../../cli/project/module-system.js";
import { CliError, exitCodes, usageError } from "../../../cli/terminal/errors.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import { styleLike } from "../../../cli/plan/places.js";

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
  staging.create(authFile, content, "configuration, session and guard", (present) =>
    present.includes(packageName),
  );
  const specifier = relativeSpecifier(text, server, authFile, modules);
  const setsTrust = isOpen && (staging.text(authFile) ?? "").includes("trustProxy");
  const mount: Mount = {
    application: answers.framework.dependency,
    imports: [
      { specifier: `${packageName}/express`, names: ["MiddlewareAuth"] },
      {
        specifier,
        names: [
          "accountPage",
          "authConfig",
          "authSession",
          "requireUser",
          ...(setsTrust ? ["trustProxy"] : []),
        ],
      },
    ],
    statements: (app, quote) => [
      ...(setsTrust ? [`${app}.set(${quote}trust proxy${quote}, trustProxy)`] : []),
      `${app}.use(${quote}${answers.framework.basePath}${quote}, MiddlewareAuth(authConfig))`,
      `${app}.use(authSession)`,
      `${app}.get(${quote}/account${quote}, requireUser, accountPage)`,
    ],
  };
  staging.edit(server, await mountOnce(text, server, mount), {
    reason: `mounts ${answers.framework.basePath}, the session and a guarded /account`,
    already: "the handler is mounted",
    snippet: snippetOf(mount, commonjs || usesRequire(text)),
  });
}

/** With the ending that ES modules need, unless the file is compiled to CommonJS and its imports have none. */
function relativeSpecifier(text: string, from: string, file: string, modules: Modules): string {
  const relative = path.posix.relative(path.posix.dirname(from), file).replace(/ts$/, "js");
  const specifier = relative.startsWith(".") ? relative : `./${relative}`;
  const bare = modules === "compiled" && !/["']\.{1,2}\/[^"']*\.js["']/.test(text);
  return bare ? specifier.replace(/\.js$/, "") : specifier;
}

/** By text first: the parser costs more than everything else, and a mounted server needs none. */
async function mountOnce(text: string, server: string, mount: Mount): Promise<EditResult> {
  if (/\b(?:MiddlewareAuth|ExpressAuth)\s*\(/.test(text)) return { kind: "edits", edits: [] };
  return mountAuth(text, server, mount);
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

const usesRequire = (text: string): boolean =>
  /\brequire\s*\(/.test(text) && !/^\s*(?:import|export)\s/m.test(text);

/** How the new file and the server file load modules; `compiled`: import in the source, CommonJS or a bundle when it runs. */
type Modules = "esm" | "commonjs" | "compiled";

/**
 * Node 20.19 and later load an ES module with `require`, so CommonJS stays what it is: JavaScript gets files with
 * `require`, TypeScript keeps its imports wherever its compiler accepts them. Anything else needs a decision.
 */
function planModuleSystem(context: InitContext, server: string): Modules {
  const { staging, facts, answers } = context;
  if (/\.m[jt]s$/.test(server)) return "esm";
  if (server.endsWith(".cjs")) return "commonjs";
  const typed = server.endsWith("ts");
  const text = facts.files.read(server)?.text ?? "";
  const requires = usesRequire(text);
  const esmPackage = facts.moduleType === "esm";
  const moduleOption = facts.tsconfig?.path === "tsconfig.json" ? facts.tsconfig.module : undefined;
  const esmOption =
    !typed ||
    facts.tsconfig === undefined ||
    (moduleOption !== undefined && !/^(?:commonjs|none|amd|umd|system)$/.test(moduleOption));
  if (esmPackage && esmOption) return "esm";
  if (!typed && requires && !answers.esm) {
    staging.warn(
      "AUTH_W_COMMONJS",
      `This is a CommonJS project; nothing is converted, the new file uses require() (Node 20.19 and later). ${whatEsmNeeds}`,
    );
    return "commonjs";
  }
  if (typed && !esmPackage && !answers.esm && compiledImportsWork(facts)) {
    staging.warn(
      "AUTH_W_COMMONJS",
      "This project is compiled to CommonJS; nothing is converted. Node 20.19 and later load the package from there.",
    );
    return "compiled";
  }
  if (requires) {
    const line = text.split("\n").findIndex((one) => /\brequire\s*\(/.test(one)) + 1;
    throw new CliError(
      "AUTH_E_REQUIRE",
      `${server}:${line} uses require(), which an ES module does not have.`,
      {
        exitCode: exitCodes.conflict,
        hint: `Turn the require() calls into imports first${typed ? "" : ", or run without --esm"}. ${whatEsmNeeds}`,
      },
    );
  }
  if (!answers.esm) {
    throw new CliError(
      "AUTH_E_NEEDS_ESM",
      `This project is compiled to CommonJS${moduleOption ? ` ("module": "${moduleOption}")` : ""}, in a way that cannot load ES modules.`,
      {
        exitCode: exitCodes.conflict,
        hint: `Nothing was changed. ${typed ? whatCommonjsNeeds : ""}${whatEsmNeeds} --esm makes the edits of package.json${typed ? " and tsconfig.json" : ""}.`,
      },
    );
  }
  if (!esmPackage) {
    const edits = setJson(staging.text("package.json") ?? "{}", ["type"], "module");
    staging.edit(
      "package.json",
      { kind: "edits", edits },
      { reason: '"type": "module"', already: "", snippet: "" },
    );
  }
  if (!esmOption) {
    for (const option of ["module", "moduleResolution"]) {
      const edits = setJson(staging.text("tsconfig.json") ?? "{}", ["compilerOptions", option], "NodeNext");
      staging.edit(
        "tsconfig.json",
        { kind: "edits", edits },
        { reason: `"${option}": "NodeNext"`, already: "", snippet: "" },
      );
    }
  }
  const bare =
    text.split("\n").findIndex((one) => /from\s+["']\.{1,2}\/[^"']*(?<!\.[cm]?js|\.json)["']/.test(one)) + 1;
  if (bare > 0)
    staging.warn(
      "AUTH_W_EXTENSIONS",
      `${server}:${bare}: relative imports need the extension .js in an ES module.`,
    );
  return "esm";
}

const whatCommonjsNeeds =
  'To stay with CommonJS, use TypeScript 5.8 or later with "module": "NodeNext", or "module": "CommonJS". ';

const whatEsmNeeds =
  'ES modules need "type": "module" in package.json, "module": "NodeNext" in tsconfig.json where there is one, and the extension .js in relative imports.';
