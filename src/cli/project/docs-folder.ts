/** Where a message can send the user for documentation that is installed with the package. */
import { existsSync } from "node:fs";
import path from "node:path";
import { packageName } from "../formats/own-package.js";

/**
 * Where the documentation of the installed package is, as a path from `cwd`; undefined where the package is not
 * installed as files (Yarn Plug'n'Play, or not yet).
 */
export function docsFolder(cwd: string): string | undefined {
  let folder = path.resolve(cwd);
  for (;;) {
    const docs = path.join(folder, "node_modules", packageName, "docs");
    if (existsSync(path.join(docs, "errors"))) return path.relative(cwd, docs).split(path.sep).join("/");
    const above = path.dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
}
