/** Finds packages in node_modules, as Node does. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { asText } from "../formats/lock-file.js";
import { asRecord, upwards } from "./workspace.js";

/** A package in a folder node_modules, which may have another name than the folder. */
export interface Installed {
  readonly folder: string;
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/** The package.json of a package in node_modules, as its text. */
export function installedManifest(root: string, name: string): string | undefined {
  const folder = folderOf(root, name);
  return folder === undefined ? undefined : readFileSync(path.join(folder, "package.json"), "utf8");
}

const folderOf = (root: string, name: string): string | undefined =>
  upwards(root)
    .map((one) => path.join(one, "node_modules", name))
    .find((one) => existsSync(path.join(one, "package.json")));

/** A package in node_modules, found as Node finds it. */
export function installedAt(root: string, name: string): Installed | undefined {
  const folder = folderOf(root, name);
  return folder === undefined ? undefined : { folder, ...manifestIn(folder) };
}

function manifestIn(folder: string): Omit<Installed, "folder"> {
  try {
    const { name, version } = asRecord(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")));
    return { name: asText(name), version: asText(version) };
  } catch {
    return { name: undefined, version: undefined };
  }
}
