import express from "express";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../src/commands/dev/server/index.js";
import type { CaughtMail } from "../../src/commands/dev/server/mail-catcher.js";
import { clock } from "../../src/commands/dev/server/page.js";
import HTTPEmail from "../../src/providers/http-email.js";
import Nodemailer from "../../src/providers/nodemailer.js";
import Resend from "../../src/providers/resend.js";
import SES from "../../src/providers/ses.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { MiddlewareAuth } from "../../src/runtime/integrations/express.js";
import type { Provider } from "../../src/runtime/types/provider.js";
import { listen, type Running } from "../support/app.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

const secret = "test-secret-test-secret-test-secret-000";
const address = "mira.osei@example.com";

let idp: IdentityProvider;
let caught: CaughtMail[];
const running: Running[] = [];
const errors: Error[] = [];

beforeEach(async () => {
  caught = [];
  errors.length = 0;
  idp = await startIdentityProvider({ records: {}, onMail: (mail) => void caught.push(mail) });
  vi.stubEnv("NODE_ENV", "development");
  vi.stubEnv("AUTH_DEV_IDP", idp.url);
  for (const name of ["AUTH_URL", "NEXTAUTH_URL", "AUTH_TRUST_HOST", "AUTH_RESEND_KEY"])
    vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(running.splice(0).map((each) => each.close()));
  await idp.close();
});

/** An Express app with this way to sign in, and a browser in front of it. */
async function appWith(provider: Provider) {
  const app = express();
  app.use(
    "/auth",
    MiddlewareAuth({
      secret,
      adapter: MemoryAdapter(),
      providers: [provider],
      logger: { error: (error) => void errors.push(error), warn: () => undefined },
    }),
  );
  const started = await listen(app);
  running.push(started);
  const jar = new Map<string, string>();
  const send = async (url: string, init: RequestInit = {}) => {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const headers = { ...(init.headers as Record<string, string>), cookie };
    const response = await fetch(new URL(url, started.origin), { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return response;
  };
  const ask = async (id: string) => {
    const { csrfToken } = (await (await send("/auth/csrf")).json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, email: address, callbackUrl: "/after" });
    return send(`/auth/signin/${id}`, { method: "POST", body });
  };
  const session = async () => (await (await send("/auth/session")).json()) as { user?: object } | null;
  return { send, ask, session, origin: started.origin };
}

const linkOn = (page: string): string =>
  (/<li>[\s\S]*? href="([^"]+)"/.exec(page)?.[1] ?? "").replaceAll("&#38;", "&");

test("N-16 an end on another day has its date", () => {
  const at = new Date(2026, 10, 24, 14, 26, 39).getTime();
  expect(clock(at).markup).toContain(">14:26:39<");
  expect(clock(at + 60_000, at).markup).toContain(">14:27:39<");
  expect(clock(at + 86_400_000, at).markup).toContain(">2026-11-25 14:26:39<");
});

