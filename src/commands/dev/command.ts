/** `auth dev`: starts the local identity provider and the app, and hands the app the variables that lead to it. */
import { developmentScript } from "../../cli/formats/script-line.js";
import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import path from "node:path";
import { catalog } from "../../providers/catalog.js";
import { supportOf } from "../../templates/frameworks/index.js";
import type { DevCommand } from "../../templates/frameworks/support.js";
import { packageName } from "../../cli/formats/own-package.js";
import type { CommandContext, CommandResult } from "../../cli/terminal/context.js";
import type { AppInUse, IdentityProvider, IdentityProviderOptions } from "./server/index.js";
import { openProject } from "../steps/open-configuration.js";
import { oldAuthOf } from "../../cli/old-auth/old-auth.js";
import { severalText } from "../../cli/project/candidates.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { NoProgramError, startProgram } from "../../cli/programs/start.js";
import { scriptCommand } from "../../cli/project/package-manager.js";
import { CliError, usageError } from "../../cli/terminal/errors.js";
import type { Tone } from "../../cli/terminal/style.js";

/** `auth dev`: the local identity provider with its mail catcher, and the app wired to it. Ends with the app's exit code. */
export async function run(context: CommandContext): CommandResult {
  const { options, args, io, output } = context;
  if (io.env["NODE_ENV"] === "production") {
    throw new CliError(
      "AUTH_E_PRODUCTION",
      "auth dev signs anybody in, so it does not run with NODE_ENV=production.",
      {
        hint: "Unset NODE_ENV, or start your app without auth dev.",
      },
    );
  }
  const port = portOf(options.text("port"));
  const facts = await openProject(context);
  const command = args.length > 0 ? args : ownScript(facts.packageManager.name, facts.packageJson.scripts);
  const say = (text: string, tone?: Tone) => output.aside("auth dev", text, tone);
  const app = await appInUse(facts);
  const as = options.text("as");
  const idp = await startProvider({
    ...(port !== undefined && { port }),
    ...(as !== undefined && { as }),
    app,
    folder: facts.root,
    // The link itself signs in, so it stays off the terminal and its logs.
    onMail: ({ to }) => say(`Mail for ${to}: ${idp.url}/mail`),
  });
  try {
    say(`Local identity provider at ${idp.url} (development only, this machine only)`, "good");
    if (app.providers.length > 0) say(`It simulates ${app.providers.map(({ id }) => id).join(", ")}.`);
    for (const line of app.notes) say(line);
    for (const problem of idp.userProblems) say(problem, "warn");
    if (idp.as !== undefined) say(`${idp.as} signs in without being asked.`);
    say(`Sign-ins as they happen: ${pageOf(idp.url)}`);
    say(`Mails are not sent; they are at ${idp.url}/mail`);
    const start = await commandFor(facts, command, { AUTH_DEV_IDP: idp.url });
    if (start.note !== undefined) say(start.note, "warn");
    // What somebody has just typed needs no echo.
    if (start.command.join(" ") !== args.join(" ")) say(`Starting ${start.command.join(" ")}`, "dim");
    if (options.is("open")) openInBrowser(pageOf(idp.url), facts.workspaceRoot, io.env);
    // The runtime follows AUTH_DEV_IDP in development alone, and many servers start without a word on where they run.
    const mode = io.env["NODE_ENV"] ?? "development";
    const env = { ...io.env, ...start.env, NODE_ENV: mode, AUTH_DEV_IDP: idp.url };
    return await context.holdSignals(() => runChild(start.command, env, facts.root));
  } finally {
    await idp.close();
  }
}

