import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../src/commands/dev/server/index.js";
import type { CaughtMail } from "../../src/commands/dev/server/mail-catcher.js";
import HTTPEmail from "../../src/providers/http-email.js";
import Loops from "../../src/providers/loops.js";
import Nodemailer from "../../src/providers/nodemailer.js";
import Resend from "../../src/providers/resend.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { empty } from "../../src/runtime/http/flow-result.js";
import { definePlugin } from "../../src/runtime/plugins/host/define-plugin.js";
import { findMailProblem, type SendMail, sendPluginMail } from "../../src/runtime/plugins/mail/send-mail.js";
import type { Mail, Provider } from "../../src/runtime/types/provider.js";
import { appWithEnv, Browser, secret } from "../support/browser.js";

const words = {
  subject: "A notice",
  heading: "Look at {host}",
  more: "Something <b>happened</b>.",
  button: "Look",
  closing: "Bye.",
};

/** A plugin that mails whoever asks. */
const notices = (sendMail?: SendMail) =>
  definePlugin({
    id: "notices",
    findProblem: (providers) => findMailProblem("notices", providers, sendMail),
    routes: [
      {
        method: "GET",
        path: "/notices",
        async flow(context) {
          const url = `${context.site.base}/notices/look?token=abc`;
          await sendPluginMail(
            context,
            { name: "signInChanged", to: "ada@example.com", url, words },
            sendMail,
          );
          return empty(204);
        },
      },
    ],
  });

const errors: Error[] = [];

function browserOf(providers: Provider[], sendMail?: SendMail): Browser {
  const logger = { error: (error: Error) => void errors.push(error), warn: () => undefined };
  const config = { secret, adapter: MemoryAdapter(), providers, plugins: [notices(sendMail)], logger };
  return new Browser(appWithEnv(config));
}

afterEach(() => {
  errors.length = 0;
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe("mails of plugins", () => {
  beforeEach(() => {
    vi.stubEnv("AUTH_URL", "http://localhost:3000/auth");
    vi.stubEnv("AUTH_DEV_IDP", undefined);
  });

  test("go the way of sign-in mails, by the first provider that can, in the layout of all mails", async () => {
    const fetched = vi.fn<typeof fetch>(async () => new Response());
    vi.stubGlobal("fetch", fetched);
    const providers = [
      HTTPEmail(),
      Loops(),
      Resend({ apiKey: "key", from: "Example <no-reply@example.com>" }),
    ];
    expect((await browserOf(providers).send("/auth/notices")).status).toBe(204);
    expect(fetched).toHaveBeenCalledTimes(1);
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe("https://api.resend.com/emails");
    const mail = JSON.parse(String(init?.body)) as Mail;
    expect(mail).toMatchObject({
      from: "Example <no-reply@example.com>",
      to: "ada@example.com",
      subject: "A notice",
      text: "Something <b>happened</b>.\n\nLook at localhost:3000:\nhttp://localhost:3000/auth/notices/look?token=abc\n\nBye.\n",
    });
    expect(mail.html.match(/<a\s/g)).toHaveLength(1);
    expect(mail.html).toContain("Something &lt;b&gt;happened&lt;/b&gt;.");
  });

  test("go by the plugin's own option where it has one", async () => {
    const mails: Mail[] = [];
    const browser = browserOf([Resend({ apiKey: "key" })], (mail) => void mails.push(mail));
    expect((await browser.send("/auth/notices")).status).toBe(204);
    expect(mails).toMatchObject([{ from: "no-reply@localhost", to: "ada@example.com", subject: "A notice" }]);
  });

  test("nobody who could send them is an error of the configuration that names the line", async () => {
    expect((await browserOf([HTTPEmail(), Loops()]).send("/auth/notices")).status).toBe(500);
    expect(errors[0]?.message).toMatch(/auth add-provider resend.*notices\(\{ sendMail: /);
  });
});

describe("auth dev", () => {
  let idp: IdentityProvider;
  let caught: CaughtMail[];

  beforeEach(async () => {
    caught = [];
    idp = await startIdentityProvider({ records: {}, onMail: (mail) => void caught.push(mail) });
    vi.stubEnv("NODE_ENV", "development");
    vi.stubEnv("AUTH_DEV_IDP", idp.url);
    vi.stubEnv("AUTH_URL", undefined);
  });
  afterEach(() => idp.close());

  test.each([["resend", Resend] as const, ["nodemailer", Nodemailer] as const])(
    "%s: mails of plugins are caught too, with no key and no server",
    async (provider, factory) => {
      const answer = await browserOf([factory as Provider]).send("/auth/notices");
      expect(errors).toEqual([]);
      expect(answer.status).toBe(204);
      const link = "http://localhost:3000/auth/notices/look?token=abc";
      expect(caught).toMatchObject([{ provider, to: "ada@example.com", url: link, subject: "A notice" }]);
      const page = await (await fetch(`${idp.url}/mail`)).text();
      expect(page).toContain("Open localhost:3000/auth/notices/look");
    },
  );
});
