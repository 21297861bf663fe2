import express from "express";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MiddlewareAuth } from "../../src/runtime/integrations/express.js";
import { normalizeEmail } from "../../src/runtime/security/email-address.js";
import type { VerificationToken } from "../../src/runtime/types/adapter.js";
import { listen, type Running } from "../support/app.js";
import { group } from "./group.js";
import { locationOf, origin, sessionCookie, Stage } from "./stage.js";

const sent = `${origin}/auth/verify-request?provider=email&type=email`;
const verification = `${origin}/auth/error?error=Verification`;
const configuration = `${origin}/auth/error?error=Configuration`;
const running: Running[] = [];

beforeEach(() => {
  for (const name of ["AUTH_URL", "NEXTAUTH_URL", "AUTH_TRUST_HOST", "VERCEL", "CF_PAGES"])
    vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(running.splice(0).map((each) => each.close()));
});

async function mailed(
  options: ConstructorParameters<typeof Stage>[0] = {},
  email: unknown = "ada@example.com",
) {
  const stage = new Stage({ store: {}, ...options });
  const browser = stage.browser();
  const response = await stage.askMail(browser, email);
  return { stage, browser, location: locationOf(response), link: stage.mails.at(-1)?.url ?? "" };
}

/** Asks an Express app for a mail. @returns where the browser was sent */
async function askOverHttp(site: Running, headers: Record<string, string>): Promise<string> {
  const first = await fetch(`${site.origin}/auth/csrf`, { headers });
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const response = await fetch(`${site.origin}/auth/signin/email`, {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, cookie },
    body: new URLSearchParams({ csrfToken, email: "ada@example.com" }),
  });
  return locationOf(response);
}

