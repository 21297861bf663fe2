/** drizzle-kit in a folder of its own, and what it makes of a project's schema. */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../architecture/source-tree.js";
import { cleanEnv, mustRun, run } from "../../support/process.js";
import { npm, temporaryFolder } from "../../support/project.js";

const version = "0.31.11";

export interface Kit {
  readonly folder: string;
  readonly dispose: () => Promise<void>;
}

/** undefined: npm cannot fetch it. */
export async function installKit(): Promise<Kit | undefined> {
  const made = await temporaryFolder("drizzle-kit");
  writeFileSync(path.join(made.folder, "package.json"), '{ "private": true }\n');
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts", "--prefer-offline"];
  const { code } = await run(npm, ["install", ...flags, `drizzle-kit@${version}`], {
    cwd: made.folder,
    timeoutSeconds: 120,
  });
  if (code !== 0) {
    await made.dispose();
    return undefined;
  }
  const orm = path.join("node_modules", "drizzle-orm");
  symlinkSync(path.join(projectRoot, orm), path.join(made.folder, orm));
  return made;
}

/** The statements of the migration that `drizzle-kit generate` writes into a project. */
export async function generate({ folder }: Kit, project: string): Promise<string[]> {
  const modules = path.join(folder, "node_modules");
  const bin = path.join(modules, "drizzle-kit/bin.cjs");
  await mustRun(process.execPath, [bin, "generate", "--name", "auth"], {
    cwd: project,
    // The configuration imports defineConfig.
    env: cleanEnv({ NODE_PATH: modules }),
    timeoutSeconds: 60,
  });
  const out = path.join(project, "drizzle");
  const files = readdirSync(out).filter((file) => file.endsWith(".sql"));
  return files.flatMap((file) =>
    readFileSync(path.join(out, file), "utf8")
      .split("--> statement-breakpoint")
      .map((one) => one.trim()),
  );
}
