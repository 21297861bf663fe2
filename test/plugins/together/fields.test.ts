/** What stands in place of a text in a body of JSON: every field of every form answers it, and none with a fault of ours. */
import { describe, expect, test } from "vitest";
import { accessTokens } from "../../../src/runtime/plugins/access-tokens/index.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { secretTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import { pluginsOf } from "../../../src/runtime/plugins/host/scope.js";
import type { Browser } from "../../support/browser.js";
import { csrf, Stage } from "../stage.js";
import { byMail, byPassword, first, hiddenOf, withFactor } from "../two-factor/visit.js";

const values: Readonly<Record<string, unknown>> = {
  "an object": { equals: "ada" },
  "a list": ["x", "y"],
  "a number": 7,
  null: null,
  "an object without a text": { toString: 0, valueOf: 0 },
  "a list of such": [{ toString: 0 }],
};

const plugins = (required: "optional" | "all") => [
  password({ sendMail: () => undefined, waitUntil: () => undefined, userNames: "optional" }),
  account({ cacheSeconds: 0, sendMail: () => undefined }),
  accessTokens(),
  twoFactor({ required }),
];

/** Fields that a form of a plugin, or of a flow, may have. */
const names =
  "csrfToken callbackUrl email password current name userName token username code recovery setUp enrolment data trust action keep state error iss provider providerAccountId id end confirm".split(
    " ",
  );

const flows = [
  "/signin/op",
  "/signin/email",
  "/signout",
  "/session",
  "/callback/posted",
  "/callback/email",
].concat("/callback/credentials", "/callback/webauthn");

/** All errors in the log, with what caused them. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const cause = error.cause as { err?: unknown } | undefined;
  return [error, ...causesOf(cause?.err ?? cause)];
}

const ours = [TypeError, RangeError, ReferenceError];

class Forms {
  readonly stage: Stage;

  constructor(required: "optional" | "all" = "optional") {
    this.stage = new Stage({ plugins: plugins(required), throttle: false, session: { strategy: "jwt" } });
    const [op] = this.stage.config.providers as [object];
    const posted = { ...op, id: "posted", authorization: { params: { response_mode: "form_post" } } };
    this.stage.config.providers = [...this.stage.config.providers, posted as never];
  }

  get paths(): readonly string[] {
    const routes = pluginsOf(this.stage.config).flatMap((plugin) => plugin.routes ?? []);
    return [...routes.filter(({ method }) => method === "POST").map(({ path }) => path), ...flows];
  }

  /** @param right the other fields */
  async send(browser: Browser, path: string, right: object, odd: Record<string, unknown>): Promise<void> {
    this.stage.errors.length = 0;
    const body = JSON.stringify({ ...(await csrf(browser)), callbackUrl: "/after", ...right, ...odd });
    const headers = { "content-type": "application/json" };
    const { status } = await browser.send(`/auth${path}`, { method: "POST", body, headers });
    const what = `${path} ${JSON.stringify(odd)}`;
    expect({ what, status }).toEqual({ what, status: expect.toSatisfy((of: number) => of < 500) });
    const faults = this.stage.errors
      .flatMap(causesOf)
      .filter((error) => ours.some((kind) => error instanceof kind));
    expect({ what, faults: faults.map(({ stack }) => stack) }).toEqual({ what, faults: [] });
  }
}

describe.each(Object.entries(values))("EDG-10: %s in place of a text", (_name, value) => {
  test("in each field of each form, of nobody and of somebody", async () => {
    const forms = new Forms();
    const { stage } = forms;
    expect(forms.paths.length).toBeGreaterThan(25);
    for (const path of forms.paths) {
      for (const name of names) await forms.send(stage.browser(), path, {}, { [name]: value });
      const browser = stage.browser();
      await byMail(stage, browser);
      const all = Object.fromEntries(names.slice(2).map((name) => [name, value]));
      await forms.send(browser, path, {}, all);
    }
  });

  test("beside right fields: setting up a factor in a sign-in", async () => {
    const forms = new Forms("all");
    const browser = forms.stage.browser();
    expect(await byPassword(forms.stage, browser)).toBe(first);
    const page = await (await browser.send("/auth/two-factor/first")).text();
    const right = { setUp: hiddenOf(page, "setUp"), code: "000000" };
    expect(right.setUp).not.toBe("");
    for (const name of ["setUp", "code"])
      await forms.send(browser, "/two-factor/first", right, { [name]: value });
    await forms.send(browser, "/two-factor/first/save", {}, { enrolment: value });
  });

  test("beside right fields: showing the factor in a sign-in", async () => {
    const forms = new Forms();
    const { stage } = forms;
    const browser = stage.browser();
    await withFactor(stage);
    await byPassword(stage, browser);
    for (const name of ["code", "recovery", "data", "trust"]) {
      await forms.send(browser, "/two-factor", { code: "000000" }, { [name]: value });
      const row = stage.config.adapter!.records!(secretTable);
      expect((await row.find({ userId: "7" }))?.["failures"]).toBeGreaterThan(0);
    }
  });

  test("beside right fields: the code of a mail, the account page, new users", async () => {
    const forms = new Forms();
    const { stage } = forms;
    const browser = stage.browser();
    await browser.post("/auth/signin/email", { ...(await csrf(browser)), email: "eve@example.com" });
    await forms.send(browser, "/callback/email", {}, { code: value });
    const { code = "" } = stage.mails.at(-1)!;
    await forms.send(browser, "/callback/email", { code }, { keep: value });
    expect(await browser.session()).not.toBeNull();
    const shown = { provider: "op", providerAccountId: "x", id: "x", name: "Ada", end: "x" };
    for (const path of forms.paths.filter((each) => each.startsWith("/account/")))
      for (const name of Object.keys(shown)) await forms.send(browser, path, shown, { [name]: value });
    const user = { email: "new@example.com", password: "correct horse battery", name: "N", userName: "new" };
    for (const name of Object.keys(user))
      await forms.send(stage.browser(), "/password/sign-up", user, { [name]: value });
  });
});
