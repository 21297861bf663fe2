/** One browser without pages: cookies of the app, redirects that are looked at one by one. */
import type { WrittenProvider } from "./calls.js";

export interface Session {
  readonly user?: Readonly<Record<string, unknown>>;
  readonly provider?: string;
}

export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #origin: string;
  readonly #basePath: string;

  constructor(origin: string, basePath: string) {
    this.#origin = origin;
    this.#basePath = basePath;
  }

  async send(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#origin + this.#basePath);
    const headers = new Headers(init.headers);
    const isApp = url.origin === this.#origin;
    if (isApp) headers.set("cookie", [...this.#cookies].map((pair) => pair.join("=")).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    if (isApp) for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  async json<T>(address: string): Promise<T> {
    return (await (await this.send(this.#basePath + address)).json()) as T;
  }

  /** A form of the app with its token. @returns where the answer leads */
  async post(address: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const { csrfToken } = await this.json<{ csrfToken: string }>("/csrf");
    const body = new URLSearchParams({ csrfToken, callbackUrl: this.#origin, ...fields });
    return locationOf(await this.send(this.#basePath + address, { method: "POST", body }));
  }

  start = ({ id }: WrittenProvider): Promise<string> => this.post(`/signin/${id}`, {});

  session = (): Promise<Session | null> => this.json("/session");

  /** From the picker of `auth dev` back to the app. @returns where the callback leads */
  async choose(picker: string, person: string): Promise<string> {
    const chosen = await this.send(picker, { method: "POST", body: new URLSearchParams({ person }) });
    if (chosen.status !== 200) return locationOf(await this.send(locationOf(chosen)));
    const page = await chosen.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? "";
    const fields = [...page.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, plain(value)],
    );
    const body = new URLSearchParams(Object.fromEntries(fields) as Record<string, string>);
    return locationOf(await this.send(plain(action), { method: "POST", body }));
  }

  /** A cookie that another browser got. */
  give = (name: string, value: string): void => void this.#cookies.set(name, value);

  /** Name and value of every cookie. */
  cookies = (): readonly (readonly [name: string, value: string])[] => [...this.#cookies];

  /** Value of the cookie whose name ends with this; an empty text without one. */
  cookie = (ending: string): string => [...this.#cookies].find(([name]) => name.endsWith(ending))?.[1] ?? "";

  follow = async (address: string): Promise<string> => locationOf(await this.send(address));

  #keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "" || /max-age=0(;|$)/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

const locationOf = (response: Response): string =>
  response.headers.get("location") ?? `status ${response.status}`;

/** Text of an attribute. */
export const plain = (text: string): string =>
  text
    .replace(/&#(x?)([\da-f]+);/gi, (_all, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex ? 16 : 10)),
    )
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
