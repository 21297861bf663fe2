import { expect, test } from "vitest";
import { inOrder, renderNext } from "../../src/cli/plan/plan.js";

test("what the trial needs, the trial, what real use needs, what can wait; equal ones as they were added", () => {
  const steps = [
    { line: "later", time: "later" },
    { line: "register", time: "then" },
    { line: "try", time: "trial" },
    { line: "tables", time: "before" },
    { line: "fill in", time: "then" },
    { line: "install", time: "install" },
  ] as const;
  expect(inOrder(steps)).toEqual(["install", "tables", "try", "register", "fill in", "later"]);
});

test("five next steps at most, the others below them; nothing where there is none", () => {
  expect(renderNext(["a", "b", "c", "d", "e", "f", "g"])).toBe(
    "\nNext:\n  1. a\n  2. b\n  3. c\n  4. d\n  5. e\nLater:\n  - f\n  - g",
  );
  expect(renderNext(["a", "b", "c", "d", "e"])).not.toContain("Later");
  expect(renderNext([])).toBe("");
  expect(renderNext(["a"], "apps/web")).toBe("\nNext, in apps/web:\n  1. a");
  expect(renderNext([], "apps/web")).toBe("");
});
