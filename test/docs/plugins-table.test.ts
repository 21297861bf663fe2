import { expect, test } from "vitest";
import { backOffices, teams, walkedApps } from "../e2e/plugin-results.js";

test.each([
  ["docs/plugins/README.md", walkedApps],
  ["docs/plugins/organizations.md", teams],
  ["docs/plugins/admin.md", backOffices],
])("%s shows the rows that passed", (_page, table) => {
  expect(table.shown()).toBe(table.made());
});
