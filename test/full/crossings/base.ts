/** Projects with `auth init` behind them, made once for each tarball; every row works in a copy. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../../architecture/source-tree.js";
import { linkPackages } from "../../migrate/samples.js";
import { cleanEnv, mustRun } from "../../support/process.js";
import { install, tarball, temporaryFolder } from "../../support/project.js";
import { type CrossedProject, makerOf } from "./projects.js";

/** A project as a person has it who has run `auth init`. */
export interface Base {
  readonly folder: string;
  /** Beside what every process gets. */
  readonly env: Readonly<Record<string, string>>;
}

/** What the commands of the table ask for, and what reads a store in TypeScript: rows install nothing. */
const further = ["kysely", "@libsql/client", "@libsql/kysely-libsql", "pg", "nodemailer"];
const ownRanges = ["tsx@4", "@types/pg@8", "@types/nodemailer"];

/** The command line of a project, as a process of its own. */
export const cliIn = (folder: string): string =>
  path.join(folder, "node_modules/authwright/dist/cli/auth.js");

const initialized = (folder: string) =>
  mustRun(process.execPath, [cliIn(folder), "init", "--yes", "--no-install", "--provider", "github"], {
    cwd: folder,
  });

const fontsOf = (made: string) => path.join(made, "fonts.cjs");

/** The project with the packages of its framework, and what a base of it is made from: no tarball changes that. */
async function installedPackages(project: CrossedProject): Promise<string> {
  const made = kept("packages", [project.row, ownRanges, further, await dependenciesOf(tarball)]);
  if (existsSync(made)) return made;
  const { folder, env, dispose } = await makerOf(project)();
  await install(folder, ["--no-save", ...ownRanges, ...(await rangesOf(further))]);
  const parts = `${made}-${process.pid}`;
  await mkdir(parts);
  await mustRun("cp", ["-a", folder, path.join(parts, "app")], { cwd: parts });
  const fonts = env()["NEXT_FONT_GOOGLE_MOCKED_RESPONSES"];
  if (fonts !== undefined) await cp(fonts, fontsOf(parts));
  await dispose();
  await rename(parts, made);
  return made;
}

/** From the registry and the tarball; kept in the folder of temporary files for the next run. */
export async function installedBase(project: CrossedProject): Promise<Base> {
  const packages = await installedPackages(project);
  const hash = createHash("sha256").update(await readFile(tarball));
  const made = kept("base", [packages, project, String(project.prepare), hash.digest("hex")]);
  if (!existsSync(made)) {
    const parts = `${made}-${process.pid}`;
    const ours = path.join(parts, "node_modules/authwright");
    await mustRun("cp", ["-al", path.join(packages, "app"), parts], { cwd: tmpdir() });
    await rm(ours, { recursive: true });
    await mkdir(ours);
    await mustRun("tar", ["-xzf", tarball, "--strip-components=1", "-C", ours], { cwd: parts });
    await apart(parts);
    await project.prepare(parts);
    await initialized(parts);
    await rename(parts, made);
  }
  const fonts = fontsOf(packages);
  return { folder: made, env: existsSync(fonts) ? { NEXT_FONT_GOOGLE_MOCKED_RESPONSES: fonts } : {} };
}

/** Gives a project files of its own in place of those that it shares with another one, but for its packages. */
async function apart(folder: string): Promise<void> {
  const copy = `${folder}-copy`;
  const packages = path.join(folder, "node_modules");
  await cp(folder, copy, { recursive: true, filter: (file) => file !== packages });
  await rename(packages, path.join(copy, "node_modules"));
  await rm(folder, { recursive: true });
  await rename(copy, folder);
}

const kept = (what: string, parts: readonly unknown[]): string => {
  const stamp = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
  return path.join(tmpdir(), `authwright-crossings-${what}-${stamp}`);
};

/** What the package of a tarball brings along. */
async function dependenciesOf(file: string): Promise<unknown> {
  const { stdout } = await mustRun("tar", ["-xzOf", file, "package/package.json"], { cwd: tmpdir() });
  return (JSON.parse(stdout) as { dependencies: unknown }).dependencies;
}

/** With the packages of this repository, and the command line as it was built last. */
export async function linkedBase(project: CrossedProject): Promise<Base & { dispose: () => Promise<void> }> {
  const { folder, dispose } = await temporaryFolder("crossing base");
  await cp(path.join(projectRoot, "test/fixtures/projects", project.row), folder, { recursive: true });
  await project.prepare(folder);
  linkPackages(folder);
  await symlink(
    path.join(projectRoot, "node_modules/.bin"),
    path.join(folder, "node_modules/.bin"),
    "junction",
  );
  await initialized(folder);
  return { folder, env: {}, dispose };
}

/** A copy of a base to work in; a bundler takes no packages from beyond its project. */
export async function openBase(base: Base, { isBundled }: CrossedProject) {
  const opened = await temporaryFolder("crossing");
  const skipped = path.join(base.folder, "node_modules");
  await cp(base.folder, opened.folder, { recursive: true, filter: (file) => file !== skipped });
  const packages = path.join(opened.folder, "node_modules");
  if (isBundled) await mustRun("cp", ["-al", skipped, packages], { cwd: opened.folder });
  else await symlink(skipped, packages, "junction");
  const env = (extra: Record<string, string> = {}) => cleanEnv({ ...base.env, ...extra });
  return { ...opened, env };
}

async function rangesOf(names: readonly string[]): Promise<string[]> {
  const { devDependencies } = JSON.parse(await readFile(path.join(projectRoot, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  return names.map((name) => `${name}@${devDependencies[name] ?? "*"}`);
}
