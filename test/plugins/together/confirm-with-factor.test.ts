/** The link to a new address, opened elsewhere: the password and a code of the second factor, on one page. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { secretTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import { codeAt, stepAt } from "../../../src/runtime/plugins/two-factor/totp.js";
import { locationOf } from "../../support/browser.js";
import { ada, other, type PasswordApp, right, type User } from "../password/drive.js";
import { recoveryCodes, wrongCode } from "../two-factor/visit.js";
import { houseOf, idOf, recordsOf, strategies, withFactor } from "./house.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const fresh = "new@example.com";
const [recovery = ""] = recoveryCodes;
const codeNow = (secret: string) => codeAt(secret, stepAt(Date.now()));

/** Ada has asked for a new address, and set up a factor. */
async function asked(app: PasswordApp) {
  const user = await app.withUser();
  await user.form("address", { email: fresh, current: right });
  const token = await app.token(fresh);
  return { user, token, secret: await withFactor(app) };
}

const confirm = (browser: User, fields: Record<string, string>) => browser.form("confirm-address", fields);
const hasMoved = async ({ config }: PasswordApp) => (await config.adapter!.getUserByEmail!(fresh)) !== null;
const factorRow = async (app: PasswordApp) => recordsOf(app, secretTable).find({ userId: await idOf(app) });

describe.each(strategies)("with %s sessions", (strategy) => {
  test("F1: the page has both fields, and says so to scripts", async () => {
    const app = houseOf({ strategy });
    const { token } = await asked(app);
    const elsewhere = app.browser();
    const page = await elsewhere.page(`confirm-address?token=${token}`);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text.match(/<form/g)).toHaveLength(1);
    for (const name of ["current", "code", "recovery"]) expect(text).toContain(`name="${name}"`);
    expect(text).toContain("a code of its second factor");
    const json = await elsewhere.send(`/auth/password/confirm-address?token=${token}`, {
      headers: { "x-auth-return-redirect": "1" },
    });
    expect(await json.json()).toMatchObject({ ok: true, needsPassword: true, needsCode: true });
  });

  test("F1: the password and a code move the account, once", async () => {
    const app = houseOf({ strategy });
    const { token, secret } = await asked(app);
    const done = await confirm(app.browser(), {
      token,
      current: right,
      code: await codeNow(secret),
      recovery: "",
    });
    expect(done.status).toBe(200);
    expect(await hasMoved(app)).toBe(true);
    expect((await app.lastMail(ada)).to).toBe(ada);
    // The code is used up: it opens no sign-in.
    const later = app.browser();
    await later.signIn(fresh, right);
    const again = await later.post("/auth/two-factor", {
      csrfToken: await later.csrfToken(),
      code: await codeNow(secret),
    });
    expect(again.status).toBe(401);
  });

  test("F1: a recovery code counts in place of a code, and is used up", async () => {
    const app = houseOf({ strategy });
    const { token } = await asked(app);
    expect((await confirm(app.browser(), { token, current: right, code: "", recovery })).status).toBe(200);
    expect(await hasMoved(app)).toBe(true);
    const later = app.browser();
    await later.signIn(fresh, right);
    const csrfToken = await later.csrfToken();
    expect((await later.post("/auth/two-factor", { csrfToken, recovery })).status).toBe(401);
  });

  test("F1: a wrong password and a wrong code are told alike, and nothing is spent", async () => {
    const app = houseOf({ strategy });
    const { token, secret } = await asked(app);
    const code = await codeNow(secret);
    const elsewhere = app.browser();
    const answers = [
      await elsewhere.json("confirm-address", { token, current: other, code }),
      await elsewhere.json("confirm-address", { token, current: other, recovery }),
      await elsewhere.json("confirm-address", { token, current: right, code: await wrongCode(secret) }),
      await elsewhere.json("confirm-address", { token, current: right }),
      await elsewhere.json("confirm-address", { token, code }),
    ];
    for (const answer of answers) {
      expect(answer).toEqual(answers[0]);
      expect(answer).toMatchObject({ status: 401, body: { error: "wrongProof" } });
    }
    const pages = [
      await confirm(elsewhere, { token, current: other, code }),
      await confirm(elsewhere, { token, current: right, code: await wrongCode(secret) }),
    ];
    expect(pages.map(({ status }) => status)).toEqual([401, 401]);
    expect(await hasMoved(app)).toBe(false);
    expect((await confirm(elsewhere, { token, current: right, code })).status).toBe(200);
    expect(await hasMoved(app)).toBe(true);
  });

  test("F1: wrong codes count as at sign-in, and shut both; a right password is not told then", async () => {
    const app = houseOf({ strategy });
    const { token, secret } = await asked(app);
    const wrong = await wrongCode(secret);
    // With a wrong password no code is judged.
    await confirm(app.browser(), { token, current: other, code: wrong });
    expect(await factorRow(app)).toMatchObject({ failures: 0 });
    const signing = app.browser();
    await signing.signIn(ada, right);
    const csrfToken = await signing.csrfToken();
    for (let count = 0; count < 4; count += 1)
      await signing.post("/auth/two-factor", { csrfToken, code: wrong });
    for (let count = 0; count < 6; count += 1)
      expect((await confirm(app.browser(), { token, current: right, code: wrong })).status).toBe(401);
    expect(await factorRow(app)).toMatchObject({ failures: 10 });
    const code = await codeNow(secret);
    for (const current of [right, other])
      expect((await confirm(app.browser(), { token, current, code })).status).toBe(429);
    expect((await signing.post("/auth/two-factor", { csrfToken, code })).status).toBe(429);
    expect(await hasMoved(app)).toBe(false);
  });

  test("F1: of two presses at once one moves the account", async () => {
    const app = houseOf({ strategy });
    const { token } = await asked(app);
    const presses = recoveryCodes.map((one) =>
      confirm(app.browser(), { token, current: right, recovery: one }),
    );
    const statuses = (await Promise.all(presses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(Math.max(...statuses)).toBeGreaterThanOrEqual(400);
    await Promise.all(app.queued);
    expect(app.mails.filter(({ subject }) => subject.includes("was changed"))).toHaveLength(2);
  });

  test("F1: a factor that no form can ask for leads to a sign-in", async () => {
    const app = houseOf({ strategy });
    const { token } = await asked(app);
    app.config.plugins = app.config.plugins!.map((plugin) =>
      plugin.id === "two-factor"
        ? { ...plugin, factor: { ...(plugin as { factor?: object }).factor, onForm: undefined } }
        : plugin,
    );
    const elsewhere = app.browser();
    expect(locationOf(await elsewhere.page(`confirm-address?token=${token}`))).toContain("/auth/signin");
    expect(locationOf(await confirm(elsewhere, { token, current: right }))).toContain("/auth/signin");
    expect(await hasMoved(app)).toBe(false);
  });
});
