/** Package managers as a registry has them, each in a folder of its own. */
import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { mustRun } from "../support/process.js";
import { npm, temporaryFolder } from "../support/project.js";

/** Its environment: what it keeps stays in its folder. @param from as npm installs it; undefined: npm itself */
export async function managerHome(from: string | undefined, linker = "node-modules") {
  const { folder, dispose } = await temporaryFolder("manager");
  writeFileSync(path.join(folder, "package.json"), "{}\n");
  const flags = ["--no-audit", "--no-fund", "--loglevel=error"];
  if (from) await mustRun(npm, ["install", ...flags, from], { cwd: folder, timeoutSeconds: 200 });
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  // The command line looks for programs in no node_modules/.bin.
  const installed = path.join(folder, "node_modules/.bin");
  for (const name of from ? readdirSync(installed) : [])
    symlinkSync(realpathSync(path.join(installed, name)), path.join(bin, name));
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
