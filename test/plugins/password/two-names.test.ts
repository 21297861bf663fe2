/** Users with a user name have two names to be tried by, and one budget of tries. */
import { describe, expect, test } from "vitest";
import { tryCounters } from "../../../src/runtime/flows/tries.js";
import { createThrottle } from "../../../src/runtime/security/throttle.js";
import { memoryStore } from "../../../src/runtime/shared-store/memory.js";
import { ada, PasswordApp, right, type User } from "./drive.js";

const tooMany = 429;

/** @returns how many of so many guesses were looked at */
async function guess(user: User, name: string, times: number): Promise<number> {
  let looked = 0;
  for (let at = 0; at < times; at += 1)
    if ((await user.signIn(name, `wrong ${name} ${at}`)).status !== tooMany) looked += 1;
  return looked;
}

async function appWithNames() {
  const app = new PasswordApp({ options: { userNames: "required" } });
  const owner = await app.withUser(ada, right, { userName: "ada.l" });
  return { app, owner };
}

describe("tries of a user with two names", () => {
  test("TR-16: are counted together", async () => {
    const { app } = await appWithNames();
    const thief = app.browser();
    expect(await guess(thief, "ada.l", 12)).toBe(12);
    expect(await guess(thief, ada, 12)).toBe(8);
    expect(await guess(thief, "ADA.L", 3)).toBe(0);
    expect((await thief.signIn(ada, right)).status).toBe(tooMany);
  });

  test("TR-16: do not keep the owner out of a browser that is known", async () => {
    const { app, owner } = await appWithNames();
    await owner.signIn(ada, right);
    await owner.signIn("ada.l", right);
    expect(await guess(app.browser(), "ada.l", 25)).toBe(20);
    for (const name of [ada, "ada.l"]) expect((await owner.signIn(name, right)).status).toBe(302);
    expect(await owner.isSignedIn()).toBe(true);
  });

  test("TR-16: are counted once for their client", async () => {
    const throttle = createThrottle(tryCounters(memoryStore()), ["secret"], {
      credentials: { perClient: 2 },
    });
    const wrong = () => Promise.reject(new Error("wrong"));
    const clientAddress = "203.0.113.7";
    const fail = (at: number, isCounted: boolean) =>
      throttle
        .attempt({ provider: "p", identifiers: [`name ${at}`], clientAddress, isCounted }, wrong, () => true)
        .catch(({ message }: Error) => message);
    for (let at = 0; at < 5; at += 1) expect(await fail(at, true)).toBe("wrong");
    expect([await fail(6, false), await fail(7, false)]).toEqual(["wrong", "wrong"]);
    expect(await fail(8, false)).toContain("Too many");
  });

  test("of nobody end at the same number", async () => {
    const { app } = await appWithNames();
    expect(await guess(app.browser(), "nobody.here", 25)).toBe(20);
    expect(await guess(app.browser(), "ada.l", 25)).toBe(20);
  });
});
