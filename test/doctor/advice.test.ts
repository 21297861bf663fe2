/** What `fix` of a finding says is done, to the letter where it is a command or a line, and the finding is gone. */
import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { codes } from "../../src/cli/findings/codes.js";
import type { Finding } from "../../src/cli/findings/finding.js";
import { runMain } from "../support/cli.js";
import { firstOfEach } from "../support/every-run.js";
import { baseProject, removeBases, type Spoiled } from "./bases.js";
import { faults, type Fault } from "./faults.js";
import { byHand, notFollowed } from "./advice.js";

afterAll(removeBases);

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

async function carryOut(project: Spoiled, found: Finding): Promise<boolean> {
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

const followed = new Set<string>();
const open: string[] = [];

/** One plant of each code that can be followed in every run; static.test.ts finds all of them. */
const planted = firstOfEach(faults, ({ code, plant }) => (Object.hasOwn(notFollowed, code) ? plant : code));

describe("planted, then done as its fix says", () => {
  test.each(planted.map((one, at) => [`${at} ${one.code} in ${one.base}`, one] as const))(
    "%s",
    async (_, { code, base, plant, env, node }) => {
      const project = await baseProject(base);
      plant(project);
      const before = await project.findings(env, node);
      const found = before.find((one) => one.code === code);
      if (!found) throw new Error(`${code} is not found`);
      // What --fix repairs is done in repairs.test.ts.
      if (found.repair) return void followed.add(code);
      if (Object.hasOwn(notFollowed, code)) return void open.push(code);
      expect(await carryOut(project, found), `nothing follows: ${found.fix}`).toBe(true);
      const after = await project.findings(env, byHand[code] ? undefined : node);
      expect(after.filter((one) => one.code === code && one.message === found.message)).toEqual([]);
      const known = new Set(before.map((one) => one.code));
      // An address that moves leaves the matcher, which --fix repairs.
      const fresh = after.filter((one) => one.level === "error" && !known.has(one.code) && !one.repair);
      expect(fresh.map((one) => `${one.code} ${one.message}`)).toEqual([]);
      followed.add(code);
    },
  );

  test("every code is followed, or named with a reason", () => {
    expect([...new Set(open)].sort()).toEqual(Object.keys(notFollowed).sort());
    const missing = Object.keys(codes).filter((code) => !followed.has(code) && !open.includes(code));
    expect(missing).toEqual([]);
  });
});
