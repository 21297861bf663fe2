/** Package managers as a registry has them, each in a folder of its own. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { mustRun } from "../support/process.js";
import { npm, temporaryFolder } from "../support/project.js";

/** Its environment: what it keeps stays in its folder. @param from as npm installs it; undefined: npm itself */
export async function managerHome(from: string | undefined, linker = "node-modules") {
  const { folder, dispose } = await temporaryFolder("manager");
  writeFileSync(path.join(folder, "package.json"), "{}\n");
  const flags = ["--no-audit", "--no-fund", "--loglevel=error"];
  if (from) await mustRun(npm, ["install", ...flags, from], { cwd: folder, timeoutSeconds: 200 });
  const bin = path.join(folder, "node_modules/.bin");
  const cache = path.join(folder, "cache");
  const env = {
    PATH: `${bin}${path.delimiter}${process.env["PATH"] ?? ""}`,
    YARN_GLOBAL_FOLDER: cache,
    YARN_CACHE_FOLDER: cache,
    YARN_ENABLE_TELEMETRY: "0",
    YARN_NODE_LINKER: linker,
  };
  return { env, dispose };
}