group("email", {
  "EMAIL-01": async () => {
    const { stage, browser, link } = await mailed();
    expect(locationOf(await browser.send(link))).toBe(`${origin}/after`);
    for (const visitor of [browser, stage.browser()]) {
      expect(locationOf(await visitor.open(link))).toBe(verification);
      expect((await visitor.send(verification)).status).toBe(403);
    }
    expect(stage.store.sessions.size).toBe(1);
  },

  "EMAIL-03": async () => {
    const { stage, link } = await mailed({
      store: {
        // Deletes and returns in one step, as the contract of adapters says, and takes its time before.
        useVerificationToken: async (which) => {
          await new Promise((resolve) => setTimeout(resolve, 2));
          return stage.store.adapter.useVerificationToken(which);
        },
      },
    });
    const ends = await Promise.all([1, 2, 3].map(async () => locationOf(await stage.browser().open(link))));
    expect(ends.sort()).toEqual([`${origin}/after`, verification, verification]);
    expect([stage.store.sessions.size, stage.store.users.size]).toEqual([1, 1]);
  },

  "EMAIL-05": async () => {
    const { stage, browser } = await mailed();
    for (const expires of [new Date(Date.now() - 1), new Date(0), new Date("never")] as const) {
      stage.store.verificationTokens[0]!.expires = expires;
      for (let times = 0; times < 2; times++) {
        expect(locationOf(await browser.open(stage.mails.at(-1)!.url))).toBe(verification);
        expect(stage.store.verificationTokens).toEqual([]);
      }
      await stage.askMail(browser);
    }
    expect(stage.store.sessions.size).toBe(0);
    const lives: number[] = [];
    for (const maxAge of [60, 600]) {
      const other = await mailed({ mail: { maxAge } });
      lives.push(Math.round((Number(other.stage.store.verificationTokens[0]!.expires) - Date.now()) / 1000));
    }
    expect(lives).toEqual([60, 600]);
  },

  "EMAIL-06": async () => {
    const { stage, browser, link } = await mailed();
    for (const other of ["eve%40example.com", "ADA%40example.com", "ada%40example.com%00", ""]) {
      const changed = link.replace("ada%40example.com", other);
      if (other !== "") expect(locationOf(await browser.open(changed))).toBe(verification);
    }
    expect(stage.store.verificationTokens).toHaveLength(1);
    expect(locationOf(await browser.send(link))).toBe(`${origin}/after`);
    // A store that looks for the token alone does not help either.
    const careless = await mailed({
      store: {
        useVerificationToken: ({ token }) =>
          careless.stage.store.verificationTokens.find((row) => row.token === token) ?? null,
      },
    });
    expect(locationOf(await careless.browser.open(careless.link.replace("ada", "eve")))).toBe(verification);
    expect(careless.stage.store.sessions.size).toBe(0);
  },

  "EMAIL-08": async () => {
    const { stage, browser, link } = await mailed();
    for (const method of ["HEAD", "OPTIONS", "PUT"])
      expect((await browser.send(link, { method })).status).toBe(405);
    for (const purpose of ["prefetch", "prerender", "prefetch;prerender", "prefetch;anonymous-client-ip"])
      expect((await browser.send(link, { headers: { "sec-purpose": purpose } })).status).toBe(503);
    expect(stage.store.verificationTokens).toHaveLength(1);
    expect(locationOf(await browser.send(link))).toBe(`${origin}/after`);
  },

  "EMAIL-10": async () => {
    const { stage, browser } = await mailed();
    const statuses: number[] = [];
    for (let count = 1; count < 20; count++) {
      const spelling = count % 2 === 0 ? "ADA@Example.com" : " ada@example.com";
      // A new browser each time: nothing that the sender can throw away is counted.
      statuses.push((await stage.askMail(count % 3 === 0 ? stage.browser() : browser, spelling)).status);
    }
    expect(stage.mails).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await stage.askMail(browser);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(600);
    // Other addresses are not concerned, and the links in flight work.
    expect(locationOf(await stage.askMail(browser, "bob@example.com"))).toBe(sent);
    expect(locationOf(await browser.open(stage.mails[0]!.url))).toBe(`${origin}/after`);
  },

  "EMAIL-11": async () => {
    const { stage, browser, link } = await mailed();
    const looked: string[] = [];
    const { adapter } = stage.store;
    const guessing = new Stage({
      store: {
        ...adapter,
        useVerificationToken: (which) => {
          looked.push(which.token);
          return adapter.useVerificationToken(which);
        },
      },
    });
    const attacker = guessing.browser();
    const ends = new Set<string>();
    for (let count = 0; count < 200; count++) {
      const guess = link.replace(/token=[^&]+/, `token=${String(count).padStart(64, "0")}`);
      const response = await attacker.open(guess);
      ends.add(response.status === 429 ? "429" : locationOf(response));
    }
    expect(ends).toContain(verification);
    expect([...ends].every((end) => end === verification || end === "429")).toBe(true);
    expect(attacker.has(sessionCookie)).toBe(false);
    // The store never sees what was sent: hashes do not tell how near a guess was.
    expect(looked.every((token) => /^[0-9a-f]{64}$/.test(token) && !token.startsWith("000000000000"))).toBe(
      true,
    );
    expect(locationOf(await copied(guessing, browser).open(link))).toBe(`${origin}/after`);
  },

  "EMAIL-13": async () => {
    const stage = new Stage({ store: {} });
    const browser = stage.browser();
    const odd: unknown[] = [
      ["a@b.co"],
      [["a@b.co", "c@d.co"]],
      { a: 1 },
      { toString: "a@b.co" },
      5,
      null,
      true,
      "",
      Number.MAX_VALUE,
    ];
    for (const email of odd) expect(locationOf(await stage.askMail(browser, email))).toBe(configuration);
    expect([stage.mails, stage.store.verificationTokens]).toEqual([[], []]);
  },

  "EMAIL-15": async () => {
    const hosts: string[] = [];
    const stage = new Stage({
      store: {},
      mail: { sendVerificationRequest: ({ url }: { url: string }) => void hosts.push(new URL(url).origin) },
    });
    const site = await listen(express().use("/auth", MiddlewareAuth({ ...stage.config })));
    const hostile = {
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.test",
    };
    running.push(site);
    expect(await askOverHttp(site, hostile)).toContain("/auth/verify-request");
    expect(hosts).toEqual([site.origin]);
    // In production a Host header alone vouches for no link.
    vi.stubEnv("NODE_ENV", "production");
    const bare = await listen(express().use("/auth", MiddlewareAuth({ ...stage.config })));
    running.push(bare);
    expect(await askOverHttp(bare, hostile)).toBe(`${bare.origin}/auth/error?error=Configuration`);
    expect(hosts).toHaveLength(1);
    expect(stage.logged.at(-1)?.message).toContain("AUTH_URL");
    vi.stubEnv("AUTH_URL", "https://app.example.com");
    const named = await listen(express().use("/auth", MiddlewareAuth({ ...stage.config })));
    running.push(named);
    expect(await askOverHttp(named, hostile)).toContain("https://app.example.com/auth/verify-request");
    expect(hosts.at(-1)).toBe("https://app.example.com");
  },

  "EMAIL-16": async () => {
    const failures = {
      createSession: () => Promise.reject(new Error("down")),
      createUser: () => Promise.reject(new Error("down")),
      getUserByEmail: () => Promise.reject(new Error("down")),
    };
    for (const [name, fails] of Object.entries(failures)) {
      const { stage, browser, link } = await mailed();
      const broken = new Stage({ store: { ...stage.store.adapter, [name]: fails } });
      const visitor = copied(broken, browser);
      expect([name, locationOf(await visitor.open(link))]).toEqual([name, configuration]);
      expect(visitor.has(sessionCookie)).toBe(false);
      expect([name, locationOf(await browser.send(link))]).toEqual([name, `${origin}/after`]);
      expect(stage.store.users.size).toBe(1);
    }
  },

  "EMAIL-18": async () => {
    const stage = new Stage({ store: {} });
    const browser = stage.browser();
    await stage.askMail(browser, "victim@example.com");
    await browser.open(stage.mails[0]!.url);
    const [victim] = stage.store.users.keys();
    const userOf = async (email: string) => {
      const visitor = stage.browser();
      await stage.askMail(visitor, email);
      const mail = stage.mails.at(-1)!;
      await visitor.open(mail.url);
      const session = stage.store.sessions.get(visitor.cookies.get(sessionCookie) ?? "");
      // What was mailed is what was looked up and stored.
      expect(stage.store.users.get(session!.userId)?.email).toBe(mail.identifier);
      return session!.userId;
    };
    for (const same of [
      "VICTIM@example.com",
      " Victim@Example.COM ",
      "ｖictim@example.com",
      "victim@example。com".replace("。", "."),
    ])
      expect(await userOf(same), same).toBe(victim);
    for (const other of [
      "v\u0131ctim@example.com",
      "vict\u0456m@example.com",
      "victim@example.co",
      "strasse@example.com",
      "straße@example.com",
    ])
      expect(await userOf(other), other).not.toBe(victim);
    expect(new Set([...stage.store.users.values()].map(({ email }) => email)).size).toBe(
      stage.store.users.size,
    );
    const before = stage.mails.length;
    for (const two of [
      "a\uff20evil.co@good.co",
      "a@evil.co\ufe6bgood.co",
      "victim@example.com\uff0cevil.co",
      '"a@evil.co"@good.co',
      "a@b@c.co",
      "a@evil.co\r\nBcc: x@y.co",
    ])
      expect(locationOf(await stage.askMail(browser, two)), two).not.toMatch(/evil/);
    for (const { identifier } of stage.mails.slice(before)) expect(identifier).toBe("victim@example.com");
  },

  // Every link that was sent is good until its end, once.
  "EMAIL-20": async () => {
    const { stage, browser } = await mailed();
    await stage.askMail(browser);
    expect(new Set(stage.store.verificationTokens.map(({ token }) => token)).size).toBe(2);
    for (const { url } of stage.mails) {
      const visitor = stage.browser();
      expect(locationOf(await visitor.open(url))).toBe(`${origin}/after`);
      expect(locationOf(await visitor.open(url))).toBe(verification);
    }
    expect([stage.store.users.size, stage.store.verificationTokens.length]).toEqual([1, 0]);
  },
});

function copied(stage: Stage, browser: ReturnType<Stage["browser"]>) {
  const copy = stage.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

describe("an address of any form", () => {
  it("has one @ and no second recipient, and is its own normal form", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("a", "@", "\uff20", ",", ".co", '"', "<", ">", "(", " ", "\u212a", "\u0130"),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (parts) => {
        let address: string;
        try {
          address = normalizeEmail(parts.join(""));
        } catch {
          return;
        }
        expect(address.split("@")).toHaveLength(2);
        expect(address.normalize("NFKC").split("@")).toHaveLength(2);
        expect(address).not.toMatch(/[\s,;:"<>()\\]/);
        expect(normalizeEmail(address)).toBe(address);
      }),
      { numRuns: 3000 },
    );
  });

  it("is kept with the hash of its token only", async () => {
    const { stage } = await mailed();
    const [row] = stage.store.verificationTokens as [VerificationToken];
    expect(row.token).toMatch(/^[0-9a-f]{64}$/);
    expect(row.token).not.toBe(stage.mails[0]!.token);
  });
});
