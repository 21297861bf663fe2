/** Does what `fix` of a finding says, to the letter where it is a command or a line. */
import { rmSync } from "node:fs";
import type { Finding } from "../../src/cli/findings/finding.js";
import { runMain } from "../support/cli.js";
import type { Spoiled } from "./bases.js";
import type { Fault } from "./faults.js";
import { byHand } from "./advice.js";

type Step = (project: Spoiled, parts: readonly string[], found: Finding) => Promise<unknown> | void;

/** A package manager is not asked for packages here: what it would leave is written. */
function installed(project: Spoiled, name: string, version: string): void {
  project.json("package.json", (data) => {
    data["dependencies"] = { ...data["dependencies"], [name]: `^${version}` };
  });
  project.install(name, version);
}

function uninstalled(project: Spoiled, name: string): void {
  project.json("package.json", ({ dependencies = {}, devDependencies = {} }) => {
    delete dependencies[name];
    delete devDependencies[name];
  });
  rmSync(project.at(`node_modules/${name}`), { recursive: true, force: true });
}

/** A line of an env file in the place of the one that sets the name, or as a new one. */
function set(project: Spoiled, file: string, key: string, line: string): void {
  const lines = project.exists(file) ? project.read(file).split("\n") : [];
  const at = lines.findIndex((one) => one.startsWith(`${key}=`));
  project.write(
    file,
    (at === -1 ? [line, ...lines] : lines.map((one, index) => (index === at ? line : one))).join("\n"),
    0o600,
  );
}

const later = { latest: "99.0.0" } as Readonly<Record<string, string>>;

/** Commands and lines, by their form. */
const steps: readonly (readonly [form: RegExp, step: Step])[] = [
  [/^npm uninstall (\S+)$/, (project, [name = ""]) => uninstalled(project, name)],
  [
    /^npm install ((?:@[^/]+\/)?[^@\s]+)(?:@\^?(\S+))?$/,
    (project, [name = "", version = "0.1.0"]) => installed(project, name, later[version] ?? version),
  ],
  [/^git rm (\S+)$/, (project, [file = ""]) => project.remove(file)],
  [
    /^git mv (\S+) (\S+?)(?:, and export the function as (\w+))?$/,
    (project, [from = "", to = "", name]) => {
      project.move(from, to);
      if (name !== undefined)
        project.write(to, project.read(to).replaceAll(/\b(?:proxy|middleware)\b(?=[ (])/g, name));
    },
  ],
  [
    /^npx (?:auth|authwright) (.+)$/,
    (project, [line = ""]) => {
      const args = line.split(" ");
      const more = ["migrate", "init", "add-provider", "add-adapter"].includes(args[0] ?? "")
        ? ["--no-install"]
        : [];
      return runMain(project.folder, [...args, "--yes", ...more]);
    },
  ],
  [
    /^([A-Z_]+)=([^…\s]+)$/,
    (project, [key = "", value = ""], { path: file }) =>
      set(project, file.includes("env") ? file : ".env", key, `${key}=${value}`),
  ],
];

/** Whether there was anything to do that is known here. */
export async function carryOut(project: Spoiled, found: Finding): Promise<boolean> {
  const own = byHand[found.code as Fault["code"]];
  if (own) {
    await own(project, found);
    return true;
  }
  for (const [form, step] of steps) {
    const parts = form.exec(found.fix)?.slice(1);
    if (!parts) continue;
    await step(project, parts, found);
    return true;
  }
  return false;
}
