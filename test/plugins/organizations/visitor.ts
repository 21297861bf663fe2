/** Somebody in front of the pages: opens them, and sends the forms that stand there. */
import { Browser, coreApp, origin } from "../../support/browser.js";
import type { Person, Town } from "./town.js";

/** A page that was answered with. */
export interface Seen {
  readonly response: Response;
  readonly status: number;
  readonly html: string;
  /** What people read, on one line. */
  readonly text: string;
  /** Paths that forms post to, below the base path, in the order of the page. */
  readonly forms: readonly string[];
  /** Where it leads, when it is a redirect. */
  readonly location: string;
}

const plain = (html: string): string =>
  html
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replace(/\s+/g, " ");

export class Visitor {
  readonly browser: Browser;

  /** @param who undefined: nobody is signed in */
  constructor(town: Pick<Town, "config">, who?: Pick<Person, "cookie">) {
    this.browser = new Browser(coreApp(town.config));
    for (const pair of who?.cookie.split("; ") ?? []) {
      const at = pair.indexOf("=");
      this.browser.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  /** @param path below the base path */
  async open(path: string): Promise<Seen> {
    return this.#see(await this.browser.send(`/auth${path}`, { headers: { accept: "text/html" } }));
  }

  /** As a program does. */
  async read(path: string): Promise<{ status: number; body: Record<string, unknown>; response: Response }> {
    const response = await this.browser.send(`/auth${path}`, { headers: { accept: "application/json" } });
    return { status: response.status, body: (await response.json()) as Record<string, unknown>, response };
  }

  /**
   * Sends a form of a page with all that it holds unseen.
   *
   * @param fields what is typed and chosen; a field that is undefined is left out
   */
  async send(page: Seen, path: string, fields: Record<string, string | undefined> = {}): Promise<Seen> {
    const form = formsIn(page.html).find(({ action }) => action === path);
    if (form === undefined) throw new Error(`no form for ${path}: ${page.forms.join(", ")}`);
    return this.#post(path, { ...form.unseen, ...fields });
  }

  /** Sends what the page has no form for, with the page's CSRF token. */
  forge(page: Seen, path: string, fields: Record<string, string> = {}): Promise<Seen> {
    const csrfToken = formsIn(page.html)[0]?.unseen["csrfToken"];
    return this.#post(path, { csrfToken, ...fields });
  }

  async #post(path: string, fields: Record<string, string | undefined>): Promise<Seen> {
    const sent = Object.entries(fields).filter((each): each is [string, string] => each[1] !== undefined);
    const body = new URLSearchParams(sent);
    const headers = { accept: "text/html" };
    return this.#see(await this.browser.send(`/auth${path}`, { method: "POST", body, headers }));
  }

  async #see(response: Response): Promise<Seen> {
    const html = await response.text();
    const location = (response.headers.get("location") ?? "").replace(origin, "").replace(/^\/auth/, "");
    const forms = formsIn(html).map(({ action }) => action);
    return { response, status: response.status, html, text: plain(html), forms, location };
  }
}

const formsIn = (html: string) =>
  [...html.matchAll(/<form action="([^"]*)"[\s\S]*?<\/form>/g)].map(([whole, action = ""]) => ({
    action: action.replace(`${origin}/auth`, ""),
    unseen: Object.fromEntries(
      [...whole.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = "", value = ""]) => [name, value] as const,
      ),
    ),
  }));
