import { expect, test } from "vitest";
import { teams, walkedApps } from "../e2e/plugin-results.js";

test.each([
  ["docs/plugins/README.md", walkedApps],
  ["docs/plugins/organizations.md", teams],
])("%s shows the rows that passed", (_page, table) => {
  expect(table.shown()).toBe(table.made());
});