/** As the framework of the app wants it: a process's environment does not reach every app. */
async function commandFor(
  facts: ConfiguredProject,
  command: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<DevCommand> {
  const [framework] = facts.frameworks;
  const wanted = framework && (await supportOf(framework).devCommand?.(command, facts, variables));
  return wanted ?? { command };
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw usageError("AUTH_E_PORT", `--port ${text} isn't a port.`, "Use a number from 1 to 65535.");
}

const isAuthDev = (script: string): boolean => /\bauth(?:wright)?\s+dev\b/.test(script);

function ownScript(
  name: Parameters<typeof scriptCommand>[0],
  scripts: Readonly<Record<string, string>>,
): readonly string[] {
  // A script that is `auth dev` itself would start itself for ever.
  const script = developmentScript(scripts, (line) => !isAuthDev(line));
  if (script) return scriptCommand(name, script);
  throw usageError(
    "AUTH_E_NO_SCRIPT",
    "package.json has no script that starts the app, such as dev or start.",
    "Say what to start: auth dev -- node server.js",
  );
}

/** What the start page says of the app: its providers, and what could not be read. */
async function appInUse(facts: ConfiguredProject): Promise<AppInUse> {
  const { packageJson, root, configuration, candidates } = facts;
  const name = packageJson.name ?? path.basename(root);
  const [first] = candidates;
  if (first !== undefined)
    return {
      name,
      providers: [],
      notes: [`${severalText(candidates)} Name the one that is meant: --config ${first.path}`],
    };
  if (configuration === undefined) {
    const old = await oldAuthOf(facts);
    const note = old ? `${old.message} ${old.fix}` : `No configuration was found: npx ${packageName} init`;
    return { name, providers: [], notes: [note] };
  }
  const unread = configuration.unreadable.map(({ at, why }) => `${at.path}:${at.line}: ${why}.`);
  const providers = configuration.providers.flatMap(({ id, module, at }) => {
    const entry = catalog.find((one) => one.id === (module ?? id));
    // Passwords and passkeys are checked by the app itself.
    if (id === undefined || entry?.type === "credentials" || entry?.type === "webauthn") return [];
    return [{ id, name: entry?.name ?? id, at: `${at.path}:${at.line}` }];
  });
  // Several lists may hold the same one.
  const different = providers.filter(({ id }, at) => providers.findIndex((one) => one.id === id) === at);
  const isEmpty = configuration.providers.length + unread.length === 0;
  return {
    name,
    providers: different.sort((a, b) => a.id.localeCompare(b.id)),
    notes: isEmpty ? ["No provider is configured yet: auth add-provider github"] : unread,
  };
}

async function startProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const { startIdentityProvider, UnknownUserError } = await import("./server/index.js");
  try {
    return await startIdentityProvider(options);
  } catch (error) {
    if (!(error instanceof UnknownUserError)) throw error;
    throw usageError("AUTH_E_UNKNOWN_USER", `${error.message}.`, `Users: ${error.known.join(", ")}`);
  }
}

/** By the name that apps have: a browser shows their cookies to this name only. */
const pageOf = (url: string): string => url.replace("127.0.0.1", "localhost");

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** The user's browser. That there is none is no reason to stop. */
function openInBrowser(url: string, project: string, env: CommandContext["io"]["env"]): void {
  const words = env["BROWSER"] ? [env["BROWSER"]] : (openers[process.platform] ?? ["xdg-open"]);
  try {
    const child = startProgram("browser", [...words, url], { project, env, stdio: "ignore", detached: true });
    child.on("error", () => undefined);
    child.unref();
  } catch (error) {
    if (!(error instanceof NoProgramError)) throw error;
  }
}

const hasGroups = process.platform !== "win32";

/** Time that the app has to end before it is ended. */
const graceMs = 3000;

/**
 * Hands terminal, signals and exit code through. The app has a process group of its own: what its runner (npx, npm,
 * a shell) started ends with it, whoever the signal was for.
 */
function runChild(
  command: readonly string[],
  env: CommandContext["io"]["env"],
  cwd: string,
): Promise<number> {
  const cannot = (error: Error) =>
    new CliError("AUTH_E_START", `${command.join(" ")} cannot be started: ${error.message}`, {
      cause: error,
    });
  return new Promise((resolve, reject) => {
    let child: ChildProcess;
    try {
      const options = { stdio: "inherit", shell: !hasGroups, detached: hasGroups } as const;
      child = startProgram("app", command, { project: cwd, env, cwd, ...options });
    } catch (error) {
      return reject(error instanceof NoProgramError ? cannot(error) : error);
    }
    const names = ["SIGINT", "SIGTERM", "SIGHUP", ...(hasGroups ? ["SIGWINCH"] : [])] as NodeJS.Signals[];
    const handlers = names.map((name) => [name, () => void send(child, name)] as const);
    for (const [name, handler] of handlers) process.on(name, handler);
    // A second Ctrl-C ends this process at once.
    const atExit = () => void send(child, "SIGKILL");
    process.on("exit", atExit);
    const stop = () => {
      for (const [name, handler] of handlers) process.off(name, handler);
      process.off("exit", atExit);
    };
    child.once("error", (error) => {
      stop();
      reject(cannot(error));
    });
    const finish = async (code: number) => {
      await endRest(child);
      stop();
      resolve(code);
    };
    child.once("exit", (code, name) => void finish(code ?? 128 + (name ? constants.signals[name] : 0)));
  });
}

/** Signals the app and all that it started; false when nothing of it is left. */
function send(child: ChildProcess, name: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  if (!hasGroups) return child.kill(name);
  try {
    return process.kill(-child.pid, name);
  } catch {
    return false;
  }
}

/** A runner may be gone before what it started. */
async function endRest(child: ChildProcess): Promise<void> {
  const end = Date.now() + graceMs;
  if (!hasGroups || !send(child, "SIGTERM")) return;
  while (send(child, 0) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  send(child, "SIGKILL");
}
