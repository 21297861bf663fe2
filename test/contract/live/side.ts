/** One browser in front of one of the two libraries. */
import { parseSetCookie } from "cookie";
import type { App } from "./app.js";
import { decode } from "@auth/core/jwt";
import { type FakeProvider } from "../../oauth/fake-provider.js";
import { summarize } from "../compare.js";
import { plain, settled } from "./calls.js";
import { Device } from "./passkeys.js";
import { judgedTarget } from "./targets.js";
import type { Setting } from "./setting.js";
import type { CookieMove, Shot } from "./shots.js";

export interface Seen {
  status: number;
  location: string | null;
  contentType: string | null;
  headers: Record<string, string>;
  /** One line a cookie: name, what its value means, attributes as sent. */
  cookies: string[];
  body: unknown;
  calls: string[];
}

export type Handler = (request: Request, app: App) => Promise<Response>;

const comparedHeaders = ["cache-control", "expires", "pragma", "allow", "retry-after", "x-middleware-next"];

export class Side {
  readonly #setting: Setting;
  readonly #fake: FakeProvider;
  readonly #handler: Handler;
  readonly #isReference: boolean;
  readonly app: App;
  readonly device: Device;
  jar = new Map<string, string>();
  /** Where the browser was sent at the last sign-in with a provider. */
  provider = "";

  constructor(setting: Setting, app: App, fake: FakeProvider, handler: Handler, isReference: boolean) {
    this.#isReference = isReference;
    this.#setting = setting;
    this.device = new Device(setting.origin);
    this.app = app;
    this.#fake = fake;
    this.#handler = handler;
  }

  get csrfToken(): string | undefined {
    const name = [...this.jar.keys()].find((each) => /csrf/.test(each));
    return name === undefined ? undefined : decodeURIComponent(this.jar.get(name) ?? "").split("|")[0];
  }

  async send(shot: Shot, other: ReadonlyMap<string, string>): Promise<Seen> {
    const cookie = this.#cookieHeader(shot.cookies ?? [], other);
    const headers = new Headers({ ...(cookie !== "" && { cookie }), ...shot.headers });
    if (shot.headers?.["cookie"] === "") headers.delete("cookie");
    if (shot.device) shot = { ...shot, body: this.device.body(shot.device) };
    const query = this.#query(shot);
    const posted = shot.method === "POST" && shot.comesFrom?.place === "provider" && this.#setting.formPost;
    const base = shot.isOutside === true ? "" : (this.#setting.basePath ?? "/auth");
    const address = `${this.#setting.origin}${base}${shot.path}`;
    const search = posted || query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
    const body = posted
      ? new URLSearchParams(query).toString()
      : shot.method === "POST" && shot.body
        ? this.#body(shot.body, headers)
        : undefined;
    if (posted) headers.set("content-type", "application/x-www-form-urlencoded");
    this.app.calls.take();
    this.app.store.begin(shot.store);
    const request = new Request(address + search, {
      method: shot.method,
      headers,
      ...(body !== undefined && { body }),
    });
    const response = await this.#handler(request, this.app);
    const seen = await this.#look(response);
    const location = response.headers.get("location");
    if (location?.includes("redirect_uri=")) this.provider = location;
    return seen;
  }

  #query({ path, query = [], comesFrom }: Shot): [string, string][] {
    const asked = query.map(([name, value]): [string, string] => [name, value]);
    if (comesFrom === undefined) return asked;
    const params =
      comesFrom.place === "mail"
        ? new URL(this.app.mails.at(-1) ?? "https://x.example").searchParams
        : this.provider === ""
          ? new URLSearchParams({ code: "code-0" })
          : this.#fake.authorize(this.provider);
    changes[comesFrom.change]?.(params);
    // Plain OAuth knows no issuer.
    if (path.endsWith("/oa")) params.delete("iss");
    return [...params, ...asked];
  }

