import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encode } from "../../src/runtime/jwt.js";
import { group } from "./group.js";
import {
  copyOf,
  jarOf,
  linesOf,
  origin,
  secret,
  secureSite,
  sessionCookie,
  signedIn,
  signIn,
  signOut,
  Stage,
  tokenOf,
} from "./stage.js";

const ask = (stage: Stage, cookie: string) =>
  stage.app(new Request(`${origin}/auth/session`, { headers: { cookie } }));

async function nameOf(response: Response): Promise<string | null> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { user: { name: string } } | null)?.user.name ?? null;
}

const sealed = (token: Record<string, unknown>, salt = sessionCookie) => encode({ token, secret, salt });

/** A session whose cookie takes several chunks. */
const big = {
  config: { callbacks: { jwt: ({ token }: { token: object }) => ({ ...token, pad: "x".repeat(9000) }) } },
};

const cleared = (response: Response): string[] =>
  [...linesOf(response)].filter(([, line]) => /=;.*Max-Age=0/.test(line)).map(([name]) => name);

group("cookies", {
  "COOK-01": async () => {
    const { stage, browser } = await signedIn();
    const value = browser.cookies.get(sessionCookie)!;
    for (const bad of [
      `${value.slice(0, -2)}zz`,
      value.slice(0, -4),
      `${value}AAAA`,
      `x${value}`,
      "a.b.c.d.e",
    ]) {
      const response = await ask(stage, `${sessionCookie}=${bad}`);
      expect(await nameOf(response)).toBeNull();
      expect(cleared(response)).toEqual([sessionCookie]);
    }
  },

  "COOK-03": async () => {
    const stage = new Stage();
    for (const value of ["%", "%zz", "%E0%A4%A", "%00", "%C0%80", '"', ",", "=", "\u00ff"]) {
      for (const name of [
        sessionCookie,
        "authjs.csrf-token",
        "authjs.callback-url",
        "authjs.state",
        "other",
      ]) {
        const response = await ask(stage, `${name}=${value}`);
        expect(await nameOf(response), `${name}=${value}`).toBeNull();
      }
    }
    expect(stage.errors().filter((name) => name !== "JWTSessionError")).toEqual([]);
  },

  "COOK-05": async () => {
    const { stage, browser } = await signedIn(big);
    const names = [...browser.cookies.keys()].filter((name) => name.startsWith(`${sessionCookie}.`));
    expect(names.length).toBeGreaterThanOrEqual(3);
    browser.cookies.delete(`${sessionCookie}.1`);
    const response = await ask(stage, jarOf(browser));
    expect(await nameOf(response)).toBeNull();
    expect(cleared(response)).toEqual(names.filter((name) => name !== `${sessionCookie}.1`));
  },

  "COOK-06": async () => {
    const { stage, browser } = await signedIn(big);
    for (const junk of ["stale", await sealed({ sub: "9", name: "Old" }, "another-salt")]) {
      for (const header of [
        `${sessionCookie}=${junk}; ${jarOf(browser)}`,
        `${jarOf(browser)}; ${sessionCookie}=${junk}`,
      ]) {
        const response = await ask(stage, header);
        expect(await nameOf(response)).toBe("Bob");
        expect(cleared(response)).toContain(sessionCookie);
      }
    }
  },

  "COOK-08": async () => {
    let pad = 9000;
    const stage = new Stage({
      config: { callbacks: { jwt: ({ token }) => ({ ...token, pad: "x".repeat(pad) }) } },
    });
    const browser = stage.browser();
    await signIn(browser);
    const chunks = [...browser.cookies.keys()].filter((name) => name.startsWith(`${sessionCookie}.`));
    pad = 10;
    const response = await browser.send("/auth/session");
    expect(cleared(response).sort()).toEqual(chunks.sort());
    expect([...browser.cookies.keys()].filter((name) => name.startsWith(sessionCookie))).toEqual([
      sessionCookie,
    ]);
    expect((await browser.session())?.user?.["name"]).toBe("Bob");
  },

  "COOK-10": async () => {
    const stage = new Stage({ site: secureSite });
    const plain = await sealed({ sub: "1", name: "Bob" });
    for (const value of [plain, await sealed({ sub: "1", name: "Bob" }, `__Secure-${sessionCookie}`)]) {
      const response = await ask(stage, `${sessionCookie}=${value}; ${sessionCookie}.0=${value}`);
      expect(await nameOf(response)).toBeNull();
    }
  },

  "COOK-11": async () => {
    const stage = new Stage({ site: secureSite });
    const browser = stage.browser();
    const line = linesOf(await signIn(browser)).get(`__Secure-${sessionCookie}`)!;
    expect(line).toMatch(/; Expires=/);
    for (const part of ["; Path=/", "; HttpOnly", "; Secure", "; SameSite=Lax"])
      expect(`${line};`).toContain(`${part};`);
    expect(line).not.toMatch(/domain/i);
    const started = await browser.startSignIn("op");
    for (const each of started.headers.getSetCookie()) {
      expect(each).toMatch(/^__(Secure|Host)-/);
      for (const part of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(each).toContain(part);
    }
  },

  // A token needs no store and lives until it expires. What ends copies is a list that the jwt callback asks;
  // `jti` is new with every answer, so the list is kept by a mark of the sign-in.
  "COOK-13": async () => {
    const ended = new Set<unknown>();
    let sign = 0;
    const { stage, browser } = await signedIn({
      config: {
        callbacks: {
          jwt: ({ token, trigger }) =>
            trigger === "signIn" ? { ...token, sign: ++sign } : ended.has(token["sign"]) ? null : token,
        },
        events: { signOut: (message) => void ("token" in message && ended.add(message.token?.["sign"])) },
      },
    });
    const thief = copyOf(stage, browser);
    expect((await thief.session())?.user?.["name"]).toBe("Bob");
    await browser.session();
    await signOut(browser);
    expect(await thief.session()).toBeNull();
    expect(thief.has(sessionCookie)).toBe(false);
  },

  "COOK-15": async () => {
    const stage = new Stage();
    for (const planted of ["planted", await sealed({ sub: "666", name: "Mallory", evil: true })]) {
      const browser = stage.browser();
      browser.cookies.set(sessionCookie, planted);
      await signIn(browser);
      expect(browser.cookies.get(sessionCookie)).not.toBe(planted);
      expect(await browser.session()).toMatchObject({ user: { name: "Bob" } });
    }
    // Chunks that were planted do not join the new value.
    const browser = stage.browser();
    browser.cookies.set(`${sessionCookie}.0`, await sealed({ sub: "666", name: "Mallory" }));
    await signIn(browser);
    expect([...browser.cookies.keys()].filter((name) => name.startsWith(sessionCookie))).toEqual([
      sessionCookie,
    ]);
    expect((await browser.session())?.user?.["name"]).toBe("Bob");
  },

  "COOK-16": async () => {
    const { stage, browser } = await signedIn();
    const odd = "__proto__=x; constructor=y; toString=z; prototype=p; hasOwnProperty=q";
    expect(await nameOf(await ask(stage, `${odd}; ${jarOf(browser)}; ${odd}`))).toBe("Bob");
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
    const named = new Stage({ config: { cookies: { sessionToken: { name: "__proto__" } } } });
    expect(await nameOf(await ask(named, `${odd}; __proto__.0=a`))).toBeNull();
  },

  "COOK-18": async () => {
    const stage = new Stage();
    const value = await sealed({ sub: "1", name: "Bob" });
    for (const suffix of [
      ".-1",
      ".1e9",
      ".01",
      ".x",
      ".__proto__",
      ".32",
      ".99999999999",
      ".",
      "-0",
      ".0.0",
      ".+0",
      ".０",
    ]) {
      const request = new Request(`${origin}/auth/session`);
      const header = `${sessionCookie}${suffix}=${value}`;
      // Headers take Latin-1 only.
      request.headers.set("cookie", Buffer.from(header, "utf8").toString("latin1"));
      const response = await stage.app(request);
      expect(await nameOf(response), suffix).toBeNull();
      expect(cleared(response)).toEqual([]);
    }
  },

  "COOK-20": async () => {
    const options = {
      domain: "localhost",
      path: "/",
      partitioned: true,
      secure: true,
      sameSite: "none",
    } as const;
    const stage = new Stage({
      config: {
        cookies: {
          sessionToken: { options },
          state: { options },
          pkceCodeVerifier: { options },
          nonce: { options },
        },
      },
    });
    const browser = stage.browser();
    const attributes = (line: string) =>
      line
        .split("; ")
        .slice(1)
        .filter((part) => !/^(Max-Age|Expires)=/.test(part));
    const set = linesOf(await signIn(browser)).get(sessionCookie)!;
    const gone = linesOf(await signOut(browser)).get(sessionCookie)!;
    expect(gone).toMatch(/^[^=]+=; Max-Age=0/);
    expect(attributes(gone)).toEqual(attributes(set));
    // Check cookies too, also when the callback fails.
    const started = await browser.startSignIn("op");
    const made = linesOf(started);
    const { searchParams } = new URL(started.headers.get("location") ?? "");
    const answer = new URLSearchParams({ error: "access_denied", state: searchParams.get("state") ?? "" });
    const failed = linesOf(await browser.send(`/auth/callback/op?${answer}`));
    for (const name of ["authjs.state", "authjs.pkce.code_verifier", "authjs.nonce"]) {
      expect(failed.get(name), name).toMatch(/=; Max-Age=0/);
      expect(attributes(failed.get(name)!)).toEqual(attributes(made.get(name)!));
    }
  },
});

describe("the session cookie", () => {
  it("comes back through the handler from any length, whatever length it had before", async () => {
    let pad = 0;
    const stage = new Stage({
      config: { callbacks: { jwt: ({ token }) => ({ ...token, pad: "x".repeat(pad) }) } },
    });
    const browser = stage.browser();
    await signIn(browser);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40_000 }), async (length) => {
        pad = length;
        const response = await browser.send("/auth/session");
        expect(await nameOf(response)).toBe("Bob");
        for (const line of response.headers.getSetCookie()) expect(line.length).toBeLessThanOrEqual(4096);
      }),
      { numRuns: 40 },
    );
  });

  it("with any one byte changed is nobody", async () => {
    const { stage, browser } = await signedIn();
    const value = browser.cookies.get(sessionCookie)!;
    for (let at = 0; at < value.length; at += 3) {
      const changed = `${value.slice(0, at)}${value[at] === "A" ? "B" : "A"}${value.slice(at + 1)}`;
      const response = await ask(stage, `${sessionCookie}=${changed}`);
      // The last character of a segment may hold bits that decode to nothing.
      if (
        Buffer.from(changed.split(".").at(-1)!, "base64url").equals(
          Buffer.from(value.split(".").at(-1)!, "base64url"),
        ) &&
        at > value.lastIndexOf(".")
      )
        continue;
      expect(await nameOf(response), `byte ${at}`).toBeNull();
    }
  });

  it("is never what a check or CSRF cookie holds", async () => {
    const stage = new Stage();
    const browser = stage.browser();
    await tokenOf(browser);
    await browser.startSignIn("op");
    for (const [name, value] of browser.cookies)
      expect(await nameOf(await ask(stage, `${sessionCookie}=${value}`)), name).toBeNull();
  });
});
