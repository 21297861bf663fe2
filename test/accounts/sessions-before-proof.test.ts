/** Which sessions of the database a proof of the address ends: those of before it, to the millisecond. */
import { beforeEach, describe, expect, test } from "vitest";
import Discord from "../../src/providers/discord.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { after, Stage, stores } from "./stage.js";

/** The same method, but that it takes its time. */
const slowly = <Method extends (...args: never[]) => unknown>(method: Method, ms: number): Method =>
  (async (...args: never[]) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return method(...args);
  }) as unknown as Method;

describe.each(Object.keys(stores))("over %s", (kind) => {
  let adapter: Adapter;
  let stage: Stage;
  beforeEach(async () => {
    adapter = await stores[kind]!();
    stage = new Stage({
      adapter,
      op: { emailVerified: Discord({}).emailVerified },
      more: { session: { strategy: "database", updateAge: 0 } },
    });
  });
  const stranger = async () => {
    const browser = stage.browser();
    expect(await stage.oauth({ verified: false }, browser)).toBe(after);
    return browser;
  };

  test("TR-07: a session of the moment before the proof ends, and the one of the proof goes on", async () => {
    const before = [await stranger(), await stranger(), await stranger()];
    const owner = stage.browser();
    expect(await stage.mail(owner)).toBe(after);
    for (const browser of before) {
      expect(await browser.session()).toBeNull();
      expect(await browser.session()).toBeNull();
    }
    for (let round = 0; round < 3; round++) expect(await owner.session()).not.toBeNull();
    const again = stage.browser();
    expect(await stage.mail(again)).toBe(after);
    expect(await again.session()).not.toBeNull();
  });

  test("TR-07: of many reads at once none gets through", async () => {
    const before = await stranger();
    const cookie = before.cookies.get("authjs.session-token")!;
    await stage.mail();
    const slow = new Stage({
      adapter: {
        ...adapter,
        useVerificationToken: slowly(adapter.useVerificationToken!, 2),
        deleteSession: slowly(adapter.deleteSession!, 20),
      },
      more: { secret: stage.config.secret!, session: stage.config.session! },
    });
    const copies = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const copy = slow.browser();
        copy.cookies.set("authjs.session-token", cookie);
        return copy.session();
      }),
    );
    expect(copies.filter((session) => session !== null)).toEqual([]);
  });

  test("TR-07: an extension that was under way at the proof keeps nobody", async () => {
    const before = await stranger();
    const slow = stage.browser({ updateSession: slowly(adapter.updateSession!, 2500) });
    for (const [name, value] of before.cookies) slow.cookies.set(name, value);
    const reading = slow.session();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await stage.mail();
    expect(await reading).not.toBeNull();
    expect(await slow.session()).toBeNull();
  });

  test("TR-07: a sign-in that did not see the proof does not outlive it", async () => {
    await stranger();
    const late = stage.browser({ createSession: slowly(adapter.createSession!, 100) });
    const signingIn = stage.oauth({ verified: false }, late);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await stage.mail();
    await signingIn;
    expect(await late.session()).toBeNull();
  });
});
