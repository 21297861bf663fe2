import { describe, expect, test, vi } from "vitest";
import Credentials from "../../src/providers/credentials.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { locationOf, origin } from "../support/browser.js";
import { coreApp } from "../support/browser.js";
import "../support/fresh-memory.js";
import { endingProvider, endpoint, formOn, PathBrowser, providerOf, stage, strategies } from "./visit.js";

const hint = "authjs.sign-out-hint";

describe.each(strategies)("sign-out at the provider, with %s sessions", (_strategy, more) => {
  test("the browser goes to the provider by a form, with its ID token, and comes back to where it was to go", async () => {
    const { browser, fake, seen } = stage(more());
    await browser.signIn(fake);
    expect(await browser.isSignedIn()).toBe(true);
    const kept = browser.cookies.get(hint);
    expect(kept?.line).toMatch(/; Path=\/auth\/signout; .*HttpOnly; SameSite=Lax/);

    const left = await browser.signOut();
    expect(left.status).toBe(302);
    expect(locationOf(left)).toMatch(
      /^http:\/\/localhost:3000\/auth\/signout\/federated\/oidc\?state=[\w.-]+$/,
    );
    expect(await browser.isSignedIn()).toBe(false);

    const page = await browser.send(locationOf(left));
    expect(page.status).toBe(200);
    expect(browser.cookies.has(hint)).toBe(false);
    const text = await page.text();
    const { action, fields } = formOn(text);
    expect(action).toBe(endpoint);
    expect(fields).toEqual({
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      client_id: "client-1",
      post_logout_redirect_uri: `${origin}/auth/signout/return/oidc`,
      state: expect.any(String),
    });
    expect(text).toContain('<button type="submit"');
    expect(page.headers.get("cache-control")).toContain("no-store");
    // No token stands in an address.
    expect([...seen.errors, locationOf(left), action].join()).not.toContain(fields["id_token_hint"]);

    const back = await browser.send(
      `/auth/signout/return/oidc?state=${encodeURIComponent(fields["state"] ?? "")}`,
    );
    expect([back.status, locationOf(back)]).toEqual([302, `${origin}/bye`]);
    expect([...browser.cookies.keys()].filter((name) => name.includes("sign-out"))).toEqual([]);
    expect(seen.errors).toEqual([]);
  });

  test("the page submits itself by a script with its nonce where a browser shows it", async () => {
    const { browser, fake } = stage(more());
    await browser.signIn(fake);
    const left = await browser.signOut();
    const page = await browser.send(locationOf(left), {
      headers: { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", accept: "text/html" },
    });
    const nonce = /script-src 'nonce-([0-9a-f]+)'/.exec(
      page.headers.get("content-security-policy") ?? "",
    )?.[1];
    expect(nonce).toBeDefined();
    expect(await page.text()).toMatch(
      new RegExp(`<script type="module" nonce="${nonce}">[^<]*requestSubmit`),
    );
  });

  test("a router that asks for the page by fetch, in front of the navigation, spends nothing", async () => {
    const { browser, fake, seen } = stage(more());
    await browser.signIn(fake);
    const address = locationOf(await browser.signOut());
    for (let times = 0; times < 2; times += 1) {
      const asked = await browser.send(address, { headers: { "sec-fetch-mode": "cors" } });
      expect([asked.status, asked.headers.getSetCookie(), await asked.text()]).toEqual([204, [], ""]);
    }
    const page = await browser.send(address, { headers: { "sec-fetch-mode": "navigate" } });
    expect(formOn(await page.text()).fields["id_token_hint"]).toBeDefined();
    expect(seen.errors).toEqual([]);
  });

  test("a provider that takes no POST gets no ID token: it would stand in the address", async () => {
    const { browser, fake } = stage(more(), { federatedSignOut: { method: "get" } });
    await browser.signIn(fake);
    const text = await (await browser.send(locationOf(await browser.signOut()))).text();
    expect(text).toContain('method="get"');
    expect(Object.keys(formOn(text).fields)).toEqual(["client_id", "post_logout_redirect_uri", "state"]);
  });

  test("a sign-out that does not ask for it ends the session here alone, and keeps no hint", async () => {
    const { browser, fake } = stage(more());
    await browser.signIn(fake);
    const left = await browser.signOut({});
    expect(locationOf(left)).toBe(`${origin}/bye`);
    expect(browser.cookies.has(hint)).toBe(false);
    expect(await browser.isSignedIn()).toBe(false);
  });

  test("the built-in page asks for it, and not where no provider has it", async () => {
    const on = stage(more());
    await on.browser.signIn(on.fake);
    expect(formOn(await (await on.browser.send("/auth/signout")).text()).fields["federated"]).toBe("true");
    const off = stage(more(), {});
    await off.browser.signIn(off.fake);
    expect(
      formOn(await (await off.browser.send("/auth/signout")).text()).fields["federated"],
    ).toBeUndefined();
    expect(off.browser.cookies.has(hint)).toBe(false);
    expect(locationOf(await off.browser.signOut())).toBe(`${origin}/bye`);
  });

  test("a script gets the address in place of a redirect", async () => {
    const { browser, fake } = stage(more());
    await browser.signIn(fake);
    const form = { callbackUrl: "/bye", federated: "true" };
    const left = await browser.post("/auth/signout", form, { "x-auth-return-redirect": "1" });
    const { url } = (await left.json()) as { url: string };
    expect(url).toMatch(/\/auth\/signout\/federated\/oidc\?state=/);
    expect(formOn(await (await browser.send(url)).text()).fields["id_token_hint"]).toBeDefined();
  });

  test("a provider without the endpoint is signed out here, and the answer says so", async () => {
    const { browser, fake, seen } = stage(more());
    fake.faults.discovery = (metadata) => metadata;
    await browser.signIn(fake);
    const page = await browser.send(locationOf(await browser.signOut()));
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain("You are signed out here");
    expect(text).toContain("You may still be signed in to OpenID Connect.");
    expect(text).toContain(`href="${origin}/bye"`);
    expect(text).not.toContain("<form");
    expect(await browser.isSignedIn()).toBe(false);
    expect(seen.errors).toEqual([]);
  });

  test("an ID token that is too long for a cookie stays behind: the client's id goes alone", async () => {
    const { browser, fake } = stage(more());
    fake.faults.claims = (claims) => ({ ...claims, groups: "x".repeat(5000) });
    await browser.signIn(fake);
    expect(browser.cookies.get(hint)?.line.length).toBeLessThan(1000);
    const { action, fields } = formOn(await (await browser.send(locationOf(await browser.signOut()))).text());
    expect(action).toBe(endpoint);
    expect(Object.keys(fields)).toEqual(["client_id", "post_logout_redirect_uri", "state"]);
  });

  test.each([
    ["cut", (value: string) => value.slice(0, -20)],
    ["swapped for another sealed value", (value: string) => value.replace(/^[^.]+/, "e30")],
  ])("a hint that is %s is none: the client's id goes alone", async (_what, change) => {
    const { browser, fake } = stage(more());
    await browser.signIn(fake);
    const left = await browser.signOut();
    const kept = browser.cookies.get(hint)!;
    browser.cookies.set(hint, { ...kept, value: change(kept.value) });
    const { fields } = formOn(await (await browser.send(locationOf(left))).text());
    expect(fields["client_id"]).toBe("client-1");
    expect(fields["id_token_hint"]).toBeUndefined();
    expect(browser.cookies.has(hint)).toBe(false);
  });

  test("an outage of the provider's metadata leaves the user signed out here, and the log knows why", async () => {
    const { browser, fake, seen, config } = stage(more());
    await browser.signIn(fake);
    // Another process has not asked for the metadata yet.
    const other = new PathBrowser(
      coreApp({ ...config, providers: [providerOf(fake, { federatedSignOut: true })] }),
    );
    for (const [name, cookie] of browser.cookies) other.cookies.set(name, cookie);
    fake.faults.answer = { discovery: () => new Response("down", { status: 503 }) };
    const text = await (await other.send(locationOf(await other.signOut()))).text();
    expect(text).toContain("You are signed out here");
    expect(await other.isSignedIn()).toBe(false);
    expect(seen.errors.map(String).join()).toContain("503");
  });

  test.each(["http://op.example.com/end", "javascript:alert(1)", "/end", ""])(
    "metadata that name %j for it get no token",
    async (address) => {
      const { browser, fake } = stage(more());
      fake.faults.discovery = (metadata) => ({ ...metadata, end_session_endpoint: address });
      await browser.signIn(fake);
      const text = await (await browser.send(locationOf(await browser.signOut()))).text();
      expect(text).toContain("You are signed out here");
      expect(text).not.toContain("<form");
    },
  );
});

describe("whose ID token it is", () => {
  const two = () => {
    const [one, other] = [endingProvider(), endingProvider("https://other.example.com")];
    const providers = [
      providerOf(one, { federatedSignOut: true }),
      providerOf(other, { id: "other", name: "Other", federatedSignOut: true }),
      Credentials({ id: "password", authorize: () => ({ id: "u-9", name: "Nina" }) }),
    ];
    const { config } = stage({ adapter: MemoryAdapter(), session: { strategy: "jwt" } });
    return { one, other, browser: new PathBrowser(coreApp({ ...config, providers })) };
  };
  const issuerIn = (token = "..") =>
    (JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString() || "{}") as { iss?: string })
      .iss;

  test("that of the provider the session began with goes there, whichever the app has", async () => {
    const { other, browser } = two();
    await browser.signIn(other, "other");
    const { action, fields } = formOn(await (await browser.send(locationOf(await browser.signOut()))).text());
    expect(action).toBe("https://other.example.com/end");
    expect(issuerIn(fields["id_token_hint"])).toBe("https://other.example.com");
  });

  test("another provider that is asked by name does not get it", async () => {
    const { other, browser } = two();
    await browser.signIn(other, "other");
    const left = await browser.signOut({ federated: "oidc" });
    const { action, fields } = formOn(await (await browser.send(locationOf(left))).text());
    expect(action).toBe(endpoint);
    expect(fields["id_token_hint"]).toBeUndefined();
  });

  test("a link inside a session does not replace the hint", async () => {
    const { one, other, browser } = two();
    one.faults.claims = (claims) => ({ ...claims, email: "one@example.com" });
    await browser.signIn(one);
    const before = browser.cookies.get(hint)?.value;
    const linked = await browser.signIn(other, "other");
    expect(locationOf(linked)).not.toContain("error");
    expect(browser.cookies.get(hint)?.value).toBe(before);
    const { fields } = formOn(await (await browser.send(locationOf(await browser.signOut()))).text());
    expect(issuerIn(fields["id_token_hint"])).toBe(one.issuer);
  });

  test("a sign-in another way leaves nothing of the one before, and no provider is asked", async () => {
    const { one, browser } = two();
    await browser.signIn(one);
    expect(browser.cookies.has(hint)).toBe(true);
    await browser.post("/auth/callback/password", { callbackUrl: "/" });
    expect(await browser.isSignedIn()).toBe(true);
    expect(browser.cookies.has(hint)).toBe(false);
    const left = await browser.signOut();
    expect(locationOf(left)).toMatch(/\/auth\/signout\/federated\?state=/);
    const end = await browser.send(locationOf(left));
    expect([end.status, locationOf(end)]).toEqual([302, `${origin}/bye`]);
  });

  test("a name that no such provider has ends nothing", async () => {
    const { one, browser } = two();
    await browser.signIn(one);
    const left = await browser.signOut({ federated: "github" });
    expect(locationOf(left)).toContain("error");
    expect(await browser.isSignedIn()).toBe(true);
  });
});

