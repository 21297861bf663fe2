import { statSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { codes } from "../../src/cli/findings/codes.js";
import { CliError } from "../../src/cli/terminal/errors.js";
import type { Finding } from "../../src/cli/findings/finding.js";
import { snapshotOf } from "../support/cli.js";
import { firstOfEach } from "../support/every-run.js";
import { byHand, notFollowed } from "./advice.js";
import { baseProject, bases, removeBases, type BaseName, type Spoiled } from "./bases.js";
import { faults, type Fault } from "./faults.js";
import { carryOut } from "./follow.js";
import { innocents } from "./innocent.js";

afterAll(removeBases);

describe("clean projects", () => {
  test.each(Object.keys(bases) as BaseName[])("%s gives no finding", async (name) => {
    expect(await (await baseProject(name)).findings()).toEqual([]);
  });
});

describe("sound changes", () => {
  test.each(innocents.map((one) => [`${one.what} (${one.base})`, one] as const))(
    "%s",
    async (_name, innocent) => {
      const project = await baseProject(innocent.base);
      const before = snapshotOf(project.folder);
      innocent.change(project);
      expect(snapshotOf(project.folder)).not.toEqual(before);
      expect(await project.findings(innocent.env)).toEqual([]);
    },
  );
});

describe("broken files", () => {
  test.each(["express-ts", "next-16"] as const)(
    "%s cut off anywhere: findings, or an error with words",
    async (name) => {
      const project = await baseProject(name);
      const files = Object.keys(snapshotOf(project.folder)).filter(
        (file) =>
          /\.\w+$/.test(file) && !file.startsWith("node_modules") && statSync(project.at(file)).isFile(),
      );
      let looked = 0;
      for (const file of files) {
        const text = project.read(file);
        for (const part of [0, 0.2, 0.5, 0.8, 0.97]) {
          project.write(file, text.slice(0, Math.floor(text.length * part)));
          const found = await project.findings().catch((error: unknown) => error);
          if (!Array.isArray(found)) expect(found, `${file} ${part}`).toBeInstanceOf(CliError);
          looked += 1;
        }
        project.write(file, text);
      }
      expect(looked).toBeGreaterThan(30);
      expect(await project.findings()).toEqual([]);
    },
  );
});

const followed = new Set<string>();
const open: string[] = [];

/** One plant of each code that can be followed in every run, also done as its fix says. */
const done = new Set(
  firstOfEach(faults, ({ code, plant }) => (Object.hasOwn(notFollowed, code) ? plant : code)),
);

describe("planted faults", () => {
  test.each(faults.map((one, at) => [`${at} ${one.code} in ${one.base}`, one] as const))(
    "%s",
    async (_name, fault) => {
      const project = await baseProject(fault.base);
      fault.plant(project);
      const found = await project.findings(fault.env, fault.node);
      expect(found.map(({ code }) => code)).toEqual([fault.code]);
      const [first] = found;
      expect(first?.message.length).toBeGreaterThan(10);
      expect(first?.fix.length).toBeGreaterThan(5);
      if (fault.path !== undefined) expect(first?.path).toBe(fault.path);
      if (first && done.has(fault)) await follow(project, fault, first);
    },
  );

  /** The finding is gone, and what was done brings no other. */
  async function follow(project: Spoiled, { code, env, node }: Fault, found: Finding): Promise<void> {
    // What --fix repairs is done in repairs.test.ts.
    if (found.repair) return void followed.add(code);
    if (Object.hasOwn(notFollowed, code)) return void open.push(code);
    expect(await carryOut(project, found), `nothing follows: ${found.fix}`).toBe(true);
    const after = await project.findings(env, byHand[code] ? undefined : node);
    expect(after.filter((one) => one.code === code && one.message === found.message)).toEqual([]);
    // An address that moves leaves the matcher, which --fix repairs.
    const fresh = after.filter((one) => one.level === "error" && one.code !== code && !one.repair);
    expect(fresh.map((one) => `${one.code} ${one.message}`)).toEqual([]);
    followed.add(code);
  }

  test("every code is followed, or named with a reason", () => {
    expect([...new Set(open)].sort()).toEqual(Object.keys(notFollowed).sort());
    const missing = Object.keys(codes).filter((code) => !followed.has(code) && !open.includes(code));
    expect(missing).toEqual([]);
  });

  test("every code has a planted fault", () => {
    const planted = new Set<string>(faults.map(({ code }) => code));
    expect(Object.keys(codes).filter((code) => !planted.has(code))).toEqual([]);
  });
});
