/** Lines of `scripts` in package.json: what starts TypeScript by ts-node, and which env files they load. */
import { posix } from "node:path";

/** `ts-node src/index.ts`, also behind `nodemon --exec`. */
const plain = /(?<![\w./@-])ts-node(?=\s+[^-\s])/g;
/** `ts-node --files …`, `ts-node-dev`, `node -r ts-node/register`. */
const named = /(?<![\w/@-])ts-node(?:-dev|-esm)?(?=[\s/"']|$)/;

/** Whether a script starts ts-node, in whatever manner. */
export const startsTsNode = (line: string): boolean => named.test(line);

/** With tsx where ts-node stands without options, which are its own. */
export const withTsx = (line: string): string => line.replaceAll(plain, "tsx");

/** Programs that load env files and start another one; with the flags that name a file. */
const loaders: ReadonlyMap<string, RegExp> = new Map([
  ["dotenv", /^-e$/],
  ["dotenvx", /^(?:-f|--env-file)$/],
  ["env-cmd", /^(?:-f|--file)$/],
  ["dotenv-flow", /^$/],
]);

/** What reads `.env` and its neighbours for one machine and one mode. */
const cascade: readonly string[] = [".env", ".env.local", ".env.development", ".env.development.local"];

/** Env files that one script names: nobody has more. */
const mostFiles = 100;

/** Env files that a script loads, as it names them. */
export const envFilesOf = (line: string): string[] =>
  /env/i.test(line)
    ? line
        .split(/&&|\|\||[;|]/)
        .flatMap(filesOf)
        .slice(0, mostFiles)
    : [];

function filesOf(command: string): string[] {
  if (!/env/i.test(command)) return [];
  const words = command.split(/[\s"']+/).filter((word) => word !== "");
  const found: string[] = [];
  let isPreloaded = false;
  for (let at = 0; at < words.length && found.length < mostFiles; at += 1) {
    const word = words[at] ?? "";
    const flag = /^--env-file(?:-if-exists)?(?:=(.+))?$/.exec(word);
    const naming = loaders.get(word);
    if (flag) found.push(flag[1] ?? words[at + 1] ?? "");
    else if (/(?:^|\/)(?:dotenv|dotenvx|dotenv-safe)\/config$/.test(word)) {
      if (!isPreloaded) found.push(preloaded(words));
      isPreloaded = true;
    } else if (naming !== undefined) found.push(...loadedBy(words.slice(at, at + mostFiles), naming));
  }
  return found.filter((file) => file !== "");
}

/** What starts an app, where a project has several. */
const starting = /^(?:dev|develop|start|serve|watch)(?=:|$)/;

/** The script that starts an app while it is developed, among those that are meant. */
export const developmentScript = (
  scripts: Readonly<Record<string, string>>,
  isMeant: (line: string) => boolean = () => true,
): string | undefined =>
  ["dev", "start", "start:dev", "develop", "serve"].find((name) => {
    const line = scripts[name];
    return line !== undefined && line !== "" && isMeant(line);
  });

/** Whether a script that starts the app loads an env file. */
export const startsWithEnv = (scripts: Readonly<Record<string, string>>, file: string): boolean =>
  Object.entries(scripts).some(
    ([name, line]) => starting.test(name) && envFilesOf(line).some((one) => posix.normalize(one) === file),
  );

/** `-r dotenv/config`: one more word, or a variable in front, names another file. */
const preloaded = (words: readonly string[]): string =>
  words.flatMap((word) => /^dotenv_config_path=(.+)$/i.exec(word)?.[1] ?? [])[0] ?? ".env";

/** Flags of a loader, up to the program that it starts. */
function loadedBy([program = "", ...words]: readonly string[], naming: RegExp): readonly string[] {
  const given: string[] = [];
  let isCascade = program === "dotenv-flow";
  for (let at = words[0] === "run" ? 1 : 0; at < words.length; at++) {
    const [flag = "", value] = (words[at] ?? "").split("=");
    if (!flag.startsWith("-") || flag === "--") break;
    if (flag === "-c") isCascade = true;
    else if (naming.test(flag)) given.push(value ?? words[++at] ?? "");
  }
  if (given.length > 0) return given;
  return isCascade ? cascade : [".env"];
}

/** The preset that a script of package.json builds Nitro for. */
export const nitroPresetIn = (text: string): string | undefined =>
  /(?:--preset[= ]|NITRO_PRESET=)([\w-]+)/.exec(text)?.[1];
