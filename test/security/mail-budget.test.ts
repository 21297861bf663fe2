/** How many mails go to one address, and who may still ask when strangers have used the budget up. */
import { describe, expect, it } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { handle } from "../../src/runtime/handler.js";
import { cutUrl, fromWebRequest, toWebResponse } from "../../src/runtime/http/web.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import { siteAt } from "../../src/runtime/settings/origin.js";
import { resolveConfig } from "../../src/runtime/settings/resolve-config.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { csrf } from "../accounts/stage.js";
import { Browser, secret } from "../support/browser.js";

const ada = "ada@example.com";

/** An app that sees the addresses of its clients. */
function appOf() {
  const links: string[] = [];
  const config: AuthConfig = {
    secret,
    trustHost: true,
    adapter: MemoryAdapter(),
    plugins: [password({ sendMail: () => undefined })],
    providers: [
      { id: "email", name: "E", type: "email", sendVerificationRequest: ({ url }) => void links.push(url) },
    ],
    logger: { error: () => undefined, warn: () => undefined },
  };
  const resolved = resolveConfig(config);
  const browserAt = (clientAddress: string | undefined) =>
    new Browser(async (request) => {
      const site = siteAt(resolved, cutUrl(request.url).origin);
      const read = fromWebRequest(request, site.basePath);
      Object.defineProperty(read, "clientAddress", { value: clientAddress });
      return toWebResponse(await handle({ resolved, site, request: read }));
    });
  return { links, browserAt };
}

async function ask(browser: Browser, path = "signin/email", email = ada): Promise<number> {
  const answer = await browser.post(`/auth/${path}`, { csrfToken: await csrf(browser), email });
  return answer.status;
}

async function statusesOf(browser: Browser, count: number, path?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += 1) statuses.push(await ask(browser, path));
  return statuses;
}

describe("mails to one address", () => {
  it("L1: ten in ten minutes, four of them by one client; an IPv6 network is one client", async () => {
    const { browserAt } = appOf();
    expect(await statusesOf(browserAt("203.0.113.1"), 5)).toEqual([302, 302, 302, 302, 429]);
    expect(await statusesOf(browserAt("2001:db8:1:2::1"), 3)).toEqual([302, 302, 302]);
    expect(await statusesOf(browserAt("2001:db8:1:2:ffff::9"), 2)).toEqual([302, 429]);
    expect(await statusesOf(browserAt("203.0.113.2"), 3)).toEqual([302, 302, 429]);
    expect(await ask(browserAt("203.0.113.1"), "signin/email", "eve@example.com")).toBe(302);
  });

  it.each([undefined, "198.51.100.7"])(
    "L1: three more from a browser in which the address has signed in, for all ways alike (client %s)",
    async (client) => {
      const { links, browserAt } = appOf();
      const owner = browserAt(client);
      await ask(owner);
      expect((await owner.send(links[0]!)).status).toBe(302);
      expect(owner.has("authjs.known-browser")).toBe(true);
      for (const stranger of ["203.0.113.1", "203.0.113.2", "203.0.113.3"])
        await statusesOf(browserAt(stranger), 4);
      expect(await ask(browserAt("203.0.113.9"))).toBe(429);
      expect(await ask(browserAt("203.0.113.9"), "password/forgot")).toBe(429);
      expect([await ask(owner), await ask(owner, "password/forgot"), await ask(owner)]).toEqual([
        302, 200, 302,
      ]);
      expect([await ask(owner), await ask(owner, "password/forgot")]).toEqual([429, 429]);
      // A browser that knows one address has nothing of another one's.
      for (const stranger of ["203.0.113.1", "203.0.113.2", "203.0.113.3"])
        for (let at = 0; at < 4; at += 1) await ask(browserAt(stranger), "signin/email", "eve@example.com");
      expect(await ask(owner, "signin/email", "eve@example.com")).toBe(429);
    },
  );

  it("L1: the page says when the next may be asked for", async () => {
    const { browserAt } = appOf();
    const browser = browserAt("203.0.113.1");
    await statusesOf(browser, 4);
    const fields = { csrfToken: await csrf(browser), email: ada };
    const answer = await browser.post("/auth/signin/email", fields);
    const seconds = Number(answer.headers.get("retry-after"));
    expect([seconds > 590, seconds <= 600, answer.status]).toEqual([true, true, 429]);
    expect(await answer.text()).toContain("Wait 10 minutes");
  });
});