  #body({ type, csrf, fields }: NonNullable<Shot["body"]>, headers: Headers): BodyInit {
    const right = this.csrfToken ?? "";
    const token = { right, wrong: `0${right.slice(1)}0`, empty: "", missing: undefined, list: [right] }[csrf];
    const all = { ...(token !== undefined && { csrfToken: token }), ...fields };
    const flat = Object.entries(all).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]);
    if (type === "multipart") {
      const form = new FormData();
      for (const [name = "", value = ""] of flat) form.set(name, value);
      return form;
    }
    const types = {
      form: "application/x-www-form-urlencoded",
      json: "application/json",
      broken: "application/json",
      text: "text/plain",
      charset: "application/json; charset=utf-8",
    };
    headers.set("content-type", types[type]);
    if (type === "broken") return '{"csrfToken":';
    return type === "form" || type === "text" ? new URLSearchParams(flat).toString() : JSON.stringify(all);
  }

  #cookieHeader(moves: readonly CookieMove[], other: ReadonlyMap<string, string>): string {
    let sent: [string, string][] = [...this.jar];
    for (const { kind, cookie } of moves) {
      sent = sent.flatMap(([name, value]): [string, string][] =>
        name.includes(cookie) && !this.#isJudgedByUser(name)
          ? moved(kind, name, value, other)
          : [[name, value]],
      );
    }
    if (this.#isReference)
      sent = sent.filter(([name, value]) => !isOddTarget(name, value, this.#setting.origin));
    return sent.map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** What a callback of the user makes of garbage in this cookie is not for us to say. */
  #isJudgedByUser(name: string): boolean {
    return this.#setting.redirect !== "default" && /callback-url$|^goal$/.test(name);
  }

  async #look(response: Response): Promise<Seen> {
    const cookies: string[] = [];
    const session: [string, string][] = [];
    for (const line of response.headers.getSetCookie()) {
      const { name, value = "" } = parseSetCookie(line);
      const attributes = line.slice(line.indexOf(";"));
      if (value === "" || /max-age=0(;|$)/i.test(line)) this.jar.delete(name);
      else this.jar.set(name, line.slice(name.length + 1, line.indexOf(";")));
      if (/(?:session-token|sid)\.\d+$/.test(name) && value !== "") session.push([name, value]);
      cookies.push(
        `${name}=${/\.\d+$/.test(name) && value !== "" ? `<chunk ${value.length === 3936}>` : await this.#meaning(name, value)}${attributes}`,
      );
    }
    if (session.length > 0) {
      const name = session[0]![0].replace(/\.\d+$/, "");
      cookies.push(`joined ${name}=${await this.#meaning(name, session.map(([, value]) => value).join(""))}`);
    }
    const text = await response.text();
    this.device.look(text);
    // Express is told an empty one by the reference.
    const contentType = response.headers.get("content-type") || null;
    const headers = comparedHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    return {
      status: response.status,
      location: settledUrl(response.headers.get("location")),
      contentType,
      headers: Object.fromEntries(headers) as Record<string, string>,
      cookies,
      body: bodyOf(text, contentType),
      calls: this.app.calls.take(),
    };
  }

  /** What a cookie's value says: the claims of tokens, and otherwise the text without its random parts. */
  async #meaning(salt: string, value: string): Promise<string> {
    if (!/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/.test(value)) return settled(value);
    const secret = this.#setting.secret as string | string[];
    const claims = await decode({ token: value, secret, salt }).catch((error: Error) => error.message);
    if (claims !== null && typeof claims === "object" && "provider" in claims) {
      const sealed = { token: String(claims["value"]), secret, salt: "encodedWebauthnChallenge" };
      claims["value"] = await decode(sealed).catch(() => "<value>");
    }
    return JSON.stringify(plain(claims));
  }
}

const changes: Record<string, (params: URLSearchParams) => void> = {
  "no-code": (params) => params.delete("code"),
  "no-state": (params) => params.delete("state"),
  "other-state": (params) => params.set("state", "other"),
  "other-code": (params) => params.set("code", "other"),
  "other-iss": (params) => params.set("iss", "https://other.example"),
  error: (params) => {
    params.delete("code");
    params.set("error", "access_denied");
    params.set("error_description", "No");
  },
  "error-only": (params) => {
    for (const name of Object.keys(Object.fromEntries(params))) params.delete(name);
    params.set("error", "server_error");
  },
  more: (params) => {
    params.set("session_state", "s1");
    params.set("scope", "openid");
  },
  user: (params) => params.set("user", '{"name":{"firstName":"A"}}'),
  "no-token": (params) => params.delete("token"),
  "other-token": (params) => params.set("token", "f".repeat(64)),
  "no-email": (params) => params.delete("email"),
  "other-email": (params) => params.set("email", "other@example.com"),
  "other-target": (params) => params.set("callbackUrl", "https://evil.example/"),
};

function moved(
  kind: CookieMove["kind"],
  name: string,
  value: string,
  other: ReadonlyMap<string, string>,
): [string, string][] {
  switch (kind) {
    case "drop":
      return [];
    case "garbage":
      return [[name, "garbage"]];
    case "cut":
      return [[name, value.slice(0, -3)]];
    case "empty":
      return [[name, ""]];
    case "plus":
      return [[name, `${value}x`]];
    case "quoted":
      return [[name, `"${value}"`]];
    case "duplicate":
      return [
        [name, value],
        [name, "other"],
      ];
    case "split":
      // Parts of parts are nothing that a browser could hold.
      if (/\.\d$/.test(name)) return [[name, value]];
      return [
        [`${name}.0`, value.slice(0, 40)],
        [`${name}.1`, value.slice(40)],
      ];
    case "swap":
      return [[name, other.get(name) ?? value]];
  }
}

/** Known difference "targets": a remembered callback URL that is none counts for nothing, and fails nothing. */
function isOddTarget(name: string, value: string, origin: string): boolean {
  if (!/callback-url$|^goal$/.test(name)) return false;
  let target = value;
  try {
    target = decodeURIComponent(value);
  } catch {}
  return judgedTarget(target, origin) !== target;
}

function settledUrl(location: string | null): string | null {
  if (location === null) return null;
  // The order of parameters means nothing to a provider.
  const text = location.includes("redirect_uri=") ? sorted(location) : location;
  return settled(text).replace(/([?&](?:state|nonce)=)[^&]{20,}/g, "$1<random>");
}

function sorted(address: string): string {
  const url = new URL(address);
  url.searchParams.sort();
  return url.href;
}

function bodyOf(text: string, contentType: string | null): unknown {
  if (contentType?.startsWith("text/html")) return plain(summarize(text, []));
  try {
    return plain(
      JSON.parse(text, (key, value: unknown) => (key === "url" ? settledUrl(String(value)) : value)),
    );
  } catch {
    return settled(text);
  }
}
