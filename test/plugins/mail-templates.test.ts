/** `mails`: each mail in words of the app, one at a time. */
import { describe, expect, test, vi } from "vitest";
import Resend from "../../src/providers/resend.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import de from "../../src/runtime/messages/de.js";
import type { MailFacts, MailName, MailTemplates } from "../../src/runtime/types/mail-templates.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { Stage as HeldStage } from "../accounts/stage.js";
import { Browser, coreApp, locationOf, secret } from "../support/browser.js";
import { ada, other, PasswordApp, right } from "./password/drive.js";
import { House, post } from "./together/authenticators.js";

const theme = { name: "Lantern" };
const names: readonly MailName[] = [
  "signIn",
  "reconnectAccount",
  "verifyEmail",
  "accountExists",
  "resetPassword",
  "passwordChanged",
  "confirmNewEmail",
  "emailTaken",
  "emailChangeAsked",
  "emailChanged",
  "signInChanged",
  "deleteAccount",
];

/** Mails that were sent, and what each was written from. */
interface Seen {
  readonly mails: Mail[];
  readonly facts: [MailName, MailFacts][];
}

/** A function for each of these mails. */
function templatesFor(wanted: readonly MailName[], { facts }: Seen): MailTemplates {
  const write = (name: MailName) => (given: MailFacts) => {
    facts.push([name, given]);
    return {
      subject: `Own ${name}\r\nBcc: eve`,
      text: given.url,
      html: `<a href="${given.url}">${name}</a>`,
    };
  };
  return Object.fromEntries(wanted.map((name) => [name, write(name)]));
}

/** A user of the plugin password gets each of its mails. */
async function walk(seen: Seen, mails: MailTemplates): Promise<PasswordApp> {
  const options = { sendMail: (mail: Mail) => void seen.mails.push(mail) };
  const app = new PasswordApp({ theme, mails, options });
  const linkOf = async (to: string) => {
    await Promise.all(app.queued);
    const urls = seen.mails
      .filter((mail) => mail.to === to)
      .map(({ url }) => new URL(url).searchParams.get("token"));
    return urls.filter((each) => each !== null).at(-1) ?? "";
  };
  const signUp = async (email: string) => {
    const browser = app.browser();
    await browser.form("sign-up", { email, password: right });
    await browser.form("verify", { token: await linkOf(email) });
    return browser;
  };
  await signUp("eve@example.com");
  const user = await signUp(ada);
  await app.browser().form("sign-up", { email: ada, password: right });
  await user.form("address", { email: "eve@example.com", current: right });
  await user.form("address", { email: "new@example.com", current: right });
  await user.form("confirm-address", { token: await linkOf("new@example.com") });
  await user.form("forgot", { email: "new@example.com" });
  await user.form("reset", { token: await linkOf("new@example.com"), password: other });
  await Promise.all(app.queued);
  return app;
}

/** Somebody signs in by a link, with a code. */
async function signInByMail(seen: Seen, mails: MailTemplates, more: object = {}) {
  const fetched = vi.fn<typeof fetch>(async (_url, init) => {
    seen.mails.push(JSON.parse(String(init?.body)) as Mail);
    return new Response();
  });
  vi.stubGlobal("fetch", fetched);
  const errors: Error[] = [];
  const browser = new Browser(
    coreApp({
      secret: `${secret}-${crypto.randomUUID()}`,
      trustHost: ["localhost:3000"],
      adapter: MemoryAdapter(),
      theme,
      mails,
      messages: [de],
      providers: [Resend({ apiKey: "k", code: true, ...more })],
      logger: { error: (error) => void errors.push(error), warn: () => undefined },
    }),
  );
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  const answer = await browser.send("/auth/signin/resend", {
    method: "POST",
    headers: { "accept-language": "de", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, email: ada }).toString(),
  });
  vi.unstubAllGlobals();
  return { location: locationOf(answer), errors };
}

async function reconnect(seen: Seen, mails: MailTemplates) {
  const sendMail = (mail: Mail) => void seen.mails.push(mail);
  const stage = new HeldStage({ adapter: MemoryAdapter(), more: { theme, mails }, mail: { sendMail } });
  await stage.oauth();
  await stage.mail();
  await stage.oauth();
  return stage;
}

async function changeSignIn(seen: Seen, mails: MailTemplates) {
  const house = await House.open({ strategy: "jwt", more: { theme, mails } });
  await house.come(await house.signedIn(), "eve", "plain");
  seen.mails.push(...house.mails);
  return house;
}

async function deleteByMail(seen: Seen, mails: MailTemplates): Promise<void> {
  const house = await House.open({ strategy: "jwt", more: { theme, mails } });
  const browser = await house.signedIn();
  const [id = ""] = await house.users("ada");
  await house.adapter.updateUser!({ id, emailVerified: new Date() });
  await house.withFactor();
  await post(browser, "/account/delete-mail");
  seen.mails.push(...house.mails);
}

async function all(seen: Seen, mails: MailTemplates): Promise<void> {
  await walk(seen, mails);
  await signInByMail(seen, mails);
  await reconnect(seen, mails);
  await changeSignIn(seen, mails);
  await deleteByMail(seen, mails);
}

const nothing = (): Seen => ({ mails: [], facts: [] });
const subjects = ({ mails }: Seen) => mails.map(({ subject }) => subject);

