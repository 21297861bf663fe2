import { expect } from "vitest";
import { group } from "./group.js";
import { locationOf, origin, sessionCookie, signedIn, Stage } from "./stage.js";

const notLinked = `${origin}/auth/signin?error=OAuthAccountNotLinked`;

group("oauth", {
  "OAUTH-41": async () => {
    for (const claims of [
      { email_verified: false },
      { email_verified: true },
      { email_verified: undefined },
    ]) {
      const stage = new Stage({ store: {} });
      // Planted by somebody who does not own the address, or made by another way of signing in.
      const planted = { id: "planted", email: "olga@example.com", emailVerified: null, name: "Planted" };
      stage.store.users.set("planted", planted);
      stage.fake.faults.claims = (given) => ({ ...given, ...claims });
      const browser = stage.browser();
      expect(locationOf(await stage.oauth(browser))).toBe(notLinked);
      expect(stage.store.accounts).toEqual([]);
      expect(stage.store.users.get("planted")).toEqual(planted);
      expect(browser.has(sessionCookie)).toBe(false);
    }
  },

  // Refreshing is the work of the user's `jwt` callback; two requests at once run it twice. What is ours: the one
  // that comes too late at the provider costs its own answer, never the session.
  "OAUTH-53": async () => {
    let refreshToken = "rt-1";
    const spend = async (given: unknown) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (given !== refreshToken) throw new Error("invalid_grant");
      refreshToken = `rt-${Math.random()}`;
      return refreshToken;
    };
    let isDue = false;
    const { stage, browser } = await signedIn({
      config: {
        callbacks: {
          jwt: async ({ token, trigger }) =>
            trigger === "signIn"
              ? { ...token, refresh: "rt-1" }
              : isDue
                ? { ...token, refresh: await spend(token["refresh"]) }
                : token,
        },
      },
    });
    isDue = true;
    const answers = await Promise.all([browser.send("/auth/session"), browser.send("/auth/session")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500]);
    const late = answers.find(({ status }) => status === 500)!;
    expect(late.headers.getSetCookie()).toEqual([]);
    expect((await browser.session())?.user?.["name"]).toBe("Bob");
    expect(stage.errors()).toEqual(["JWTSessionError"]);
  },
});
