/** What doctor finds in a worker: what it finds in any Hono app, and flags that are missing. */
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { textOf, type Survey } from "../../../cli/findings/survey.js";
import { checkHonoNode } from "../hono-node/checks.js";
import { packageType } from "./plan.js";
import { flagAdvice, planFlags, wranglerFile } from "./wrangler-file.js";

export const checkHonoWorkers = (all: Survey): readonly Finding[] => [
  ...checkHonoNode({ ...all, facts: { ...all.facts, moduleType: packageType } }),
  ...(all.auth ? checkFlags(all) : []),
];

/** Without the flag, no variable reaches the worker. */
function checkFlags({ facts }: Survey): readonly Finding[] {
  const path = wranglerFile(facts.files);
  if (path === undefined) return [];
  const result = planFlags(textOf(facts, path), path);
  if (result.kind === "manual") {
    const fix = flagAdvice(result.why, path);
    return [finding("AUTH_D_WORKER_FLAGS", { path, line: result.line, fix })];
  }
  const { edits } = result;
  if (edits.length === 0) return [];
  const repair = { kind: "splice", file: path, edits } as const;
  return [finding("AUTH_D_WORKER_FLAGS", { path, line: 1, repair })];
}
