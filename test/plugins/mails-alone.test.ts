/** `signIn: false`: a mail provider that sends the mails of plugins, and signs nobody in. */
import { describe, expect, test } from "vitest";
import Nodemailer from "../../src/providers/nodemailer.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { ada, type AppOptions, other, PasswordApp, right } from "./password/drive.js";
import { Browser, coreApp, locationOf, secret } from "../support/browser.js";

function appOf(options: { readonly signIn?: boolean }, more: AppOptions = {}) {
  const mails: Mail[] = [];
  const sent: string[] = [];
  const provider = Nodemailer({
    ...options,
    sendMail: (mail) => void mails.push(mail),
    sendVerificationRequest: ({ identifier }) => void sent.push(identifier),
  });
  const app = new PasswordApp({ options: { sendMail: undefined as never }, providers: [provider], ...more });
  return { app, mails, sent };
}

describe("signIn: false", () => {
  test("no button, and no entry among the providers", async () => {
    const { app } = appOf({ signIn: false });
    const user = app.browser();
    expect(await (await user.send("/auth/signin")).text()).not.toContain("nodemailer");
    expect(Object.keys((await (await user.send("/auth/providers")).json()) as object)).toEqual(["password"]);
    const usual = appOf({}).app.browser();
    expect(await (await usual.send("/auth/signin")).text()).toContain("signin/nodemailer");
    expect(await (await usual.send("/auth/providers")).json()).toHaveProperty("nodemailer");
  });

  test.each(["signin", "callback"])("%s/<id> answers as for an unknown id", async (action) => {
    const { app, sent } = appOf({ signIn: false });
    const user = app.browser();
    const csrfToken = await user.csrfToken();
    const seen = async (id: string) => {
      const answers = [
        await user.post(`/auth/${action}/${id}`, { csrfToken, email: ada, code: "12345678" }),
        await user.send(`/auth/${action}/${id}?token=t&email=${ada}`),
      ];
      return Promise.all(
        answers.map(async (each) => [each.status, each.headers.get("location"), await each.text()]),
      );
    };
    expect(await seen("nodemailer")).toEqual(await seen("unknown"));
    expect(sent).toEqual([]);
    expect(app.errors.at(-1)?.message).toContain("there is: password");
  });

  test("plugins send their mails by it: sign-up, verification, and the way back", async () => {
    const { app, mails } = appOf({ signIn: false });
    const user = app.browser();
    await user.form("sign-up", { email: ada, password: right });
    await Promise.all(app.queued);
    const token = new URL(mails[0]?.url ?? "").searchParams.get("token") ?? "";
    expect(locationOf(await user.form("verify", { token }))).toMatch(/^http/);
    expect(await user.isSignedIn()).toBe(true);
    expect(locationOf(await app.browser().signIn(ada, other))).toContain("CredentialsSignin");
  });

  test("sessions of strategy database hold beside the plugin alone", async () => {
    const { app } = appOf({ signIn: false }, { strategy: "database" });
    expect((await app.browser().send("/auth/providers")).status).toBe(200);
  });

  test("an app that keeps nothing needs no adapter for it, and no methods for links", async () => {
    const base = { secret, trustHost: true, logger: { error: () => undefined } };
    const status = async (config: AuthConfig) =>
      (await new Browser(coreApp(config)).send("/auth/providers")).status;
    const { useVerificationToken: _use, createVerificationToken: _create, ...noLinks } = MemoryAdapter();
    for (const signIn of [true, false]) {
      const providers = [Nodemailer({ signIn })];
      expect(await status({ ...base, providers })).toBe(signIn ? 500 : 200);
      expect(await status({ ...base, providers, adapter: noLinks })).toBe(signIn ? 500 : 200);
    }
  });
});
