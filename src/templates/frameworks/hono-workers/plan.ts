/** Hono on Workers in `auth init` and `auth dev`, and how variables reach the worker. */
import path from "node:path";
import type { InitContext } from "../init-context.js";
import { execPrefix } from "../../../cli/project/package-manager.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { honoParts } from "../hono-node/plan.js";
import { planServer } from "../server/plan.js";
import { flagLines, planFlags, wranglerFile } from "./wrangler-file.js";
import type { DevCommand } from "../support.js";
import { CliError, exitCodes } from "../../../cli/terminal/errors.js";

/** The part of `auth init` for Hono on Cloudflare Workers. */
export async function planHonoWorkers(context: InitContext): Promise<void> {
  const { builder, template } = context;
  const isTyped = /\.[cm]?tsx?$/.test(builder.facts.serverFile ?? "");
  await planServer(
    { ...context, template: { ...template, typescript: isTyped } },
    { ...honoParts("frameworks/hono-workers/auth.hbs"), packageType, authFile: authFileBeside },
  );
  planCompatibility(context);
  noteVariables(context);
}

/** wrangler bundles ES modules, whatever package.json and tsconfig.json say of them. */
export const packageType = "esm";

/** Beside markup in a server file, a file without. */
function authFileBeside(server: string): string | undefined {
  const extension = path.posix.extname(server);
  if (!extension.endsWith("x")) return undefined;
  return path.posix.join(path.posix.dirname(server), `auth${extension.slice(0, -1)}`);
}

/** With the flag, variables and secrets are in `process.env`. */
function planCompatibility({ builder }: InitContext): void {
  const { facts } = builder;
  const file = wranglerFile(facts.files);
  if (file === undefined) return;
  builder.edit(file, planFlags(builder.text(file) ?? "", file), {
    reason: "nodejs_compat: variables and secrets are in process.env",
    already: "nodejs_compat is there",
    snippet: flagLines(file),
  });
}

function noteVariables({ builder, answers: { framework, providers, env } }: InitContext): void {
  const { facts } = builder;
  const { envFile } = framework;
  if (env === undefined && facts.files.exists(".env") && !facts.files.exists(envFile))
    builder.next(
      `Move the lines that the worker reads from .env to ${envFile}: wrangler loads .env only where there is no ${envFile}`,
      "before",
    );
  const others = providers.flatMap((one) => one.env.map(({ key }) => key));
  const rest = others.length === 0 ? "" : `, and the same for ${others.join(", ")}`;
  builder.next(
    `Once, for production: ${execPrefix(facts.packageManager.name)} wrangler secret put AUTH_SECRET (a value of its own: auth secret generate --raw)${rest}`,
    "later",
  );
}

/** @throws CliError always */
export function noDeployment(): never {
  throw new CliError("AUTH_E_DOCKER", "A worker runs on Cloudflare, and in no container.", {
    exitCode: exitCodes.conflict,
    hint: "Nothing was written. Deploy it: npx wrangler deploy",
  });
}

/**
 * `wrangler dev` gives a worker what stands in `.dev.vars`, and of its own environment nothing: variables are handed on
 * by its flag.
 */
export function devCommand(
  command: readonly string[],
  { packageJson: { scripts } }: Pick<ProjectFacts, "packageJson">,
  variables: Readonly<Record<string, string>>,
): DevCommand {
  const flags = Object.entries(variables).flatMap(([key, value]) => ["--var", `${key}:${value}`]);
  if (startsWorker(command)) return { command: [...command, ...flags] };
  const [runner = "", ...words] = command;
  const script = words.map((word) => scripts[word]).find((text) => text !== undefined);
  if (script !== undefined && startsWorker(lastCommand(script))) {
    // npm keeps flags for itself; the others hand them on.
    const open = programOf(runner) === "npm" && !words.includes("--") ? ["--"] : [];
    return { command: [...command, ...open, ...flags] };
  }
  return {
    command,
    // Heeded where there is no .dev.vars.
    env: { CLOUDFLARE_INCLUDE_PROCESS_ENV: "true" },
    note: `wrangler hands no variables of the shell on where there is a .dev.vars. Add to the command that starts it: ${flags.join(" ")}`,
  };
}

const programOf = (word: string): string =>
  (word.split(/[\\/]/).at(-1) ?? "").replace(/\.(?:cmd|exe|js)$/, "");

function startsWorker(words: readonly string[]): boolean {
  const at = words.findIndex((word) => programOf(word.split("@")[0] ?? "") === "wrangler");
  return at >= 0 && words.slice(at + 1).includes("dev");
}

/** What gets the arguments of a script. */
const lastCommand = (script: string): readonly string[] =>
  (script.split(/&&|\|\||[;&|]/).at(-1) ?? "").trim().split(/\s+/);
