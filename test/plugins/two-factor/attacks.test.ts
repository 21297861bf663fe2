/** What somebody tries who knows the password, has an old cookie, or saw a code. */
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  countRecoveryCodes,
  enrol,
  judgeAnswer,
} from "../../../src/runtime/plugins/two-factor/factor-store.js";
import { locationOf } from "../../support/browser.js";
import { csrf } from "../stage.js";
import {
  ada,
  after,
  byPassword,
  codeOf,
  copyOf,
  first,
  hiddenOf,
  keyOf,
  ownerOf,
  pendingCookie,
  recoveryCodes,
  send,
  sessionCookie,
  setUp,
  signedIn,
  stageWith,
  withFactor,
  wrongCode,
  waiting,
  rowOf,
  expired,
} from "./visit.js";

afterEach(() => void vi.useRealTimers());

describe("a code", () => {
  it("replayed in the same or the next sign-in is refused", async () => {
    const stage = stageWith();
    const code = await codeOf(await withFactor(stage));
    expect(locationOf(await send(await waiting(stage), "/two-factor", { code }))).toBe(after);
    const later = await waiting(stage);
    expect((await send(later, "/two-factor", { code })).status).toBe(401);
    expect(await later.session()).toBeNull();
  });

  it("of a step before the one that was used is refused", async () => {
    const stage = stageWith();
    const secret = await withFactor(stage);
    await send(await waiting(stage), "/two-factor", { code: await codeOf(secret, 1) });
    for (const steps of [-1, 0, 1]) {
      const answer = await send(await waiting(stage), "/two-factor", { code: await codeOf(secret, steps) });
      expect(answer.status).toBe(401);
    }
  });

  it("raced by 20 sign-ins of 20 browsers is accepted exactly once", async () => {
    const stage = stageWith();
    const code = await codeOf(await withFactor(stage));
    const browsers = await Promise.all(Array.from({ length: 20 }, () => waiting(stage)));
    const answers = await Promise.all(browsers.map((browser) => send(browser, "/two-factor", { code })));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    const sessions = await Promise.all(browsers.map((browser) => browser.session()));
    expect(sessions.filter((session) => session !== null)).toHaveLength(1);
  });

  it("guessed ten times locks the user's factor in every browser, and for 15 minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const stage = stageWith({}, { throttle: false });
    const secret = await withFactor(stage);
    const wrong = await wrongCode(secret);
    const guesses = await Promise.all(
      Array.from({ length: 15 }, async () => send(await waiting(stage), "/two-factor", { code: wrong })),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const right = await send(await waiting(stage), "/two-factor", { code: await codeOf(secret) });
    expect([right.status, right.headers.get("retry-after")]).toEqual([429, "900"]);
    vi.setSystemTime(Date.now() + 15 * 60_000);
    const later = await send(await waiting(stage), "/two-factor", { code: await codeOf(secret) });
    expect(locationOf(later)).toBe(after);
    expect(await rowOf(stage)).toMatchObject({ failures: 0 });
  });

  it.each(["", "undefined", "[object Object]", "000000\0", "٠٠٠٠٠٠", "1".repeat(20_000)])(
    "that is %j is wrong, not an error",
    async (code) => {
      const stage = stageWith();
      await withFactor(stage);
      const browser = await waiting(stage);
      expect((await send(browser, "/two-factor", { code, recovery: code })).status).toBe(401);
      expect(stage.errors).toEqual([]);
    },
  );

  it("of another user's app is wrong", async () => {
    const stage = stageWith();
    await withFactor(stage);
    const other = await withFactor(stage, "8");
    expect((await send(await waiting(stage), "/two-factor", { code: await codeOf(other) })).status).toBe(401);
  });

  it("of a phone whose clock is 30 seconds off is right, 60 seconds off is not", async () => {
    for (const [steps, status] of [
      [-1, 302],
      [1, 302],
      [-2, 401],
      [2, 401],
    ] as const) {
      const stage = stageWith();
      const secret = await withFactor(stage);
      const answer = await send(await waiting(stage), "/two-factor", { code: await codeOf(secret, steps) });
      expect(answer.status, String(steps)).toBe(status);
    }
  });

  it("without the CSRF token is not looked at", async () => {
    const stage = stageWith();
    const code = await codeOf(await withFactor(stage));
    const browser = await waiting(stage);
    expect(locationOf(await browser.post("/auth/two-factor", { code }))).toContain("error=MissingCSRF");
    expect(await browser.session()).toBeNull();
    expect(await rowOf(stage)).toMatchObject({ failures: 0 });
  });
});

