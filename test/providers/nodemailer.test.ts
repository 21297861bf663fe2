import { createTransport } from "nodemailer";
import SmtpTransport from "nodemailer/lib/smtp-transport/index.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Nodemailer from "../../src/providers/nodemailer.js";
import { signInText } from "../../src/runtime/mail/mail-body.js";
import { normalizeProvider } from "../../src/runtime/settings/provider.js";
import type { EmailConfig } from "../../src/runtime/types/provider.js";
import { MailServer } from "../support/mail-server.js";

const url = "https://app.example.com/api/auth/callback/nodemailer?token=test-token&email=ada%40example.com";

function requestOf(
  provider: EmailConfig,
  changes: Partial<{ identifier: string; theme: object; code: string }> = {},
) {
  const finished = normalizeProvider(provider) as EmailConfig;
  return {
    identifier: "ada@example.com",
    url,
    token: "test-token",
    expires: new Date(),
    theme: {},
    request: new Request("https://app.example.com/"),
    ...changes,
    provider: finished,
  };
}

describe("the sign-in mail", () => {
  const mailOf = (theme = {}, link = url) =>
    signInText({ identifier: "ada@example.com", url: link, provider: Nodemailer(), theme });

  it("says where the link leads, in text and in HTML, with one link", () => {
    const { subject, text, html, from, to } = mailOf();
    expect({ subject, from, to }).toEqual({
      subject: "Sign in to app.example.com",
      from: "no-reply@app.example.com",
      to: "ada@example.com",
    });
    expect(text.split("\n")).toEqual(["Sign in to app.example.com:", url, "", expect.any(String), ""]);
    expect(html.match(/<a\s/g)).toHaveLength(1);
    expect(html).toContain(`href="${url.replaceAll("&", "&amp;")}"`);
    expect(html.replaceAll(/<[^>]*>|&#8203;/g, "")).toContain("app.example.com");
    expect(html.replaceAll(/<[^>]*>/g, "")).not.toContain("app.example.com");
  });

  it("shows a code in both parts, not in the subject, and has one link still", () => {
    const request = { identifier: "ada@example.com", url, provider: Nodemailer(), theme: {} };
    const mail = signInText(request, "01234567");
    expect(mail.text.split("\n").slice(3, 5)).toEqual([
      expect.stringContaining("within 10 minutes"),
      "01234567",
    ]);
    expect(mail.html.match(/<a\s/g)).toHaveLength(1);
    expect(mail.html).toContain(">01234567</strong");
    expect([mail.subject, mail.code]).toEqual(["Sign in to app.example.com", "01234567"]);
    expect(signInText(request)).not.toHaveProperty("code");
  });

  it("escapes whatever comes into it", () => {
    const { html } = mailOf({}, `${url}&x="><script>alert(1)</script>`);
    expect(html).not.toContain("<script");
    expect(html).not.toContain('x="');
  });

  it("takes colours from the theme, and nothing else", () => {
    expect(mailOf({ brandColor: "#123456", buttonText: "white" }).html).toMatch(
      /background:#123456;color:white/,
    );
    const odd = { brandColor: 'red;background-image:url("https://evil.example")', buttonText: "</style>" };
    expect(mailOf(odd).html).not.toMatch(/evil|<\/style/);
  });
});

describe("Nodemailer", () => {
  let server: MailServer;
  beforeEach(async () => void (server = await MailServer.start()));
  afterEach(() => server.close());

  it("has the defaults of an e-mail provider, and options over them", () => {
    const finished = normalizeProvider(Nodemailer({ id: "mail", from: "a@b.co", maxAge: 600 }));
    expect(finished).toMatchObject({
      id: "mail",
      name: "Nodemailer",
      type: "email",
      from: "a@b.co",
      maxAge: 600,
    });
    expect(Nodemailer()).toMatchObject({ id: "nodemailer", maxAge: 86_400 });
  });

  it("sends by a URL, by options and by a transport", async () => {
    const options = { host: "127.0.0.1", port: server.port };
    for (const given of [server.url, options, new SmtpTransport(options), createTransport(options)]) {
      const provider = Nodemailer({ server: given, from: "Example <no-reply@example.com>" });
      await provider.sendVerificationRequest(requestOf(provider));
    }
    expect(server.mails).toHaveLength(4);
    for (const mail of server.mails) {
      expect(mail).toMatchObject({
        recipients: ["ada@example.com"],
        subject: "Sign in to app.example.com",
        from: { name: "Example", address: "no-reply@example.com" },
      });
      expect(mail.text).toContain(url);
      expect(mail.html).toContain(">Sign in</a");
    }
  });

  it("sends the text of the app's own function, which gets link, code and host", async () => {
    const mail = vi.fn<NonNullable<EmailConfig["mail"]>>(({ host, code }) => ({
      subject: `Hello\r\nBcc: eve@evil.example`,
      text: `${host} ${code}`,
      html: `<b>${code}</b>`,
    }));
    const provider = Nodemailer({ server: server.url, code: true, mail });
    await provider.sendVerificationRequest(requestOf(provider, { code: "01234567" }));
    expect(mail.mock.calls[0]?.[0]).toMatchObject({ identifier: "ada@example.com", url, code: "01234567" });
    expect(server.mails[0]).toMatchObject({ subject: "Hello Bcc: eve@evil.example" });
    expect(server.mails[0]?.recipients).toEqual(["ada@example.com"]);
    expect(server.mails[0]?.text?.trim()).toBe("app.example.com 01234567");
    expect(server.mails[0]?.html).toContain("<b>01234567</b>");
  });

  it("fails when the app's own function gives no text, and sends nothing", async () => {
    const provider = Nodemailer({ server: server.url, mail: () => ({ subject: "Hello" }) as never });
    await expect(provider.sendVerificationRequest(requestOf(provider))).rejects.toThrow(
      "subject, text, html",
    );
    expect(server.mails).toEqual([]);
  });

  it("writes to one address, also when the normaliser lets a list through", async () => {
    const provider = Nodemailer({ server: server.url });
    const odd = "ada@example.com,eve@evil.example";
    const sent = provider.sendVerificationRequest(requestOf(provider, { identifier: odd }));
    await Promise.allSettled([sent]);
    expect(server.mails.flatMap(({ recipients }) => recipients)).not.toContain("eve@evil.example");
  });

  it("fails when the server does not take the mail, without the address in the text", async () => {
    server.refuse = true;
    const provider = Nodemailer({ server: server.url });
    await expect(provider.sendVerificationRequest(requestOf(provider))).rejects.toThrow();
    expect(server.mails).toEqual([]);
  });

  it("without a server says how to give one", async () => {
    const provider = Nodemailer();
    await expect(provider.sendVerificationRequest(requestOf(provider))).rejects.toThrow(/server: "smtp:/);
  });

  it("without the package says how to install it", async () => {
    vi.doMock("nodemailer", () => {
      throw new Error("Cannot find package 'nodemailer'");
    });
    const provider = Nodemailer({ server: server.url });
    await expect(provider.sendVerificationRequest(requestOf(provider))).rejects.toThrow(
      "npm install nodemailer",
    );
    vi.doUnmock("nodemailer");
  });
});
