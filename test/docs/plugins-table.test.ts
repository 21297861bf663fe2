import { expect, test } from "vitest";
import { readPassed, readPluginPage, tableOfPassed } from "../e2e/plugin-results.js";

test("docs/plugins/README.md shows the rows that passed", () => {
  expect(readPluginPage().table).toBe(tableOfPassed(readPassed()));
});
