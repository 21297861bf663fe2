/** What each server call of `authwright/next` gives, by the place in the app that makes it. */

/** `script`: a server action that a browser calls by script; `action`: the same, by a form without one. */
export const places = ["route", "action", "script", "page", "proxy"] as const;
export type Place = (typeof places)[number];

type Answer =
  | { readonly gives: unknown }
  | { readonly throws: string }
  | { readonly to: string }
  /** Next sets no cookies while it renders a page. */
  | { readonly refused: "cookies" }
  /** Next takes no redirect that is thrown in the proxy. */
  | { readonly status: 500 };

export interface Outcome {
  readonly answer: Answer;
  /** What Set-Cookie does to the session cookie. */
  readonly cookie?: "set" | "cleared";
  /** Who is signed in afterwards. */
  readonly now: string | null;
}

/** No such call: why. */
export interface Absent {
  readonly absent: string;
}

interface Row {
  readonly call: string;
  readonly by: "Alice" | null;
  readonly in: Readonly<Record<Place, Outcome | Absent>>;
}

const everywhere = <Result>(result: Result): Record<Place, Result> => ({
  route: result,
  action: result,
  script: result,
  page: result,
  proxy: result,
});
const unset = (now: string | null): Outcome => ({ answer: { refused: "cookies" }, now });
const unsent = (now: string | null): Outcome => ({ answer: { status: 500 }, now });
const absent = everywhere<Outcome | Absent>({ absent: "there is no request to hand over" });

const alice = { gives: { user: { name: "Alice", email: "alice@example.com" } } };
const signedIn: Outcome = { answer: { to: "/home" }, cookie: "set", now: "Alice" };
const signedOut: Outcome = { answer: { to: "/home" }, cookie: "cleared", now: null };
const signInPage = "/api/auth/signin?callbackUrl=%2Fhome";
const renamed = { gives: { user: { name: "Alicia", email: "alice@example.com" } } };

/** `handlers` answer requests, so they exist in route handlers alone: by them each visitor signs in. */
const table: readonly Row[] = [
  { call: "auth", by: null, in: everywhere({ answer: { gives: null }, now: null }) },
  { call: "auth", by: "Alice", in: everywhere({ answer: alice, now: "Alice" }) },
  { call: "sign-in", by: null, in: { ...everywhere(signedIn), page: unset(null), proxy: unsent(null) } },
  {
    call: "sign-in-stay",
    by: null,
    in: { ...everywhere({ ...signedIn, answer: { gives: "/home" } }), page: unset(null) },
  },
  {
    call: "sign-in-wrong",
    by: null,
    in: everywhere({ answer: { throws: "CredentialsSignin" }, now: null }),
  },
  {
    call: "sign-in-page",
    by: null,
    in: { ...everywhere<Outcome>({ answer: { to: signInPage }, now: null }), proxy: unsent(null) },
  },
  // Where Next doesn't let the cookie be cleared, the session has ended all the same.
  { call: "sign-out", by: "Alice", in: { ...everywhere(signedOut), page: unset(null), proxy: unsent(null) } },
  {
    call: "sign-out-stay",
    by: "Alice",
    in: { ...everywhere({ ...signedOut, answer: { gives: "/home" } }), page: unset(null) },
  },
  {
    call: "update",
    by: "Alice",
    in: {
      ...everywhere<Outcome>({ answer: renamed, cookie: "set", now: "Alicia" }),
      page: unset("Alice"),
    },
  },
  {
    call: "update",
    by: null,
    in: { ...everywhere<Outcome>({ answer: { gives: null }, now: null }), page: unset(null) },
  },
  {
    call: "handler",
    by: null,
    in: {
      ...absent,
      route: { answer: { gives: null }, now: null },
      proxy: { answer: { gives: null }, now: null },
    },
  },
  {
    call: "handler",
    by: "Alice",
    in: {
      ...absent,
      route: { answer: alice, cookie: "set", now: "Alice" },
      proxy: { answer: alice, cookie: "set", now: "Alice" },
    },
  },
  {
    call: "guard",
    by: null,
    in: {
      ...absent,
      proxy: { answer: { to: "/api/auth/signin?callbackUrl=%2Fproxy%2Fguard" }, now: null },
    },
  },
  {
    call: "guard",
    by: "Alice",
    in: { ...absent, proxy: { answer: { gives: "inside" }, cookie: "set", now: "Alice" } },
  },
];