describe("one function for each mail", async () => {
  const usual = nothing();
  await all(usual, {});
  const seen = nothing();
  await all(seen, templatesFor(names, seen));

  test("writes all that are sent, and as many", () => {
    expect(seen.mails).toHaveLength(usual.mails.length);
    expect(new Set(seen.facts.map(([name]) => name))).toEqual(new Set(names));
    expect(seen.facts).toHaveLength(seen.mails.length);
  });

  test.each(names)("%s: gets what it is about and the built-in mail", (name) => {
    const index = seen.facts.findIndex(([each]) => each === name);
    const [, facts] = seen.facts[index]!;
    const { subject, text, html, to } = seen.mails[index]!;
    expect({ subject, text, html, to: [to].flat() }).toEqual({
      subject: `Own ${name} Bcc: eve`,
      text: facts.url,
      html: `<a href="${facts.url}">${name}</a>`,
      to: [facts.identifier],
    });
    expect(facts).toMatchObject({ app: "Lantern", host: "localhost:3000", theme });
    expect(facts.builtIn.subject).toBe(subjects(usual)[index]);
    expect(facts.builtIn.subject).toContain("Lantern");
    expect(facts.builtIn.text).toContain(facts.url);
    expect(facts.builtIn.html).toContain("<!doctype html>");
    const ends = new URL(facts.url).searchParams.has("token");
    expect(facts.expires !== undefined && facts.expires > new Date()).toBe(ends);
  });

  test("signIn gets the code, the language and the request too", () => {
    const [, facts] = seen.facts.find(([name]) => name === "signIn")!;
    expect(facts).toMatchObject({
      code: expect.stringMatching(/^\d{8}$/),
      language: { locale: "de", direction: "ltr" },
      request: expect.any(Request),
    });
    expect(facts.language).not.toHaveProperty("texts");
  });
});

describe("one at a time", () => {
  test.each(names)("%s alone: all others stay as they are", async (name) => {
    const seen = nothing();
    const only = templatesFor([name], seen);
    if (name === "signIn") await signInByMail(seen, only);
    else if (name === "reconnectAccount") await reconnect(seen, only);
    else if (name === "signInChanged") await changeSignIn(seen, only);
    else if (name === "deleteAccount") await deleteByMail(seen, only);
    else await walk(seen, only);
    const own = subjects(seen).filter((subject) => subject.startsWith("Own"));
    expect(new Set(own)).toEqual(new Set([`Own ${name} Bcc: eve`]));
    expect(own).toHaveLength(seen.facts.length);
  });

  test("a part of the built-in mail is replaced by itself", async () => {
    const [seen, usual] = [nothing(), nothing()];
    await signInByMail(usual, {});
    await signInByMail(seen, {
      signIn: ({ builtIn, app }) => ({ ...builtIn, subject: `Hello from ${app}` }),
    });
    expect(subjects(seen)).toEqual(["Hello from Lantern"]);
    expect(seen.mails[0]?.html).toContain("Anmelden");
  });

  test("the function of a mail provider goes before the one of all", async () => {
    const seen = nothing();
    const mail = () => ({ subject: "Resend's", text: "t", html: "h" });
    await signInByMail(seen, templatesFor(["signIn"], seen), { mail });
    expect(subjects(seen)).toEqual(["Resend's"]);
  });
});

describe("a function that fails", () => {
  const failures: Readonly<Record<string, (facts: MailFacts) => never>> = {
    "throws and quotes all": (facts) => {
      throw new Error(
        `No template for ${JSON.stringify(facts)} ${new URL(facts.url).searchParams.get("token")}`,
      );
    },
    "gives no text": () => ({ subject: "Hello" }) as never,
    "gives nothing": () => undefined as never,
  };
  const told = (errors: readonly Error[]) =>
    errors
      .map(
        (error) =>
          `${error.message} ${error.stack} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${String((error.cause as { err?: Error } | undefined)?.err?.message)}`,
      )
      .join();

  test.each(Object.entries(failures))(
    "%s: the mail of a plugin is not sent, the log names it, others go on",
    async (_how, fail) => {
      const seen = nothing();
      const app = await walk(seen, { accountExists: fail, emailChanged: fail });
      const log = told(app.errors);
      expect(log).toContain('The function that writes the mail "accountExists" failed');
      expect(log).toContain('The function that writes the mail "emailChanged" failed');
      expect(subjects(seen)).not.toContain("You have an account at Lantern");
      expect(subjects(seen)).toContain("Choose a new password for Lantern");
      expect(log).not.toMatch(/ada@example\.com|new@example\.com|token=(?!\[value\])/);
    },
  );

  test.each(Object.entries(failures))("%s: a sign-in ends with the usual page", async (_how, fail) => {
    const seen = nothing();
    const { location, errors } = await signInByMail(seen, { signIn: fail });
    const sendVerificationRequest = () => Promise.reject(new Error("no server"));
    expect(location).toBe((await signInByMail(nothing(), {}, { sendVerificationRequest })).location);
    expect(location).toContain("/auth/error?error=");
    expect(seen.mails).toEqual([]);
    const log = told(errors);
    expect(log).toContain('The function that writes the mail "signIn" failed');
    expect(log).not.toMatch(/ada@example|ada%40example|token=(?!\[value\])|\b\d{8}\b/);
  });

  test("the owner is not asked, and the change is made", async () => {
    const seen = nothing();
    const stage = await reconnect(seen, { reconnectAccount: failures["gives nothing"]! });
    expect(told(stage.errors)).toContain('"reconnectAccount"');
    const house = await changeSignIn(seen, { signInChanged: failures["gives nothing"]! });
    expect(told(house.stage.errors)).toContain('"signInChanged"');
    expect(seen.mails).toEqual([]);
  });
});

test("code of one's own that sends sign-in mails writes them itself", async () => {
  const sendVerificationRequest = vi.fn<() => void>();
  const seen = nothing();
  const { location } = await signInByMail(seen, templatesFor(["signIn"], seen), { sendVerificationRequest });
  expect(location).toContain("verify-request");
  expect(sendVerificationRequest).toHaveBeenCalledOnce();
  expect(seen.facts).toEqual([]);
});
