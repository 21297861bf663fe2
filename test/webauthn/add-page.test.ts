/** Where somebody who is signed in adds a passkey, and what stands in front of it. */
import { describe, expect, it, vi } from "vitest";
import { People, strategies } from "../plugins/account/people.js";
import { locationOf, origin } from "../support/browser.js";
import { csrf } from "../plugins/stage.js";
import type { Ceremony } from "./authenticator.js";

const here = "/auth/signin?add=webauthn&callbackUrl=/after";
const title = "<h1>Add a passkey</h1>";
const later = 11 * 60_000;

describe.each(strategies)("F-03: with %s sessions, the page that adds a passkey", (strategy) => {
  it("is there for who is signed in, without any plugin; others sign in first and come back", async () => {
    const people = new People(strategy, {}, { plugins: [] });
    const ada = await people.signIn();
    const page = await (await ada.send(here)).text();
    expect(page).toContain(title);
    expect(page).toContain('data-action="register"');
    expect(page).toContain('action="http://localhost:3000/auth/callback/webauthn"');
    const asked = new URL(locationOf(await people.browser().send(here)));
    expect(asked.pathname).toBe("/auth/signin");
    expect(asked.searchParams.get("callbackUrl")).toMatch(/\/auth\/signin\?add=webauthn&callbackUrl=/);
  });

  it("asks for a sign-in of just now where a plugin does, and comes back to itself", async () => {
    const people = new People(strategy);
    const ada = await people.signIn();
    expect(await (await ada.send(here)).text()).toContain(title);
    vi.useFakeTimers({ now: Date.now() + later, toFake: ["Date"] });
    const stale = new URL(locationOf(await ada.send(here)));
    expect(stale.searchParams.get("error")).toBe("SessionRequired");
    expect(stale.searchParams.get("callbackUrl")).toContain("add=webauthn");
  });

  it("is no page of other providers, nor of one that is not there", async () => {
    const people = new People(strategy, {}, { plugins: [] });
    const ada = await people.signIn();
    for (const id of ["op", "email", "nothing", "__proto__"])
      expect(await (await ada.send(`/auth/signin?add=${id}`)).text()).not.toContain(title);
  });

  it("a new passkey is called as the browser, in which it was made, and keeps the name it is given", async () => {
    const people = new People(strategy);
    const ada = await people.signIn();
    const headers = { "user-agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/17 Safari/605.1" };
    const options = await ada.send("/auth/webauthn-options/webauthn?action=register");
    const answer = people.stage.device.answer((await options.json()) as Ceremony);
    const body = new URLSearchParams({
      ...(await csrf(ada)),
      callbackUrl: `${origin}/auth/account?passkey=added`,
      ...answer,
    });
    const done = await ada.send("/auth/callback/webauthn", { method: "POST", body, headers });
    expect(locationOf(done)).toBe(`${origin}/auth/account?passkey=added`);
    const passkeysOf = async () => {
      const shown = await ada.send("/auth/account", { headers: { accept: "application/json" } });
      return ((await shown.json()) as { passkeys: { id: string; name: string | null }[] }).passkeys;
    };
    const [passkey] = await passkeysOf();
    expect(passkey?.name).toBe("Safari on macOS");
    const page = await (await ada.send("/auth/account?passkey=added")).text();
    expect(page).toContain("Passkey added");
    expect(await (await ada.send("/auth/account")).text()).not.toContain("Passkey added");
    await ada.post("/auth/account/passkey-name", {
      ...(await csrf(ada)),
      id: passkey?.id ?? "",
      name: "Blue",
    });
    const again = await ada.send("/auth/webauthn-options/webauthn?action=authenticate");
    await ada.post("/auth/callback/webauthn", people.stage.device.answer((await again.json()) as Ceremony));
    expect((await passkeysOf())[0]?.name).toBe("Blue");
  });

  it("the account page leads back to the app, and says that nothing is linked only where nothing signs in", async () => {
    const people = new People(strategy);
    const ada = await people.signIn();
    const page = await (await ada.send("/auth/account")).text();
    expect(page).toMatch(/<a class="muted" href="http:\/\/localhost:3000">/);
    expect(page).not.toContain("No account is linked");
  });

  it("who has no passkey is told of none that was added", async () => {
    const people = new People(strategy);
    const ada = await people.signIn();
    const page = await (await ada.send("/auth/account?passkey=added")).text();
    expect(page).not.toContain("Passkey added");
    expect(page).toContain("Next time you sign in with your finger");
  });
});
