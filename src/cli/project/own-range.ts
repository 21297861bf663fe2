/** The version range under which commands add this package to a project. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packageName, packageVersion } from "../formats/own-package.js";
import { asRecord, upwards } from "./workspace.js";

/**
 * What a package.json asks for to get the package that runs: its version from the registry, or the file or address
 * that `npx --package` was given.
 *
 * @param root the folder of that package.json
 * @param running a file of the package that runs
 */
export function ownRange(root: string, running: string = fileURLToPath(import.meta.url)): string {
  const usual = `^${packageVersion}`;
  if (!running.split(path.sep).includes("node_modules")) return usual;
  for (const folder of upwards(path.dirname(running))) {
    const given = dependencyIn(folder);
    if (given === undefined) continue;
    const file = given.startsWith("file:") ? path.resolve(folder, given.slice("file:".length)) : undefined;
    if (file !== undefined) return `file:${path.relative(root, file).split(path.sep).join("/")}`;
    return isOpenAddress(given) ? given : usual;
  }
  return usual;
}

/** How the package.json of a folder asks for us. */
function dependencyIn(folder: string): string | undefined {
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  try {
    const given = asRecord(asRecord(JSON.parse(readFileSync(file, "utf8")))["dependencies"])[packageName];
    return typeof given === "string" ? given : undefined;
  } catch {
    return undefined; // not a manifest
  }
}

const addresses = ["https:", "http:", "git:", "github:", "gitlab:", "bitbucket:"];

/** An address without credentials: those belong to whoever ran the command. */
function isOpenAddress(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password, search } = new URL(given);
  const isAddress = protocol.startsWith("git+") || addresses.includes(protocol);
  return isAddress && (username === "" || username === "git") && password === "" && search === "";
}