export const rows = table.flatMap(({ call, by, in: outcomes }) =>
  places.flatMap((place) => {
    const outcome = outcomes[place];
    return "absent" in outcome ? [] : [{ call, by, place, outcome }];
  }),
);

/** One browser, without its scripts. */
export class Visitor {
  readonly #base: string;
  readonly #jar = new Map<string, string>();

  constructor(base: string) {
    this.#base = base;
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(init.headers as Record<string, string>), cookie, origin: this.#base };
    const response = await fetch(this.#base + path, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
    return response;
  }

  async post(path: string, fields: Record<string, string>): Promise<Response> {
    return this.send(path, { method: "POST", body: new URLSearchParams(fields) });
  }

  /** By the endpoints, as from the sign-in page. */
  async signIn(): Promise<Response> {
    const { csrfToken } = (await (await this.send("/api/auth/csrf")).json()) as { csrfToken: string };
    return this.post("/api/auth/callback/credentials", {
      csrfToken,
      username: "Alice",
      password: "right",
      callbackUrl: "/home",
    });
  }

  async who(): Promise<string | null> {
    const session = (await (await this.send("/api/auth/session")).json()) as {
      user: { name: string };
    } | null;
    return session?.user.name ?? null;
  }

  /** Makes the call in its place. */
  async call(name: string, place: Place, action: string): Promise<Response> {
    if (place === "action") {
      const form = new FormData();
      form.set(`$ACTION_ID_${action}`, "");
      form.set("call", name);
      return this.send("/action", { method: "POST", body: form });
    }
    if (place !== "script") return this.send(`/${place}/${name}`);
    return this.send("/action", {
      method: "POST",
      headers: {
        "next-action": action,
        accept: "text/x-component",
        "content-type": "text/plain;charset=UTF-8",
      },
      body: JSON.stringify([name]),
    });
  }
}

/** The name under which a page's form knows its action. */
export async function actionOf(base: string): Promise<string> {
  const page = await (await fetch(`${base}/action`)).text();
  const [, id = ""] = /name="\$ACTION_ID_([^"]+)"/.exec(page) ?? [];
  return id;
}

/** What an answer says, whatever form its place gives it; addresses without the origin. */
export async function outcomeOf(response: Response, base: string): Promise<Omit<Outcome, "now">> {
  const bare = (text: string) => text.replaceAll(base, "").replaceAll(encodeURIComponent(base), "");
  const text = bare(await response.text());
  const line = response.headers.getSetCookie().find((each) => each.startsWith("authjs.session-token="));
  const address = addressOf(response, text);
  return {
    answer: answerOf(response.status, text, address && bare(address)),
    ...(line !== undefined && { cookie: line.includes("Max-Age=0") ? "cleared" : "set" }),
  };
}

/** By header, of an action that a script called, and of a page that has begun already. */
function addressOf({ headers }: Response, text: string): string | undefined {
  const [, late] = /<meta id="__next-page-redirect"[^>]* content="\d;url=([^"]+)"/.exec(text) ?? [];
  const address = headers.get("location") ?? headers.get("x-action-redirect") ?? late;
  return address?.replaceAll("&amp;", "&").replace(/;(?:push|replace)$/, "");
}

function answerOf(status: number, text: string, to: string | undefined): Answer {
  const [, carried] = /^\/home\?outcome=(.*)$/.exec(to ?? "") ?? [];
  if (carried !== undefined)
    return JSON.parse(new URLSearchParams(`carried=${carried}`).get("carried") ?? "");
  if (to !== undefined) return { to };
  if (status === 500) return { status };
  const [, shown] = /data-outcome="([^"]+)"/.exec(text) ?? [];
  return JSON.parse(shown === undefined ? text : decodeURIComponent(shown)) as Answer;
}