describe("a recovery code", () => {
  it("attack: two tabs make new codes at once, and more than one set of codes holds", async () => {
    const stage = stageWith();
    const browser = await signedIn(stage, await withFactor(stage));
    const tabs = [1, 2, 3, 4].map(() => copyOf(stage, browser));
    const answers = await Promise.all(tabs.map((tab) => send(tab, "/two-factor/recovery-codes")));
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    const shown = pages.map((page) => [...page.matchAll(/<li><code>([^<]+)/g)].map(([, code]) => code!));
    const owner = ownerOf(stage, ada);
    expect(await countRecoveryCodes(owner)).toBe(10);
    const judged = [];
    for (const codes of shown.filter(({ length }) => length > 0))
      judged.push(await judgeAnswer(owner, { recovery: codes[3]! }));
    expect(judged.filter((amr) => amr !== undefined)).toEqual([["mfa"]]);
  });

  it("raced by 20 sign-ins of 20 browsers is accepted exactly once", async () => {
    const stage = stageWith({}, { throttle: false });
    await withFactor(stage);
    const browsers = await Promise.all(Array.from({ length: 20 }, () => waiting(stage)));
    const recovery = recoveryCodes[0]!;
    const answers = await Promise.all(browsers.map((browser) => send(browser, "/two-factor", { recovery })));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  });

  it("of another user is wrong, and still there for its owner", async () => {
    const stage = stageWith();
    const owner = ownerOf(stage, "8");
    await withFactor(stage, "8");
    const codes = ["CCCCC-CCCCC"];
    await enrol(ownerOf(stage, ada), { secret: "A".repeat(32), step: 0, codes });
    const browser = await waiting(stage);
    expect((await send(browser, "/two-factor", { recovery: recoveryCodes[0]! })).status).toBe(401);
    expect(await judgeAnswer(owner, { recovery: recoveryCodes[0]!.toLowerCase() })).toEqual(["mfa"]);
  });
});

describe("a sign-in that waits", () => {
  it("is no session, and goes on once: its cookie replayed is worth nothing", async () => {
    const stage = stageWith();
    const secret = await withFactor(stage);
    const browser = await waiting(stage);
    const copy = stage.browser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    copy.cookies.set(sessionCookie, copy.cookies.get(pendingCookie)!);
    expect(await copy.session()).toBeNull();
    const form = await csrf(browser);
    await send(browser, "/two-factor", { code: await codeOf(secret) });
    const replayed = stage.browser();
    for (const [name, value] of copy.cookies) replayed.cookies.set(name, value);
    const answer = await replayed.post("/auth/two-factor", { ...form, code: await codeOf(secret, 1) });
    expect(locationOf(answer)).toBe(expired);
    expect(await replayed.session()).toBeNull();
  });

  it("in a second tab is one sign-in", async () => {
    const stage = stageWith();
    const secret = await withFactor(stage);
    const browser = await waiting(stage);
    const form = await csrf(browser);
    const answers = await Promise.all(
      [0, 1].map(async (steps) =>
        browser.post("/auth/two-factor", { ...form, code: await codeOf(secret, steps) }),
      ),
    );
    expect(answers.map(locationOf).filter((target) => target === after)).toHaveLength(1);
    expect(stage.told.filter((name) => name === "signIn")).toHaveLength(1);
  });

  it("cannot give its user another factor", async () => {
    const stage = stageWith({ required: "all" });
    const browser = stage.browser();
    expect(await byPassword(stage, browser)).toBe(first);
    const page = await (await browser.send("/auth/two-factor/first")).text();
    const code = await codeOf(keyOf(page));
    const codesPage = await (
      await send(browser, "/two-factor/first", { setUp: hiddenOf(page, "setUp"), code })
    ).text();
    // Meanwhile the owner sets up a factor.
    const secret = await withFactor(stage);
    const enrolment = hiddenOf(codesPage, "enrolment");
    expect(locationOf(await send(browser, "/two-factor/first/save", { enrolment }))).toContain(
      "AccessDenied",
    );
    expect(await browser.session()).toBeNull();
    const owner = await waiting(stage);
    expect(locationOf(await send(owner, "/two-factor", { code: await codeOf(secret) }))).toBe(after);
  });

  it("sets up by its own forms alone: of another user or browser they do nothing", async () => {
    const stage = stageWith({ required: "all" });
    const attacker = stage.browser();
    await byPassword(stage, attacker);
    const page = await (await attacker.send("/auth/two-factor/first")).text();
    const victim = stage.browser();
    await byPassword(stage, victim);
    const form = { setUp: hiddenOf(page, "setUp"), code: await codeOf(keyOf(page)) };
    expect(locationOf(await send(victim, "/two-factor/first", form))).toBe(expired);
    const { target } = await setUp(victim);
    expect(target).toBe(after);
  });
});
