import path from "node:path";
import { render } from "../../templates/render.js";
import { packageName } from "../../templates/package.js";
import { setJson } from "../edit/json-file.js";
import { mountAuth, type Mount } from "../edit/server-file.js";
import type { EditResult } from "../edit/text-edit.js";
import { CliError, exitCodes, usageError } from "../ui/errors.js";
import type { InitContext } from "./init-context.js";
import { styleLike } from "./places.js";

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
  const commonjs = planModuleSystem(context, server);
  const extension = path.posix.extname(server);
  const typed = extension.endsWith("ts");
  const authFile = facts.authFile ?? path.posix.join(path.posix.dirname(server), `auth${extension}`);
  const variant = commonjs ? "auth.cjs.hbs" : typed ? "auth.ts.hbs" : "auth.js.hbs";
  const content = render(
    `express/${variant}`,
    { ...template, loadEnv: !loadsEnv(context, server) },
    styleLike(facts, [server]),
  );
  staging.create(authFile, content, "configuration, session and guard", (present) =>
    present.includes(packageName),
  );
  const specifier =
    `./${path.posix.relative(path.posix.dirname(server), authFile).replace(/ts$/, "js")}`.replace(
      /^\.\/\.\./,
      "..",
    );
  const mount: Mount = {
    imports: [
      { specifier: `${packageName}/express`, names: ["MiddlewareAuth"] },
      { specifier, names: ["accountPage", "authConfig", "authSession", "requireUser"] },
    ],
    statements: (app, quote) => [
      `${app}.use(${quote}${answers.framework.basePath}${quote}, MiddlewareAuth(authConfig))`,
      `${app}.use(authSession)`,
      `${app}.get(${quote}/account${quote}, requireUser, accountPage)`,
    ],
  };
  staging.edit(server, await mountOnce(staging.text(server) ?? "", server, mount), {
    reason: `mounts ${answers.framework.basePath}, the session and a guarded /account`,
    already: "the handler is mounted",
    snippet: snippetOf(mount, commonjs),
  });
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

/**
 * Express projects come as ES modules or as CommonJS. A JavaScript project with `require` gets files with `require`:
 * Node loads our ES module from there. Anything else that is not set up for ES modules needs a decision.
 * @returns whether the new file is written with `require`
 */
function planModuleSystem(context: InitContext, server: string): boolean {
  const { staging, facts, answers } = context;
  if (/\.m[jt]s$/.test(server)) return false;
  if (server.endsWith(".cjs")) return true;
  const typed = server.endsWith("ts");
  const text = facts.files.read(server)?.text ?? "";
  const requires = /\brequire\s*\(/.test(text) && !/^\s*(?:import|export)\s/m.test(text);
  const esmPackage = facts.moduleType === "esm";
  const moduleOption = facts.tsconfig?.path === "tsconfig.json" ? facts.tsconfig.module : undefined;
  const esmOption =
    !typed ||
    facts.tsconfig === undefined ||
    (moduleOption !== undefined && !/^(?:commonjs|none|amd|umd|system)$/.test(moduleOption));
  if (esmPackage && esmOption) return false;
  if (requires && !typed && !answers.esm) {
    staging.warn(
      "AUTH_W_COMMONJS",
      `This is a CommonJS project; nothing is converted, the new file uses require() (Node 20.19 and later). ${whatEsmNeeds}`,
    );
    return true;
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
      "This project is compiled to CommonJS; the integration is an ES module.",
      {
        exitCode: exitCodes.conflict,
        hint: `Nothing was changed. ${whatEsmNeeds} --esm makes the edits of package.json${typed ? " and tsconfig.json" : ""}.`,
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
  return false;
}

const whatEsmNeeds =
  'ES modules need "type": "module" in package.json, "module": "NodeNext" in tsconfig.json where there is one, and the extension .js in relative imports.';
