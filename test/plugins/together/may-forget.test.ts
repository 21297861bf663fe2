/** A plugin may keep a user: nothing is written then, at the click and when a planned deletion is due. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { account, deleteDueUsers } from "../../../src/runtime/plugins/account/index.js";
import { definePlugin } from "../../../src/runtime/plugins/host/define-plugin.js";
import { PasswordApp } from "../password/drive.js";
import { idOf } from "./house.js";

afterEach(() => void vi.useRealTimers());

type MayForget = () => Promise<string | undefined>;

interface Kept {
  mayForget: MayForget;
  readonly onDelete: ReturnType<typeof vi.fn<() => void>>;
}

async function houseThat(mayForget: MayForget, deleteAfterDays = 0) {
  const kept: Kept = { mayForget, onDelete: vi.fn<() => void>() };
  const keeper = definePlugin({
    id: "keeper",
    messages: { "kept-last-owner": "You are the last owner of Acme: hand it over first." },
    mayForget: () => kept.mayForget(),
  });
  const app = new PasswordApp({ strategy: "jwt" });
  const more = [account({ deleteAfterDays, onDelete: kept.onDelete }), keeper];
  app.config.plugins = [...(app.config.plugins ?? []), ...more];
  const user = await app.withUser();
  const userId = await idOf(app);
  const remove = async (headers: Record<string, string> = {}) =>
    user.send("/auth/account/delete", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ csrfToken: await user.csrfToken(), confirm: "delete" }),
    });
  const isThere = async () => (await app.config.adapter!.getUser!(userId)) !== null;
  return { app, user, kept, remove, isThere };
}

describe.each([0, 3])("with deleteAfterDays: %i, a user whom a plugin keeps", (days) => {
  it("stays, signed in, and is told why", async () => {
    const { user, kept, remove, isThere } = await houseThat(async () => "last-owner", days);
    const page = await remove({ accept: "text/html" });
    expect(page.status).toBe(400);
    expect(await page.text()).toContain("You are the last owner of Acme");
    const data = await remove({ accept: "application/json" });
    expect(data.status).toBe(409);
    expect(await data.json()).toMatchObject({ error: "last-owner" });
    expect(kept.onDelete).not.toHaveBeenCalled();
    expect(await isThere()).toBe(true);
    expect(await user.isSignedIn()).toBe(true);
  });

  it.each([
    ["throws", () => Promise.reject(new Error("the store is down"))],
    ["does not answer", () => new Promise<undefined>(() => undefined)],
  ])("stays where the plugin %s", async (_name, mayForget) => {
    const { user, kept, remove, isThere } = await houseThat(mayForget, days);
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout"],
      shouldAdvanceTime: true,
      advanceTimeDelta: 2000,
    });
    await remove({ accept: "application/json" });
    vi.useRealTimers();
    expect(kept.onDelete).not.toHaveBeenCalled();
    expect(await isThere()).toBe(true);
    expect(await user.isSignedIn()).toBe(true);
  });
});

it("is asked again when the deletion is due, and stays due until the plugin lets go", async () => {
  const { app, kept, remove, isThere } = await houseThat(async () => undefined, 3);
  expect((await remove()).status).toBe(302);
  kept.mayForget = async () => "last-owner";
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3.5 * 24 * 3_600_000 });
  expect(await deleteDueUsers(app.config, kept.onDelete)).toBe(0);
  expect(await isThere()).toBe(true);
  expect(kept.onDelete).not.toHaveBeenCalled();
  kept.mayForget = async () => undefined;
  expect(await deleteDueUsers(app.config, kept.onDelete)).toBe(1);
  expect(await isThere()).toBe(false);
});
