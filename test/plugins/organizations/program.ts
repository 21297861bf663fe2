/** A program that asks for JSON with somebody's cookies. */
import { Browser, coreApp } from "../../support/browser.js";
import type { Person, Town } from "./town.js";

/** What it was answered. */
export interface Told {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export class Program {
  readonly browser: Browser;

  /** @param who undefined: nobody is signed in */
  constructor(town: Town, who?: Person) {
    this.browser = new Browser(coreApp(town.config));
    for (const pair of who?.cookie.split("; ") ?? []) {
      const at = pair.indexOf("=");
      this.browser.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  /** @param path below the base path */
  async get(path: string, headers: Record<string, string> = {}): Promise<Told> {
    return told(
      await this.browser.send(`/auth${path}`, { headers: { accept: "application/json", ...headers } }),
    );
  }

  /** With the CSRF token of the browser, unless `fields` hold another one. */
  async post(path: string, fields: object = {}, headers: Record<string, string> = {}): Promise<Told> {
    const body = JSON.stringify({ csrfToken: await this.#askToken(), ...fields });
    const sent = { accept: "application/json", "content-type": "application/json", ...headers };
    return told(await this.browser.send(`/auth${path}`, { method: "POST", headers: sent, body }));
  }

  async #askToken(): Promise<string> {
    const answer = await this.browser.send("/auth/csrf");
    return ((await answer.json()) as { csrfToken: string }).csrfToken;
  }
}

async function told(response: Response): Promise<Told> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return { status: response.status, body: isJson ? (JSON.parse(text) as Told["body"]) : {} };
}
