/** What is recorded of the life of a user: each change where it was written, and nothing secret. */
import { expect, it } from "vitest";
import { resolveConfig } from "../../../src/runtime/settings/resolve-config.js";
import type { RecordedEvent } from "../../../src/runtime/types/callbacks.js";
import { ada, right } from "../password/drive.js";
import { houseOf, idOf, strategies } from "./house.js";

it.each(strategies)("with %s sessions, each change is told, with its user", async (strategy) => {
  const app = houseOf({ strategy });
  const told: RecordedEvent[] = [];
  Object.assign(resolveConfig(app.config), { record: (event: RecordedEvent) => void told.push(event) });
  const actions = () => told.splice(0).map(({ action }) => action);

  const user = await app.withUser();
  const userId = await idOf(app);
  expect(told.every((event) => event.userId === userId)).toBe(true);
  expect(actions()).toEqual(["password.set"]);

  const token = await user.askReset();
  const other = "another passphrase of hers";
  await app.browser().form("reset", { token, password: other });
  expect(actions()).toEqual(["password.reset", "sessions.ended"]);

  const again = app.browser();
  await again.signIn(ada, other);
  await again.form("change", { current: other, password: right });
  expect(actions()).toEqual(["password.changed", "sessions.ended"]);

  const { linkAccount } = app.config.adapter!;
  await linkAccount!({ userId, type: "oauth", provider: "other", providerAccountId: "1" });
  const last = app.browser();
  await last.signIn(ada, right);
  // A removal ends the other sessions before the way goes, and once more behind it.
  const sent = { csrfToken: await last.csrfToken(), provider: "other", providerAccountId: "1" };
  await last.post("/auth/account/unlink", sent);
  expect(actions()).toEqual(["sessions.ended", "account.unlinked", "sessions.ended"]);

  await last.post("/auth/account/delete", { csrfToken: await last.csrfToken(), confirm: "delete" });
  const deleted = told.splice(0);
  expect(deleted.map(({ action }) => action)).toEqual(["sessions.ended", "sessions.ended", "user.deleted"]);
  expect(JSON.stringify(deleted)).not.toContain(ada);
});
