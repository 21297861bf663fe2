/** `signOut` of Next.js, and the client's, beside the endpoints that they lead to. */
import { beforeEach, expect, test, vi } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { FrameworkAuth } from "../../src/runtime/integrations/next/index.js";
import { locationOf, origin } from "../support/browser.js";
import "../support/fresh-memory.js";
import { formOn, PathBrowser, stage } from "./visit.js";

/** What the request of the server action carries, and the cookies that it sets. */
const incoming = new Headers();
const set: { name: string; value: string; options: { path?: string; maxAge?: number } }[] = [];
vi.mock("next/headers", () => ({
  headers: () => Promise.resolve(incoming),
  cookies: () =>
    Promise.resolve({
      set: (name: string, value: string, options: object) => void set.push({ name, value, options }),
    }),
}));
beforeEach(() => {
  set.length = 0;
  for (const name of Array.from(incoming.keys())) incoming.delete(name);
});

test.each(["jwt", "database"] as const)(
  "a server function ends the session and gives the address of the page, with %s sessions",
  async (strategy) => {
    const { config, fake } = stage({ adapter: MemoryAdapter(), session: { strategy }, basePath: "/auth" });
    const { handlers, signOut } = FrameworkAuth(config as never);
    const browser = new PathBrowser((request) => {
      request.headers.set("host", "localhost:3000");
      request.headers.set("x-forwarded-proto", "http");
      const nextUrl = new URL(request.url);
      const method = request.method === "GET" ? "GET" : "POST";
      return handlers[method](Object.assign(request, { nextUrl }) as never);
    });
    await browser.signIn(fake);
    expect(await browser.isSignedIn()).toBe(true);
    // An action at /account: the hint is below the sign-out, and does not come along.
    incoming.set("host", "localhost:3000");
    incoming.set("x-forwarded-proto", "http");
    incoming.set("cookie", browser.cookieHeader("/account"));
    expect(incoming.get("cookie")).not.toContain("sign-out-hint");

    const address = await signOut({ federated: true, redirect: false, redirectTo: "/bye" });
    expect(address).toMatch(/^http:\/\/localhost:3000\/auth\/signout\/federated\/oidc\?state=[\w.-]+$/);
    for (const { name, value, options } of set)
      browser.keep([
        `${name}=${value}; Path=${options.path ?? "/"}${options.maxAge === 0 ? "; Max-Age=0" : ""}`,
      ]);
    expect(await browser.isSignedIn()).toBe(false);

    expect(await browser.isSignedIn()).toBe(false);

    const { fields } = formOn(await (await browser.send(address)).text());
    expect(fields["id_token_hint"]).toBeDefined();
    const back = await browser.send(`/auth/signout/return/oidc?state=${fields["state"]}`);
    expect(locationOf(back)).toBe(`${origin}/bye`);
    // Without the option it is the address that was asked for.
    expect(await signOut({ redirect: false, redirectTo: "/bye" })).toBe(`${origin}/bye`);
    // Good once.
    expect(locationOf(await browser.send(address))).toContain("error");
  },
);
