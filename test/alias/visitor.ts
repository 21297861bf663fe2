/** Somebody at an app: signs in by each way, without a browser. */
import { expect } from "vitest";

/** Follows no redirect, keeps cookies by name; a host is a host, whatever its port. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #origin: string;
  readonly #base: string;

  /** @param base where the endpoints are: `/auth` */
  constructor(origin: string, base: string, cookies: Readonly<Record<string, string>> = {}) {
    this.#origin = origin;
    this.#base = base;
    for (const [name, value] of Object.entries(cookies)) this.#cookies.set(name, value);
  }

  async send(at: string, fields?: Record<string, string>): Promise<Response> {
    const url = new URL(at, this.#origin);
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      headers: { cookie, ...(fields && { origin: url.origin }) },
      redirect: "manual",
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/s) ?? [];
      if (value === "" || /max-age=0|1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Goes on until something is shown. */
  async follow(at: string, fields?: Record<string, string>): Promise<{ url: string; text: string }> {
    let url = new URL(at, this.#origin).href;
    let response = await this.send(url, fields);
    for (let left = 12; left > 0; left -= 1) {
      const location = response.headers.get("location");
      if (location === null) break;
      url = new URL(location, url).href;
      response = await this.send(url);
    }
    return { url, text: await response.text() };
  }

  /** The session's cookies, to come back with. */
  get session(): Record<string, string> {
    return Object.fromEntries([...this.#cookies].filter(([name]) => name.includes("session-token")));
  }

  async form(action: string, fields: Record<string, string>): Promise<Response> {
    // Integrations whose framework compares the origin go without a token.
    const answer = await this.send(`${this.#base}/csrf`);
    const token = answer.ok ? ((await answer.json()) as { csrfToken: string }) : {};
    return this.send(`${this.#base}/${action}`, {
      ...token,
      callbackUrl: `${this.#origin}/dashboard`,
      ...fields,
    });
  }

  /** By password; a wrong one leads to an error. */
  async byPassword(): Promise<void> {
    const wrong = await this.form("callback/credentials", { username: "Ada", password: "wrong" });
    expect(wrong.headers.get("location")).toContain("error=CredentialsSignin");
    await this.form("callback/credentials", { username: "Ada", password: "right" });
    await this.isIn("Ada");
  }

  /** At the provider of `startStrictProvider`, through its own pages. */
  async byProvider(name: string): Promise<void> {
    const start = await this.form("signin/strict", {});
    const login = await this.follow(start.headers.get("location") ?? "");
    const action = (page: string) => /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? "";
    const fields = { prompt: "login", login: "sally", password: "anything" };
    const consent = await this.follow(new URL(action(login.text), login.url).href, fields);
    await this.follow(new URL(action(consent.text), consent.url).href, { prompt: "consent" });
    await this.isIn(name);
  }

  /** @param link what the mail holds */
  async byMail(address: string, link: () => Promise<string>): Promise<void> {
    await this.form("signin/nodemailer", { email: address });
    const { url, text } = await this.follow(await link());
    // A page that asks for a click keeps scanners of mails out.
    const form = /<form[^>]*action="([^"]+)"[^>]*method="post"/i.exec(text) ?? undefined;
    if (form?.[1] !== undefined && !url.includes("/dashboard")) {
      const inputs = [...text.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)];
      await this.follow(
        new URL(form[1].replaceAll("&amp;", "&"), url).href,
        Object.fromEntries(inputs.map(([, key = "", value = ""]) => [key, value.replaceAll("&amp;", "&")])),
      );
    }
    await this.isIn(address);
  }

  /** The guarded page, and the endpoint of the session. */
  async isIn(who: string): Promise<void> {
    const page = await this.send("/dashboard");
    expect(`${page.status} ${await page.text()}`).toContain(who);
    const session = await this.send(`${this.#base}/session`);
    expect(JSON.stringify(await session.json())).toContain(who);
  }

  /** A stranger is sent to the sign-in page. */
  async isOut(): Promise<void> {
    const page = await this.send("/dashboard");
    expect([302, 303, 307, 308]).toContain(page.status);
    expect(page.headers.get("location")).toMatch(/signin|sign-in/);
  }
}
