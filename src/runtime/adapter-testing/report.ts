/** The whole kit at once, and what came of it as a table. */
import type { Adapter } from "../types/adapter.js";
import { reasonOf } from "./at-once.js";
import type { ConformanceOptions } from "./check.js";
import { conformance } from "./conformance.js";
import { groups } from "./groups.js";

/** A check that a store did not pass. */
export interface Failure {
  /** The name of the check. */
  readonly name: string;
  /** What was expected, or the first line of the error. */
  readonly reason: string;
}

/** What became of one group of checks. */
export interface GroupResult {
  /** Its name, such as "races". */
  readonly group: string;
  /** How many checks the store passed. */
  readonly passed: number;
  /** Checks that the store did not pass, and why. */
  readonly failures: readonly Failure[];
  /** Checks that could not be asked: a method is missing, or an option of the kit. */
  readonly notAsked: number;
}

/** What became of the whole kit. */
export interface ConformanceReport {
  /** In the order in which they ran. */
  readonly groups: readonly GroupResult[];
  /** How long it took, in milliseconds. */
  readonly milliseconds: number;
}

/**
 * Runs the whole kit, one check after the other.
 *
 * @param adapter a store on tables that nobody else writes to
 * @param options as for `conformance`
 * @returns each group with what failed in it; it does not throw when a store fails
 * @example console.log(renderReport(await runConformance(adapter)));
 */
export async function runConformance(
  adapter: Adapter,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  const checks = conformance(adapter, options);
  const start = performance.now();
  const results: GroupResult[] = [];
  for (const { name: group, checks: all } of groups) {
    const own = checks.filter((check) => check.group === group);
    const failures: { name: string; reason: string }[] = [];
    for (const check of own)
      await check.run().catch((thrown: unknown) => {
        failures.push({ name: check.name, reason: reasonOf(thrown) });
      });
    results.push({
      group,
      passed: own.length - failures.length,
      failures,
      notAsked: all.length - own.length,
    });
  }
  return { groups: results, milliseconds: Math.round(performance.now() - start) };
}

/**
 * A report as a table in Markdown, and a list of what failed.
 *
 * @param report of `runConformance`
 * @example writeFileSync("store.md", renderReport(report));
 */
export function renderReport({ groups: results, milliseconds }: ConformanceReport): string {
  const rows = results.map(
    ({ group, passed, failures, notAsked }) => `| ${group} | ${passed} | ${failures.length} | ${notAsked} |`,
  );
  const failed = results.flatMap(({ group, failures }) =>
    failures.map(({ name, reason }) => `- ${group}: ${name}. ${reason}`),
  );
  const table = ["| group | passed | failed | not asked |", "|---|---|---|---|", ...rows];
  const time = `${milliseconds} ms`;
  return [...table, "", time, ...(failed.length > 0 ? ["", ...failed] : []), ""].join("\n");
}
