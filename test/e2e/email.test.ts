/** Sign-in by mail over HTTP: a real SMTP server takes the mail, and its link signs in. */
import { request } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import Nodemailer from "../../src/providers/nodemailer.js";
import { ExpressAuth, getSession } from "../../src/runtime/integrations/express.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { expresses, listen, type Running } from "../support/app.js";
import { MailServer, type Received } from "../support/mail-server.js";
import { MemoryStore } from "../support/memory-store.js";

const secret = "test-secret-test-secret-test-secret-000";

/** fetch with a cookie jar, as one browser. */
class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(new URL(path, this.#origin), { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** @returns where the answer leads */
  async post(path: string, fields: Record<string, string>): Promise<string> {
    const { csrfToken } = (await (await this.send("/auth/csrf")).json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, ...fields });
    return (await this.send(path, { method: "POST", body })).headers.get("location") ?? "";
  }

  async follow(path: string): Promise<string> {
    return (await this.send(path)).headers.get("location") ?? "";
  }

  async who(): Promise<{ user?: { email?: string } } | null> {
    return (await (await this.send("/who")).json()) as { user?: { email?: string } } | null;
  }
}

describe.each(["jwt", "database"] as const)("sign-in by mail with %s sessions", (strategy) => {
  let mailServer: MailServer;
  let store: MemoryStore;
  let app: Running;
  let errors: string[];

  beforeAll(async () => {
    mailServer = await MailServer.start();
    store = new MemoryStore();
    errors = [];
    const config: AuthConfig = {
      secret,
      adapter: store.adapter,
      session: { strategy },
      providers: [Nodemailer({ server: mailServer.url, from: "Example <no-reply@example.com>" })],
      theme: { brandColor: "#123456" },
      logger: { error: (error) => void errors.push(error.name), warn: () => undefined },
    };
    const server = expresses[5]();
    server.use("/auth", ExpressAuth(config));
    server.get("/who", (req, res, next) => {
      getSession(req, config).then((session) => res.json(session), next);
    });
    app = await listen(server);
  });
  afterAll(async () => {
    await app?.close();
    await mailServer?.close();
  });

  /** The link of a mail, as a mail program reads it, and the same in both bodies. */
  const linkOf = (mail: Received): string => {
    const inText = /https?:\S+/.exec(mail.text ?? "")?.[0] ?? "";
    const inHtml = /href="([^"]+)"/.exec(mail.html ?? "")?.[1]?.replaceAll("&amp;", "&");
    expect(inHtml).toBe(inText);
    return inText;
  };
  const ask = (visitor: Visitor, email: string) =>
    visitor.post("/auth/signin/nodemailer", { email, callbackUrl: "/after" });

  test("the mail's link signs in once, and finds the same person the next time", async () => {
    const visitor = new Visitor(app.origin);
    expect(await ask(visitor, " Ada@Example.com ")).toBe(
      `${app.origin}/auth/verify-request?provider=nodemailer&type=email`,
    );
    const mail = mailServer.mails.at(-1)!;
    expect(mail).toMatchObject({ recipients: ["ada@example.com"], subject: `Sign in to ${app.host}` });
    expect(mail.html).toContain("background:#123456");
    const link = linkOf(mail);
    expect(link.startsWith(`${app.origin}/auth/callback/nodemailer?`)).toBe(true);

    expect(await visitor.who()).toBeNull();
    expect(await visitor.follow(link)).toBe(`${app.origin}/after`);
    expect((await visitor.who())?.user?.email).toBe("ada@example.com");
    const [user] = store.users.values();
    expect(user?.emailVerified).toBeInstanceOf(Date);

    const other = new Visitor(app.origin);
    // A browser that did not ask for the mail gets a page, and its press finds that the link was used.
    expect(await other.follow(link)).toBe("");
    const { pathname, searchParams } = new URL(link);
    expect(await other.post(pathname, Object.fromEntries(searchParams))).toBe(
      `${app.origin}/auth/error?error=Verification`,
    );
    expect(await other.who()).toBeNull();

    await visitor.post("/auth/signout", {});
    expect(await visitor.who()).toBeNull();
    await ask(visitor, "ada@example.com");
    expect(await visitor.follow(linkOf(mailServer.mails.at(-1)!))).toBe(`${app.origin}/after`);
    expect((await visitor.who())?.user?.email).toBe("ada@example.com");
    expect([store.users.size, store.sessions.size]).toEqual([1, strategy === "database" ? 1 : 0]);
    expect(errors).toEqual(["Verification"]);
  });

  test("EMAIL-20: of two mails both links work", async () => {
    const visitor = new Visitor(app.origin);
    await ask(visitor, "bob@example.com");
    await ask(visitor, "bob@example.com");
    for (const mail of mailServer.mails.slice(-2)) {
      expect(await visitor.follow(linkOf(mail))).toBe(`${app.origin}/after`);
    }
  });

  test("a mail that the server does not take ends at the error page, and signs nobody in", async () => {
    const visitor = new Visitor(app.origin);
    mailServer.refuse = true;
    expect(await ask(visitor, "carol@example.com")).toBe(`${app.origin}/auth/error?error=Configuration`);
    mailServer.refuse = false;
    expect(await visitor.who()).toBeNull();
  });
});

describe("in production", () => {
  let mailServer: MailServer;
  beforeAll(async () => {
    mailServer = await MailServer.start();
    vi.stubEnv("NODE_ENV", "production");
  });
  afterEach(() => vi.stubEnv("AUTH_URL", undefined));
  afterAll(async () => {
    vi.unstubAllEnvs();
    await mailServer.close();
  });

  /** Asks for a mail with a Host header of the sender's choice. */
  async function askAs(host: string): Promise<string | undefined> {
    const server = expresses[5]();
    const providers = [Nodemailer({ server: mailServer.url })];
    const logger = { error: () => undefined, warn: () => undefined };
    const adapter = new MemoryStore().adapter;
    server.use(
      "/auth",
      ExpressAuth({ secret, trustHost: true, useSecureCookies: false, adapter, providers, logger }),
    );
    const app = await listen(server);
    const csrf = await fetch(`${app.origin}/auth/csrf`);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const cookie = csrf.headers.getSetCookie().map((line) => line.split(";")[0]);
    const headers = {
      host,
      "x-forwarded-host": host,
      "content-type": "application/x-www-form-urlencoded",
      cookie: cookie.join("; "),
    };
    const location = await new Promise<string | undefined>((resolve, reject) => {
      request(`${app.origin}/auth/signin/nodemailer`, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.headers.location);
      })
        .on("error", reject)
        .end(new URLSearchParams({ csrfToken, email: "ada@example.com" }).toString());
    });
    await app.close();
    return location;
  }

  test("EMAIL-15: no mail leaves while nothing but the Host header names the site", async () => {
    expect(await askAs("evil.example")).toBe("http://evil.example/auth/error?error=Configuration");
    expect(mailServer.mails).toEqual([]);
  });

  test("EMAIL-15: the link leads to AUTH_URL, whatever the Host header says", async () => {
    vi.stubEnv("AUTH_URL", "https://app.example.com/auth");
    expect(await askAs("evil.example")).toContain("https://app.example.com/auth/verify-request");
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.mails[0]!.text).toContain("https://app.example.com/auth/callback/nodemailer?");
    expect(`${mailServer.mails[0]!.text}${mailServer.mails[0]!.html}`).not.toContain("evil");
  });
});
