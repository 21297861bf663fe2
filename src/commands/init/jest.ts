/** What tests of Jest that import the app need: said by `auth init`, for when there are such tests. */
import { jestFile, jestLine } from "../../cli/project/jest.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** The lines, unless the configuration has them, or the tests run as ES modules. */
export function noteJest(builder: PlanBuilder): void {
  const { facts } = builder;
  const file = jestFile(facts);
  if (file === undefined) return;
  builder.next(
    `Tests that import the app: Jest loads no ES modules. In ${file}, ${jestLine}, beside a transform of .js files: docs/guides/testing.md of the package, "With Jest"`,
    "later",
  );
}
