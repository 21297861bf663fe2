/** Drives a scenario once whole, then once per call with a fault there: before or after, never between. */
import { rmSync } from "node:fs";
import { expect } from "vitest";
import { runMain } from "../support/cli.js";
import { breakFs, type Fault } from "../support/faulty-fs.js";
import { reset, secretsOf, stage, treeOf, type Scenario } from "./scenarios.js";

const never = Number.POSITIVE_INFINITY;
/** About how many calls fail where they are spread. */
const spreadOver = 10;

/**
 * @param kinds faults to try; `spread`: at some calls only, and one of them at each, in turn
 * @returns what was tried, in words
 */
export async function driveFaults(
  scenario: Scenario,
  kinds: readonly Omit<Fault, "at">[],
  { spread = false } = {},
): Promise<string> {
  const { args } = scenario;
  const { folder, dispose } = await stage(scenario);
  const origin = `${folder} origin`;
  reset(origin, folder);
  const known = secretsOf(folder);
  const before = treeOf(folder, known);
  const run = async (fault: Fault) => {
    const faulty = breakFs(folder, fault);
    const result = await runMain(folder, args).finally(() => faulty.restore());
    return { ...result, calls: faulty.calls(), failed: faulty.failed() };
  };
  try {
    const whole = await run({ at: never, code: "EIO", ...kinds[0] });
    // doctor ends with 1 when findings stay
    expect(whole.code, whole.stderr).toBe(args[0] === "doctor" ? 1 : 0);
    const after = treeOf(folder, known);
    expect(after).not.toEqual(before);
    const stride = spread ? Math.max(2, Math.floor(whole.calls / spreadOver)) : 1;
    let points = 0;
    for (const [turn, kind] of kinds.entries()) {
      for (let at = 1; at <= whole.calls; at += 1) {
        if (spread && at % (stride * kinds.length) !== stride * turn) continue;
        reset(folder, origin);
        const broken = await run({ at, ...kind });
        points += 1;
        const where = `${kind.code} at call ${at}: ${broken.failed}\n${broken.stderr}`;
        const tree = treeOf(folder, known);
        if (broken.code === whole.code && args[0] !== "doctor") {
          expect(tree, where).toEqual(after);
          continue;
        }
        const isAfter = JSON.stringify(tree) === JSON.stringify(after);
        if (!isAfter) {
          expect(tree, where).toEqual(before);
          expect(broken.code, where).toBe(1);
          expect(broken.stderr, where).toMatch(/Error: .+\n.+/);
          expect(broken.stderr, where).not.toContain("Unexpected failure");
        }
        const again = await runMain(folder, args);
        expect(treeOf(folder, known), `${where}\nnext run:\n${again.stderr}`).toEqual(after);
        expect(again.code, `${where}\nnext run:\n${again.stderr}`).toBe(whole.code);
      }
    }
    expect(points).toBeGreaterThan(8);
    return `${scenario.name}: ${points} faults at ${whole.calls} calls`;
  } finally {
    dispose();
    rmSync(origin, { recursive: true, force: true });
  }
}
