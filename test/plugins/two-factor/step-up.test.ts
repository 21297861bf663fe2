/** The factor in a session: what `require({ factor })` asks for, and what does not stand in for it. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { sessionTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import { locationOf, origin } from "../../support/browser.js";
import {
  challenge,
  codeOf,
  send,
  stageWith,
  withFactor,
  byMail,
  vault,
  confirmPath,
  guarded,
  mailUser,
} from "./visit.js";

afterEach(() => void vi.useRealTimers());

describe.each(["jwt", "database"] as const)(
  "require({ factor }) with sessions of strategy %s",
  (strategy) => {
    const session: AuthConfig["session"] = { strategy };

    it("asks a session from before the factor was set up, and leads back", async () => {
      const stage = stageWith({}, { session });
      const browser = guarded(stage, 300);
      const secret = await withFactor(stage, await mailUser(stage, browser));
      expect(await vault(browser)).toBe(confirmPath);
      const page = await (await browser.send(confirmPath)).text();
      expect(page).toContain('autocomplete="one-time-code"');
      const code = await codeOf(secret);
      const answer = await send(browser, "/two-factor/confirm", { code, callbackUrl: "/vault" });
      expect(locationOf(answer)).toBe(`${origin}/vault`);
      expect(await vault(browser)).toBe("open");
      // The endpoint that lets a session live on keeps it.
      expect(await browser.session()).not.toBeNull();
      expect(await vault(browser)).toBe("open");
      await browser.post("/auth/session", { csrfToken: "" });
      expect(await vault(browser)).toBe("open");
    });

    it("P1: goes on where session.generateSessionToken is asynchronous", async () => {
      let made = 0;
      const generateSessionToken = (async () => `token-${++made}`) as unknown as () => string;
      const stage = stageWith({}, { session: { ...session, generateSessionToken } });
      const browser = guarded(stage, 300);
      const secret = await withFactor(stage, await mailUser(stage, browser));
      await send(browser, "/two-factor/confirm", { code: await codeOf(secret), callbackUrl: "/vault" });
      expect(await vault(browser)).toBe("open");
      expect([...stage.store.rows.sessions.values()].map(({ sessionToken }) => sessionToken)).not.toContain(
        "[object Promise]",
      );
      expect([...browser.cookies.values()].join()).not.toContain("Promise");
    });

    it("lets in who has just signed in with it, until it is too long ago", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      const stage = stageWith({}, { session });
      const secret = await withFactor(stage, await mailUser(stage, stage.browser()));
      const browser = guarded(stage, 300);
      expect(await byMail(stage, browser)).toBe(challenge);
      await send(browser, "/two-factor", { code: await codeOf(secret) });
      expect(await vault(browser)).toBe("open");
      vi.setSystemTime(Date.now() + 299_000);
      expect(await vault(browser)).toBe("open");
      vi.setSystemTime(Date.now() + 3000);
      expect(await vault(browser)).toBe(confirmPath);
    });

    it("answers a fetch with 401 and where to go", async () => {
      const stage = stageWith({}, { session });
      const browser = guarded(stage);
      await mailUser(stage, browser);
      const answer = await browser.send("/vault", { headers: { accept: "application/json" } });
      expect([answer.status, await answer.json()]).toEqual([
        401,
        {
          error: "factor",
          message: "Confirm with your second factor first",
          url: `${origin}/auth/two-factor/confirm`,
        },
      ]);
    });

    it("takes no answer of another site for the way back, and no session of another user", async () => {
      const stage = stageWith({}, { session });
      const browser = guarded(stage);
      const secret = await withFactor(stage, await mailUser(stage, browser));
      const code = await codeOf(secret);
      const answer = await send(browser, "/two-factor/confirm", {
        code,
        callbackUrl: "https://evil.example/",
      });
      expect(locationOf(answer)).toBe(origin);
      const stranger = guarded(stage);
      expect(locationOf(await stranger.send(confirmPath))).toContain("/auth/signin?callbackUrl=");
      const form = { code: await codeOf(secret, 1) };
      expect(locationOf(await send(stranger, "/two-factor/confirm", form))).toContain("/auth/signin");
      expect(await stranger.session()).toBeNull();
    });

    it("is 503 while its store is down, and is not passed", async () => {
      const stage = stageWith({}, { session });
      const records = stage.store.records!;
      let isDown = false;
      const adapter = {
        ...stage.store,
        records: (table: Parameters<typeof records>[0]) =>
          isDown && table === sessionTable
            ? ({ find: () => Promise.reject(new Error("down")) } as never)
            : records(table),
      };
      Object.assign(stage.config, { adapter });
      const browser = guarded(stage);
      await mailUser(stage, browser);
      isDown = true;
      const { status } = await browser.send("/vault", { headers: { accept: "application/json" } });
      expect(status).toBe(strategy === "database" ? 503 : 401);
    });
  },
);

describe("a session token", () => {
  // As many apps do: what the client sends becomes a part of the token.
  const callbacks: AuthConfig["callbacks"] = {
    jwt: ({ token, trigger, session }) =>
      trigger === "update" ? Object.assign(token, session as object) : token,
  };
  const forged = [
    {
      "authwright.factor": { amr: ["otp", "mfa"], at: Math.floor(Date.now() / 1000), proof: "0".repeat(64) },
    },
    { "authwright.factor": { amr: ["otp"], at: Math.floor(Date.now() / 1000) } },
    { amr: ["mfa"], factor: true, auth_time: 9_999_999_999 },
  ];
  it.each(forged)("does not get the factor by an update of the session: %j", async (data) => {
    const stage = stageWith({}, { callbacks });
    const browser = guarded(stage);
    await withFactor(stage, await mailUser(stage, browser));
    const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    const answer = await browser.send("/auth/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, data }),
    });
    expect(answer.status).toBe(200);
    expect(await vault(browser)).toBe(confirmPath);
  });
});
