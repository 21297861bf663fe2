/** A challenge that was answered stays so, whatever strangers send meanwhile. */
import { expect, test, vi } from "vitest";
import { type Browser, locationOf, origin } from "../support/browser.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import { processMemory } from "../../src/runtime/settings/shared-stores.js";
import { csrf, Stage, ways } from "../plugins/stage.js";
import type { Ceremony } from "./authenticator.js";

const challengeCookie = "authjs.challenge";
const byNewPasskey = new Map(ways).get("a new passkey")!;
const optionsOf = async (browser: Browser): Promise<Ceremony> =>
  (await (await browser.send("/auth/webauthn-options/webauthn?action=authenticate")).json()) as Ceremony;

/** More than a memory keeps. */
const flood = 10_500;

test(
  "TR-17: strangers cannot make the process forget an answered challenge of a key that counts nothing",
  { timeout: 120_000 },
  async () => {
    const stage = new Stage({ plugins: [], throttle: false });
    await byNewPasskey(stage, stage.browser());
    const browser = stage.browser();
    const answer = stage.device.answer(await optionsOf(browser), { counter: 0 });
    const form = { ...(await csrf(browser)), ...answer, callbackUrl: "/after" };
    const captured = new Map(browser.cookies);
    expect(locationOf(await browser.post("/auth/callback/webauthn", form))).toBe(`${origin}/after`);
    const stranger = stage.browser();
    const wrong = JSON.stringify({ id: "AAAA", response: {} });
    // What the requests below write, without their work: sign-ins that came back with a state of their own.
    const { spent } = resolveConfigWithEnv(stage.config);
    for (let count = 0; count < flood; count += 1) await spent.spend("state", `state ${count}`, 900);
    const added = vi.spyOn(processMemory("challenge"), "add");
    for (let count = 0; count < 50; count += 1) {
      await optionsOf(stranger);
      const given = { action: "authenticate", data: wrong };
      expect(locationOf(await stranger.post("/auth/callback/webauthn", given))).toContain("error=");
    }
    expect(added).not.toHaveBeenCalled();
    const replay = stage.browser();
    for (const [name, value] of captured) replay.cookies.set(name, value);
    expect(replay.has(challengeCookie)).toBe(true);
    expect(locationOf(await replay.post("/auth/callback/webauthn", form))).toContain("error=Configuration");
    expect(await replay.session()).toBeNull();
  },
);