describe("the state", () => {
  const leave = async () => {
    const staged = stage();
    await staged.browser.signIn(staged.fake);
    return { ...staged, address: locationOf(await staged.browser.signOut()) };
  };
  const returnOf = async (browser: PathBrowser, address: string): Promise<string> => {
    const { fields } = formOn(await (await browser.send(address)).text());
    return `/auth/signout/return/oidc?state=${encodeURIComponent(fields["state"] ?? "")}`;
  };
  const isRefused = async (browser: PathBrowser, address: string): Promise<boolean> => {
    const answer = await browser.send(address);
    return answer.status === 302 && new URL(locationOf(answer)).searchParams.has("error");
  };

  test("leads away once", async () => {
    const { browser, address, seen } = await leave();
    await browser.send(address);
    expect(await isRefused(browser, address)).toBe(true);
    expect(seen.errors.at(-1)).toMatchObject({ name: "InvalidCheck" });
  });

  test("leads back once", async () => {
    const { browser, address, seen } = await leave();
    const back = await returnOf(browser, address);
    const kept = new Map(browser.cookies);
    expect(await isRefused(browser, back)).toBe(false);
    for (const [name, cookie] of kept) browser.cookies.set(name, cookie);
    expect(await isRefused(browser, back)).toBe(true);
    expect(seen.errors.at(-1)).toMatchObject({ name: "InvalidCheck" });
  });

  test("is good in its browser alone, both ways", async () => {
    const { browser, address, config } = await leave();
    const other = new PathBrowser(coreApp(config));
    expect(await isRefused(other, address)).toBe(true);
    const back = await returnOf(browser, address);
    expect(await isRefused(other, back)).toBe(true);
    expect(await isRefused(browser, back)).toBe(false);
  });

  test("of one leg is none of the other, and none of another provider", async () => {
    const { browser, address } = await leave();
    const state = new URL(address).searchParams.get("state");
    expect(await isRefused(browser, `/auth/signout/return/oidc?state=${state}`)).toBe(true);
    expect(await isRefused(browser, `/auth/signout/federated?state=${state}`)).toBe(true);
    expect(await isRefused(browser, address)).toBe(false);
  });

  test("is none where it is missing, made up or of another secret", async () => {
    const { browser, config } = await leave();
    const foreign = new PathBrowser(
      coreApp({ ...config, secret: "another-secret-another-secret-another-0" }),
    );
    const made = locationOf(await foreign.signOut());
    const state = new URL(made).searchParams.get("state");
    for (const query of ["", "?state=", "?state=abc", `?state=${state}`]) {
      expect(await isRefused(browser, `/auth/signout/federated/oidc${query}`)).toBe(true);
      expect(await isRefused(browser, `/auth/signout/return/oidc${query}`)).toBe(true);
    }
  });

  test("leads away for a minute, and back for a quarter of an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const { browser, address } = await leave();
      vi.setSystemTime(Date.now() + 61_000);
      expect(await isRefused(browser, address)).toBe(true);
      const second = locationOf(await browser.signOut());
      vi.setSystemTime(Date.now() + 58_000);
      const back = await returnOf(browser, second);
      vi.setSystemTime(Date.now() + 880_000);
      expect(await isRefused(browser, back)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  test("an unknown provider, another method and a longer path lead nowhere", async () => {
    const { browser } = await leave();
    for (const path of ["/auth/signout/federated/github", "/auth/signout/return/github"])
      expect(await isRefused(browser, path)).toBe(true);
    expect((await browser.send("/auth/signout/return")).status).toBe(400);
    expect((await browser.send("/auth/signout/return/oidc/more")).status).toBe(400);
    const posted = await browser.post("/auth/signout/return/oidc", {});
    expect(locationOf(posted)).toContain("error");
  });
});

describe("returnTo", () => {
  const listed = "https://www.example.com/bye";
  const endsAt = async (callbackUrl: string, returnTo: readonly string[] = [listed]): Promise<string> => {
    const { browser, fake } = stage({}, { federatedSignOut: { returnTo } });
    await browser.signIn(fake);
    const left = await browser.signOut({ federated: "true", callbackUrl });
    const { fields } = formOn(await (await browser.send(locationOf(left))).text());
    return locationOf(await browser.send(`/auth/signout/return/oidc?state=${fields["state"]}`));
  };

  test("a listed address is where the sign-out ends", async () => {
    expect(await endsAt(listed)).toBe(listed);
    expect(await endsAt("https://www.example.com", ["https://www.example.com"])).toBe(
      "https://www.example.com",
    );
  });

  test.each([
    "https://WWW.example.com/bye",
    "https://www.example.com/BYE",
    "https://www.example.com/bye/",
    "https://www.example.com/./bye",
    "https://www.example.com/x/../bye",
    "https://www.example.com/%62ye",
    "https://www.example.com./bye",
    "https://www.example.com:443/bye",
    "https://www.example.com:8443/bye",
    "https://user@www.example.com/bye",
    "https://www.example.com@evil.example/bye",
    "https://www.example.com.evil.example/bye",
    "http://www.example.com/bye",
    "//www.example.com/bye",
    "\\\\www.example.com/bye",
    "https:www.example.com/bye",
    "https:///www.example.com/bye",
    " https://www.example.com/bye",
    "https://www.example.com/bye\n",
    "https://www.example.com/bye?x=1",
    "https://www.example.com/bye#x",
    "javascript:alert(1)//https://www.example.com/bye",
    "data:text/html,https://www.example.com/bye",
    "https://evil.example/",
  ])("%j is not listed: the sign-out ends at the app", async (asked) => {
    expect(new URL(await endsAt(asked)).origin).toBe(origin);
  });

  test.each([
    "/bye",
    "www.example.com/bye",
    "javascript:alert(1)",
    "https://user:word@www.example.com/",
    "https://www.example.com/a/../b",
    "https://WWW.example.com/",
  ])("%j in the option is a mistake, which the configuration tells", async (address) => {
    const { browser, seen } = stage({}, { federatedSignOut: { returnTo: [address] } });
    expect((await browser.send("/auth/session")).status).toBe(500);
    expect(String(seen.errors[0])).toContain(JSON.stringify(address));
  });

  test("a listed address is none without federated", async () => {
    const { browser, fake } = stage({}, { federatedSignOut: { returnTo: [listed] } });
    await browser.signIn(fake);
    expect(locationOf(await browser.signOut({ callbackUrl: listed }))).toBe(origin);
  });
});

test("over https the cookies have the prefix, and the app's own name and attributes where it gives some", async () => {
  const { config, fake } = stage();
  const secure = new PathBrowser((request) => {
    const url = new URL(request.url);
    return coreApp(config)(new Request(`https://localhost:3000${url.pathname}${url.search}`, request));
  });
  await secure.signIn(fake);
  expect(secure.cookies.get(`__Secure-${hint}`)?.line).toMatch(/Path=\/auth\/signout; .*Secure/);
  const cookies = { signOutHint: { name: "mine", options: { sameSite: "strict" } } } as const;
  const own = stage({ cookies: cookies as never });
  await own.browser.signIn(own.fake);
  expect(own.browser.cookies.get("mine")?.line).toContain("SameSite=Strict");
  const left = await own.browser.signOut();
  expect(
    formOn(await (await own.browser.send(locationOf(left))).text()).fields["id_token_hint"],
  ).toBeDefined();
  expect(own.browser.cookies.get("mine.state")?.line).toContain("SameSite=Lax");
});

test("a provider that brings nothing that reads the options is a mistake, which the configuration tells", async () => {
  const { config } = stage();
  const seen: string[] = [];
  const app = coreApp({
    ...config,
    logger: { error: (error) => void seen.push(String(error)) },
    providers: [
      { id: "acme", name: "Acme", type: "oidc", issuer: "https://op.example.com", federatedSignOut: true },
    ],
  });
  expect((await app(new Request(`${origin}/auth/session`))).status).toBe(500);
  expect(seen[0]).toContain("withSignOut()");
});