describe("mails are caught", () => {
  test.each<[string, Provider]>([
    ["nodemailer", Nodemailer],
    ["resend", Resend({ from: "Example <no-reply@example.com>" })],
    ["ses", SES()],
    ["http-email", HTTPEmail()],
  ])("%s: asked for, caught, clicked, signed in, with no key and no server", async (id, provider) => {
    const { send, ask, session } = await appWith(provider);
    const answer = await ask(id);
    expect(errors).toEqual([]);
    expect(answer.headers.get("location")).toContain("/auth/verify-request");
    expect(caught).toMatchObject([{ provider: id, to: address }]);
    const page = await fetch(`${idp.url}/mail`);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const text = await page.text();
    expect(text).toContain(address);
    expect(linkOn(text)).toBe(caught[0]?.url);
    expect(await session()).toBeNull();
    const end = await send(linkOn(text));
    expect(end.headers.get("location")).toMatch(/\/after$/);
    expect((await session())?.user).toMatchObject({ email: address });
    // The link is spent.
    expect((await send(linkOn(text))).headers.get("location")).toContain("error=Verification");
  });

  test("a code is shown beside the link, and signs in", async () => {
    const { send, ask, session } = await appWith(Nodemailer({ code: true, confirm: true }));
    await ask("nodemailer");
    const code = caught[0]!.code;
    expect(code).toMatch(/^\d{8}$/);
    expect(caught[0]!.text).toContain(code);
    const text = await (await fetch(`${idp.url}/mail`)).text();
    expect(text).toContain(`<code class="code">${code}</code>`);
    const { csrfToken } = (await (await send("/auth/csrf")).json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, code, callbackUrl: "/after" });
    await send("/auth/callback/nodemailer", { method: "POST", body });
    expect((await session())?.user).toMatchObject({ email: address });
  });

  test("a text of the app's own function is shown as it would be sent", async () => {
    const mail = ({ code }: { code?: string | undefined }) => ({
      subject: "Hello",
      text: `Type ${code}`,
      html: `<p>${code}</p>`,
    });
    const { ask } = await appWith(Nodemailer({ code: true, mail }));
    await ask("nodemailer");
    const { code } = caught[0]!;
    expect(caught[0]).toMatchObject({ subject: "Hello", text: `Type ${code}`, html: `<p>${code}</p>` });
  });

  test("not in production: the provider itself is asked, and the log says so", async () => {
    vi.stubEnv("NODE_ENV", "production");
    vi.stubEnv("AUTH_TRUST_HOST", "true");
    const sent: string[] = [];
    const { ask, origin } = await appWith(
      HTTPEmail({ sendVerificationRequest: ({ identifier }) => void sent.push(identifier) }),
    );
    vi.stubEnv("AUTH_URL", origin);
    await ask("http-email");
    expect(caught).toEqual([]);
    expect(errors.map(({ message }) => message)).toContain("AUTH_DEV_IDP is ignored: NODE_ENV is production");
    expect(sent).toEqual([address]);
  });

  test("not for an address elsewhere", async () => {
    vi.stubEnv("AUTH_DEV_IDP", "http://mail.example.com");
    const sent: string[] = [];
    const { ask } = await appWith(
      HTTPEmail({ sendVerificationRequest: ({ identifier }) => void sent.push(identifier) }),
    );
    await ask("http-email");
    expect(sent).toEqual([address]);
    expect(errors[0]?.message).toContain("it isn't an address of this machine");
  });

  test("when the catcher is gone nobody is told that a mail is on its way", async () => {
    const { ask } = await appWith(Nodemailer);
    await idp.close();
    const answer = await ask("nodemailer");
    idp = await startIdentityProvider({ records: {} });
    expect(answer.headers.get("location")).toContain("error=");
  });
});

test("auth dev prints one line for a mail: the address and the page, never the link", async () => {
  const folder = copyProject("express-esm-ts");
  const mail = {
    provider: "resend",
    to: address,
    url: "http://localhost:3000/auth/callback/resend?token=t0ken",
  };
  const script = `fetch(process.env.AUTH_DEV_IDP + "/mail", {
    method: "POST", headers: { "content-type": "application/json" }, body: process.env.MAIL,
  }).then((r) => process.exit(r.ok ? 7 : 1))`;
  const { code, stdout, stderr } = await runMain(folder, ["dev", "--", process.execPath, "-e", script], {
    env: { PATH: process.env["PATH"] ?? "", MAIL: JSON.stringify(mail) },
  });
  removeProjects();
  expect(code).toBe(7);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/\[auth dev\] Mail for mira\.osei@example\.com: http:\/\/127\.0\.0\.1:\d+\/mail/);
  expect(stderr.match(/Mail for/g)).toHaveLength(1);
  expect(stderr).not.toContain("t0ken");
});

describe("the catcher", () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${idp.url}/mail`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const mail = { provider: "resend", to: address, url: "http://localhost:3000/auth/callback/resend?token=a" };

  test.each<[string, unknown, Record<string, string>, number]>([
    ["a link to elsewhere", { ...mail, url: "https://evil.example.com/" }, {}, 400],
    ["a link that is a script", { ...mail, url: "javascript:alert(1)" }, {}, 400],
    ["no address", { ...mail, to: "" }, {}, 400],
    ["no JSON", mail, { "content-type": "text/plain" }, 415],
    ["a form of another page", mail, { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["a foreign page", mail, { origin: "https://evil.example.com" }, 403],
  ])("refuses %s", async (_what, body, headers, status) => {
    expect((await post(body, headers)).status).toBe(status);
    expect(caught).toEqual([]);
  });

  test("shows an address as text, and gives terminals no control characters", async () => {
    await post({ ...mail, to: "\u001b[31m<img src=x>@example.com\n" });
    expect(caught[0]?.to).toBe("[31m<img src=x>@example.com");
    expect(await (await fetch(`${idp.url}/mail`)).text()).not.toContain("<img");
  });

  test("keeps the newest 50, newest first", async () => {
    for (let at = 0; at < 52; at += 1) await post({ ...mail, to: `mail-${at}@example.com` });
    const page = await (await fetch(`${idp.url}/mail`)).text();
    expect(page.match(/<li>/g)).toHaveLength(50);
    expect(page.indexOf("mail-51@")).toBeLessThan(page.indexOf("mail-50@"));
    expect(page).not.toContain("mail-1@");
  });
});
