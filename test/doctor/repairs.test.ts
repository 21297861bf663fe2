/** Every finding that `--fix` repairs: planted, repaired, gone, the same on a second run, and taken back byte for byte. */
import { afterAll, describe, expect, test } from "vitest";
import { codes, type CodePage } from "../../src/cli/findings/codes.js";
import { runMain, snapshotOf } from "../support/cli.js";
import { baseProject, removeBases } from "./bases.js";
import { faults, type Fault } from "./faults.js";

afterAll(removeBases);

const repairText = (code: Fault["code"]): string | undefined => (codes[code] as CodePage).repair;
const repairable = faults.filter(({ code }) => repairText(code) !== undefined);

/** Left to a person, although others of their code are repaired. */
const leftOver = [
  // The value depends on how the app is built.
  "AUTH_D_TSCONFIG_RESOLUTION in express-ts",
  // The date there is too old for the flag.
  "AUTH_D_WORKER_FLAGS in hono-workers",
  // A file in front of every request is not written unasked.
  "AUTH_D_NEXT_PAGE_ADDRESS in next-16",
  // Trusting more is not decided for anybody.
  "AUTH_D_ENV_NAME in express-ts",
  // Passkeys need a store first.
  "AUTH_D_PASSKEY_OFF in express-ts",
  // What withAuth asked for is for a person to say.
  "AUTH_D_OLD_IMPORT in next-16",
  // It wraps the handler, and is no statement of its own.
  "AUTH_D_MOUNTED_TWICE in node-js",
];

const repaired = new Set<string>();
const left: string[] = [];

describe("planted, then --fix", () => {
  test.each(repairable.map((one, at) => [`${at} ${one.code} in ${one.base}`, one] as const))(
    "%s",
    async (_name, fault) => {
      const project = await baseProject(fault.base);
      fault.plant(project);
      const [found] = await project.findings(fault.env, fault.node);
      if (found?.repair === undefined) return void left.push(`${fault.code} in ${fault.base}`);
      const before = snapshotOf(project.folder);
      const fix = () =>
        runMain(project.folder, ["doctor", "--fix", "--yes"], fault.env ? { env: fault.env } : {});
      const { stdout, stderr } = await fix();
      expect(
        (await project.findings(fault.env)).map(({ code }) => code),
        stdout + stderr,
      ).not.toContain(fault.code);
      const after = snapshotOf(project.folder);
      expect(after).not.toEqual(before);
      await fix();
      expect(snapshotOf(project.folder)).toEqual(after);
      expect((await runMain(project.folder, ["undo"])).code).toBe(0);
      expect(snapshotOf(project.folder)).toEqual(before);
      repaired.add(fault.code);
    },
  );

  test("no code is said to be repaired that isn't, and only what is named is left", () => {
    const said = (Object.keys(codes) as Fault["code"][]).filter((code) => repairText(code) !== undefined);
    expect(said.filter((code) => !repaired.has(code))).toEqual([]);
    expect([...new Set(left)].sort()).toEqual([...leftOver].sort());
  });
});
