import path from "node:path";
import { render } from "../../render.js";
import { packageName } from "../../../cli/formats/own-package.js";
import type { EditResult } from "../../../cli/source/text/text-edit.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import { styleLike } from "../../../cli/plan/places.js";
import { authExpressionsIn } from "../../../cli/source/routes/auth-expressions.js";
import { usageError } from "../../../cli/terminal/errors.js";
import { planModuleSystem, usesRequire, type Modules } from "./module-system.js";
import type { ServerLines, ServerParts } from "./parts.js";

/** A server's part of `auth init`: an auth file beside the server file, and the server file mounting it. */
export async function planServer<Lines extends ServerLines>(
  context: InitContext,
  parts: ServerParts<Lines>,
): Promise<void> {
  const { builder, facts, answers, template } = context;
  const server = facts.serverFile;
  if (!server) {
    throw usageError(
      "AUTH_E_NO_SERVER",
      `No file of this project calls ${parts.made}.`,
      "Name the file that creates the application: --server src/server.ts",
    );
  }
  const modules = planModuleSystem(context, server);
  const commonjs = modules === "commonjs";
  const text = builder.text(server) ?? "";
  const extension = path.posix.extname(server);
  const authFile = facts.authFile ?? path.posix.join(path.posix.dirname(server), `auth${extension}`);
  const isOpen = !parts.trustsItself(text);
  const variables = { ...template, loadEnv: isEnvUnread(context, server), trustProxy: isOpen };
  const kind = { typed: extension.endsWith("ts"), commonjs };
  const content = render(parts.template, { ...variables, ...kind }, styleLike(facts, [server]));
  builder.create(authFile, content, "configuration, session and guard", {
    keep: (present) => present.includes(packageName),
  });
  const home = callerOf(facts) ?? authFile;
  const auth = builder.text(home) ?? "";
  const specifier = relativeSpecifier(text, server, home, modules);
  const lines = parts.lines(context, { specifier, text: auth, isOpen });
  // A name of the app's own is no sign of ours: what was there before says what the server mounts, and what it takes
  // from the very file that is being made, as the lines to add by hand say.
  const isTaken = [`"${specifier}"`, `'${specifier}'`].some((quoted) => text.includes(quoted));
  const known = facts.authFile === undefined && !isTaken ? text : `${text}\n${auth}`;
  const isMounted = authExpressionsIn(known).isHandler(text);
  builder.edit(server, isMounted ? done : await parts.insert(text, server, lines), {
    reason: `mounts ${answers.framework.basePath}, the session and a guarded ${context.places.example}`,
    already: "the handler is mounted",
    snippet: snippetOf(parts, lines, commonjs || usesRequire(text)),
  });
}

const done: EditResult = { kind: "edits", edits: [] };

/** The file that calls `createAuth`, where there is one: its object may stand in another. */
const callerOf = ({ configuration }: InitContext["facts"]): string | undefined =>
  configuration?.calls.find(({ name }) => name === "createAuth")?.at.path;

/** With the ending that ES modules need, unless the file is compiled to CommonJS and its imports have none. */
export function relativeSpecifier(text: string, from: string, file: string, modules: Modules): string {
  const relative = path.posix.relative(path.posix.dirname(from), file).replace(/ts$/, "js");
  const specifier = relative.startsWith(".") ? relative : `./${relative}`;
  const bare = modules === "compiled" && !/["']\.{1,2}\/[^"']*\.js["']/.test(text);
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

/** Neither the framework nor the project loads the env file. */
const isEnvUnread = (context: InitContext, server: string): boolean =>
  context.answers.framework.loadedEnvFiles === undefined && !loadsEnv(context, server);

/** dotenv, `--env-file`, or the configuration itself: then the generated file need not load anything. */
export function loadsEnv({ facts }: InitContext, server: string): boolean {
  const text = facts.files.read(server)?.text ?? "";
  const scripts = Object.values(facts.packageJson.scripts).join("\n");
  return /["']dotenv(?:\/config)?["']|loadEnvFile\(/.test(text) || /--env-file|dotenv/.test(scripts);
}
