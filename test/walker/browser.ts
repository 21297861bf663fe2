/** A browser with one cookie jar, and the forms that its user sends. */
import type { ShownUser } from "./book.js";
import { pages } from "./pages.js";
import type { Process } from "./process.js";
import type { Answered } from "./reply.js";

export const origin = "http://localhost:3000";

const base = "/auth";

/** Moves name pages below the base path, wherever the app has them. Forms of the core stay below it. */
const toOwn = (url: string, isForm: boolean): string => {
  const { pathname, search } = new URL(url, origin);
  const page = pages.find(({ path, takesForm }) => base + path === pathname && (takesForm || !isForm));
  return page ? page.address + search : url;
};

/** The path of a page below the base path, by its own address. */
export const belowBase = (url: string): string => {
  const { pathname, search } = new URL(url, origin);
  const page = pages.find(({ address }) => address === pathname);
  return page ? base + page.path + search : url.replace(origin, "");
};

const csrfCookie = "authjs.csrf-token";
export const sessionCookie = "authjs.session-token";
/** Where an administrator's own session is, while they act for somebody. */
const asideCookie = "authjs.session-aside";

/** What the session endpoint says. */
interface ShownSession {
  readonly user?: ShownUser;
  readonly impersonatedBy?: { readonly id: string };
}

/** What a request holds. */
interface Sent extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

export class Browser {
  readonly cookies = new Map<string, string>();
  /** Which process answers. */
  process: Process;
  /** No two browsers of a walk have the same. */
  readonly name: string;
  /** Requests so far. */
  asked = 0;

  constructor(process: Process, name: string) {
    this.process = process;
    this.name = name;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Another process answers meanwhile. */
  async visit<T>(process: Process, run: () => Promise<T>): Promise<T> {
    const usual = this.process;
    this.process = process;
    try {
      return await run();
    } finally {
      this.process = usual;
    }
  }

  async send(url: string, init: Sent = {}): Promise<Answered> {
    const cookie = this.cookieHeader;
    const headers = { ...init.headers, ...(cookie !== "" && { cookie }) };
    const own = this.process.hasOwnPages ? toOwn(url, init.method === "POST") : url;
    this.asked += 1;
    const response = await this.process.answer({
      url: own.startsWith("/") ? origin + own : own,
      init: { ...init, headers },
      by: `${this.name} ${this.asked}`,
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Sends a form with its CSRF token. */
  async post(
    path: string,
    fields: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    if (!this.cookies.has(csrfCookie)) await this.send("/auth/csrf");
    const [csrfToken = ""] = decodeURIComponent(this.cookies.get(csrfCookie) ?? "").split("|");
    const body = new URLSearchParams({ csrfToken, callbackUrl: "/after", ...fields });
    return this.send(`/auth${path}`, { method: "POST", body, headers });
  }

  /** Who is signed in, as the app sees it. */
  async session(): Promise<ShownUser | undefined> {
    const answer = await this.send("/auth/session");
    if (answer.status !== 200) throw new Error(`The session endpoint answered ${answer.status}`);
    const session = (await answer.json()) as ShownSession | null;
    const { user, impersonatedBy } = session ?? {};
    return user && impersonatedBy ? { ...user, impersonatedBy: impersonatedBy.id } : user;
  }

  /** Takes the session's cookies of another browser, and nothing else. */
  copySession(from: Browser): void {
    for (const name of this.cookies.keys())
      if (isOf(sessionCookie, name) || isOf(asideCookie, name)) this.cookies.delete(name);
    for (const [name, value] of from.cookies)
      if (isOf(sessionCookie, name) || isOf(asideCookie, name)) this.cookies.set(name, value);
  }

  /** Does somebody act for a user in it, or did they? Without this cookie they do no more. */
  dropAside(): void {
    for (const name of this.cookies.keys()) if (isOf(asideCookie, name)) this.cookies.delete(name);
  }

  get hasSessionCookie(): boolean {
    return [...this.cookies.keys()].some((name) => isOf(sessionCookie, name));
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === "" || /max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** A cookie that is too long for one is in several, with numbers. */
const isOf = (cookie: string, name: string): boolean =>
  name === cookie || (name.startsWith(`${cookie}.`) && /^\d+$/.test(name.slice(cookie.length + 1)));

/** Where a browser is sent, below the origin; "" for an answer that sends it nowhere. */
export const targetOf = (answer: Answered): string => belowBase(answer.headers.get("location") ?? "");
