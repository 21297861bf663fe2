import { afterEach, describe, expect, test, vi } from "vitest";
import { password, pwnedPasswords } from "../../../src/runtime/plugins/password/index.js";
import { locationOf } from "../../support/browser.js";
import { ada, PasswordApp, right } from "./drive.js";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function problemOf(text: string, app = new PasswordApp(), more: Record<string, string> = {}) {
  const { body } = await app.browser().json("sign-up", { email: ada, password: text, ...more });
  return body["error"] ?? "none";
}

describe("length and strength, by NIST SP 800-63B", () => {
  const app = new PasswordApp({ theme: { name: "Example Shop" } });
  test.each([
    ["", "tooShort"],
    ["nine char", "tooShort"],
    ["ten chars!", "none"],
    // One character is one, whatever its bytes.
    ["🐎🔋🐴🦄🐧", "tooShort"],
    ["🐎🔋🐴🦄🐧🐎🔋🐴🦄🐧", "none"],
    ["only lower case letters", "none"],
    ["x y".repeat(85), "tooSimple"],
    [`${"long words ".repeat(23)}ok`, "none"],
    ["w".repeat(10_000), "tooLong"],
    [`a1${"b2c3".repeat(64)}`, "tooLong"],
    ["aaaaaaaaaa", "tooSimple"],
    ["1234567890", "tooSimple"],
    ["abcdefghijkl", "tooSimple"],
    ["ada@example.com", "tooNear"],
    ["Example2024!", "tooNear"],
    ["ExampleShop1", "tooNear"],
    ["example horse battery", "none"],
  ])("%.30s: %s", async (text, problem) => expect(await problemOf(text, app)).toBe(problem));

  test("the name of 90 kB: no more of it is looked at than a name has", async () => {
    expect(await problemOf("zanzibar89", app, { name: "Zanzibar" })).toBe("tooNear");
    const long = "abc ".repeat(22_500);
    expect(await problemOf("zanzibar89", app, { name: `Zanzibar ${long}` })).toBe("tooNear");
    expect(await problemOf("zanzibar89", app, { name: `${long} Zanzibar` })).toBe("none");
  });

  test("bounds of the minimum", () => {
    expect(() => password({ minLength: 7 })).toThrow(RangeError);
    expect(() => password({ minLength: 65 })).toThrow(RangeError);
    expect(() => password({ minLength: 15 })).not.toThrow();
  });

  test("the form comes back with what is wrong, and without the password", async () => {
    const answer = await app.browser().form("sign-up", { email: ada, password: "short-one", name: "<b>Ada" });
    const text = await answer.text();
    expect(answer.status).toBe(400);
    expect(text).toMatch(/role="alert">.*at least 10 characters/s);
    expect(text).toContain(`value="${ada}"`);
    expect(text).toContain('value="&lt;b&gt;Ada"');
    expect(text).not.toContain("short-one");
  });
});

test("Unicode: what keyboards write in different ways is one password", async () => {
  const app = new PasswordApp();
  const composed = "caf\u00e9 de la g\u00e1re";
  await app.withUser(ada, composed);
  expect(locationOf(await app.browser().signIn(ada, composed.normalize("NFD")))).toMatch(/\/after$/);
  expect(locationOf(await app.browser().signIn(ada, "cafe de la gare"))).toContain("error=");
});

test("attack: a password of a megabyte, or that is no text", async () => {
  const app = new PasswordApp();
  await app.withUser();
  const user = app.browser();
  const csrfToken = await user.csrfToken();
  const body = { csrfToken, email: ada, password: "x".repeat(1_000_000) };
  expect((await user.post("/auth/callback/password", body)).status).toBe(413);
  for (const odd of [null, 7, [right], { toString: right }, true])
    expect((await user.json("/auth/callback/password", { email: ada, password: odd })).body["url"]).toContain(
      "error=CredentialsSignin",
    );
  expect(await user.isSignedIn()).toBe(false);
});

describe("isBreached", () => {
  const listOf = (text: string, status = 200) => {
    const fetched = vi.fn<typeof fetch>(async () => new Response(text, { status }));
    vi.stubGlobal("fetch", fetched);
    return fetched;
  };
  // SHA-1 of "password": 5BAA6 1E4C9B93F3F0682250B6CF8331B7EE68FD8
  const suffix = "1E4C9B93F3F0682250B6CF8331B7EE68FD8";

  test("the ready-made list learns five digits, and counts what it finds", async () => {
    const fetched = listOf(`0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${suffix}:10434004\r\n`);
    expect(await pwnedPasswords()("password")).toBe(true);
    expect(fetched.mock.calls[0]?.[0]).toBe("https://api.pwnedpasswords.com/range/5BAA6");
    expect(JSON.stringify(fetched.mock.calls)).not.toContain(suffix.slice(0, 8));
    expect(await pwnedPasswords({ minCount: 20_000_000 })("password")).toBe(false);
    expect(await pwnedPasswords()("passwords")).toBe(false);
    listOf(`${suffix}:0\r\n`);
    expect(await pwnedPasswords()("password")).toBe(false);
  });

  test("a breached password is refused", async () => {
    expect(await problemOf(right, new PasswordApp({ options: { isBreached: async () => true } }))).toBe(
      "breached",
    );
  });

  test("a list that is down lets passwords pass, with one line", async () => {
    listOf("no", 503);
    const app = new PasswordApp({ options: { isBreached: pwnedPasswords() } });
    expect(await problemOf(right, app)).toBe("none");
    const warnings = app.warnings.filter((text) => !text.startsWith("email-not-vouched"));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("isBreached() failed");
    expect(warnings[0]).not.toContain(right);
  });

  test("a list that never answers is not waited for", async () => {
    const app = new PasswordApp({ options: { isBreached: () => new Promise<boolean>(() => undefined) } });
    const user = app.browser();
    await user.csrfToken();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answer = user.json("sign-up", { email: ada, password: right });
    for (let step = 0; step < 20; step += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(500);
    }
    expect((await answer).body).toMatchObject({ ok: true });
  });
});

describe("challenge", () => {
  test("asked before mails, with the form but for the password", async () => {
    const seen: unknown[] = [];
    const challenge = async (request: Request) => {
      const form = (await request.json()) as Record<string, unknown>;
      seen.push(form);
      return form["answer"] === "human";
    };
    const app = new PasswordApp({ options: { challenge } });
    expect(await problemOf(right, app, { answer: "robot" })).toBe("challengeFailed");
    expect(await problemOf(right, app, { answer: "human" })).toBe("none");
    const { body } = await app.browser().json("forgot", { email: ada, answer: "robot" });
    expect(body["error"]).toBe("challengeFailed");
    expect(JSON.stringify(seen)).not.toMatch(/correct horse|csrf/);
    expect(app.queued).toHaveLength(1);
  });

  test("one that fails refuses", async () => {
    const app = new PasswordApp({ options: { challenge: () => Promise.reject(new Error("down")) } });
    expect(await problemOf(right, app)).toBe("challengeFailed");
  });
});
