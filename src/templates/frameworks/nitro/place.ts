/**
 * Where a Nitro project keeps what Nitro scans: `routes`, `api` and `middleware` of one folder. Apart from support.ts,
 * which loads those that ask.
 */
import path from "node:path";
import { nitroPresetIn } from "../../../cli/formats/script-line.js";
import { readIfText, type ProjectFiles } from "../../../cli/project/files.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { memberAt, textMember } from "../../../cli/source/syntax/probes.js";

/** Folders that other frameworks scan are theirs, also where Nitro is below them. */
const above = "nuxt @tanstack/react-start @tanstack/solid-start @solidjs/start @analogjs/platform".split(" ");

const scanned = ["routes/", "api/", "middleware/"];

/** nitro.config, whatever its extension. It is read, never run. */
export function nitroConfig(
  files: ProjectFiles,
): { readonly file: string; readonly text: string } | undefined {
  const file = ["ts", "mts", "js", "mjs"]
    .map((one) => `nitro.config.${one}`)
    .find((one) => files.exists(one));
  return file === undefined ? undefined : { file, text: readIfText(files, file)?.text ?? "" };
}

/** The folder, "" for the project itself and otherwise with a slash at its end; undefined: nothing says which one it is. */
export function scannedFolder(files: ProjectFiles): string | undefined {
  const manifest = files.read("package.json")?.text ?? "";
  if (above.some((name) => manifest.includes(`"${name}"`))) return undefined;
  const said = textMember(nitroConfig(files)?.text ?? "", ["serverDir", "srcDir"]);
  if (said !== undefined) return folderOf(said);
  return ["", "server/"].find((folder) => {
    const names = files.list(folder);
    return scanned.some((name) => names.includes(name));
  });
}

/** `./server` as `server/`; `./` as "". */
function folderOf(said: string): string {
  const folder = path.posix.normalize(`${said}/`);
  return folder === "./" ? "" : folder;
}

/** An option that moves the addresses or the folders, where it stands. */
export function movedBy(
  files: ProjectFiles,
): { readonly file: string; readonly line: number; readonly option: string } | undefined {
  const config = nitroConfig(files);
  const found = config && memberAt(config.text, ["baseURL", "routesDir", "apiDir", "scanDirs"]);
  return (
    config && found && { file: config.file, line: lineAt(config.text, found.offset), option: found.name }
  );
}

/** Presets whose servers send files and follow rules themselves. */
const selfServing = ["node", "bun", "deno-server", "deno_server", "standard", "nitro-", "nitro_"];

/** The platform that an app is built for, where it sends public files and follows rules before any code of the app. */
export function platformOf(files: ProjectFiles): string | undefined {
  const scripts = files.read("package.json")?.text ?? "";
  const preset = nitroPresetIn(scripts) ?? textMember(nitroConfig(files)?.text ?? "", ["preset"]);
  if (preset !== undefined) return selfServing.some((one) => preset.startsWith(one)) ? undefined : preset;
  return platformFiles.find((file) => files.exists(file));
}

const platformFiles = ["vercel.json", "netlify.toml", "wrangler.toml", "wrangler.json", "wrangler.jsonc"];

/** A file that answers at an address. */
export interface RouteFile {
  readonly file: string;
  /** Without the catch-all at its end. */
  readonly address: string;
}

/** Routes of the folder, with their addresses as Nitro makes them of the names of files. */
export function routesIn(files: ProjectFiles, folder: string): readonly RouteFile[] {
  const found: RouteFile[] = [];
  const open = (at: string, root: string, prefix: string): void => {
    for (const name of files.list(at)) {
      const whole = at + name;
      if (name.endsWith("/")) open(whole, root, prefix);
      else if (/\.[cm]?[jt]sx?$/.test(name))
        found.push({ file: whole, address: addressOf(prefix + whole.slice(root.length)) });
    }
  };
  open(`${folder}routes/`, `${folder}routes/`, "/");
  open(`${folder}api/`, `${folder}api/`, "/api/");
  return found;
}

/** Groups in brackets, the method and `index` are no part of it. */
const addressOf = (file: string): string =>
  file
    .replace(/\.[cm]?[jt]sx?$/, "")
    .replace(/\.(?:get|head|post|put|patch|delete|options|connect|trace|dev|prod|prerender)$/, "")
    .replaceAll(/\([^()/]+\)\//g, "")
    .replace(/\/\[\.{3}\w*\]$/, "")
    .replace(/\/index$/, "") || "/";

/** The route whose file hands every request to the endpoints. */
export const endpointRoute = (files: ProjectFiles): RouteFile | undefined =>
  routesIn(files, scannedFolder(files) ?? "").find(
    ({ file }) =>
      /\/\[\.{3}\w*\]\.[cm]?[jt]s$/.test(file) && (readIfText(files, file)?.text ?? "").includes(".handler"),
  );
