/** Visits over HTTP: what each kind of snippet answers to nobody and to somebody. */
import { openPage } from "../../support/page.js";
import { addressOf, chooser, type Placed } from "./next-app.js";
import { Visitor } from "../every-provider/visitor.js";

export interface RunningApp {
  readonly origin: string;
  /** What it has printed so far. */
  readonly output: () => string;
}

const basePath = "/api/auth";

/** Somebody without a session, who asks the endpoints of one snippet. */
function stranger({ origin }: RunningApp, { at }: Placed): Visitor {
  const visitor = new Visitor(origin, basePath);
  visitor.give(chooser, String(at));
  return visitor;
}

/** Status, address and body in one line, as a browser asks that opens a page. */
async function shown({ origin }: RunningApp, visitor: Visitor, address: string): Promise<string> {
  const cookie = visitor
    .cookies()
    .map((pair) => pair.join("="))
    .join("; ");
  const headers = { accept: "text/html", "sec-fetch-mode": "navigate", cookie };
  const { status, location = "", body } = await openPage(origin + address, headers);
  return [status, location, body].join(" ");
}

/** @throws Error that says what was expected */
function expectThat(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what.slice(0, 400));
}

const matches = (text: string, pattern: RegExp | undefined, what: string): void =>
  expectThat(pattern?.test(text) ?? true, `${what}: ${String(pattern)} in ${text}`);

/** A whole sign-in with GitHub, or with a name and a password. */
async function signIn(visitor: Visitor, provider: string): Promise<void> {
  if (provider === "credentials") {
    await visitor.post("/callback/credentials", { username: "Octo", password: "x" });
    return;
  }
  const authorize = new URL(await visitor.post("/signin/github", {}));
  const state = authorize.searchParams.get("state") ?? "";
  await visitor.follow(
    `${basePath}/callback/github?${new URLSearchParams({ code: "code", state }).toString()}`,
  );
}

/** Answers the endpoints of a configuration: its provider, its way out, and a sign-in. */
async function configuration(app: RunningApp, placed: Placed): Promise<void> {
  const { provider = "github", session, signInPage, cookie, printed } = placed.snippet.sees ?? {};
  const visitor = stranger(app, placed);
  const providers = await visitor.json<Record<string, unknown>>("/providers");
  expectThat(provider in providers, `no ${provider} among ${Object.keys(providers).join(", ")}`);
  expectThat((await visitor.session()) === null, "a stranger has a session");
  matches(await shown(app, visitor, `${basePath}/signin`), signInPage ?? /^200 /, "the sign-in page");
  if (provider !== "credentials") {
    const way = await stranger(app, placed).post(`/signin/${provider}`, {});
    expectThat(
      new URL(way, app.origin).origin !== app.origin && way.includes(`client_id=id-of-${provider}`),
      `sign-in leads to ${way}`,
    );
  }
  if (provider === "credentials") {
    const wrong = await visitor.post("/callback/credentials", { username: "", password: "no" });
    expectThat(/error=/.test(wrong), `a wrong password leads to ${wrong}`);
  } else if (provider !== "github") return;
  await signIn(visitor, provider);
  const found = JSON.stringify(await visitor.session());
  matches(found, provider === "credentials" ? /"name":"(?:Octo|J Smith)"/ : /"name":"Octo"/, "the session");
  matches(found, session, "the session");
  if (cookie !== undefined) expectThat(visitor.cookie(cookie) !== "", `no cookie ${cookie}`);
  matches(app.output(), printed, "the server printed");
}

async function guard(app: RunningApp, placed: Placed, somebody: Visitor): Promise<void> {
  const wanted = placed.snippet.sees?.guard ?? [];
  const visitors = [stranger(app, placed), somebody];
  somebody.give(chooser, String(placed.at));
  for (const [index, gate] of wanted.entries()) {
    const page = await shown(app, visitors[index] ?? somebody, "/guarded");
    const isAsMeant = gate === "in" ? /^200 .*inside/s.test(page) : /^30[27] \/|^30[27] http/.test(page);
    expectThat(isAsMeant, `${index === 0 ? "nobody" : "somebody"} is not let ${gate}: ${page}`);
  }
}

async function answer(app: RunningApp, placed: Placed, somebody: Visitor): Promise<void> {
  const { shown: toSomebody, refused } = placed.snippet.sees ?? {};
  const address = addressOf(placed);
  matches(await shown(app, stranger(app, placed), address), refused, "to nobody");
  matches(await shown(app, somebody, address), toSomebody, "to somebody");
}

/** Kinds that are visited without a browser. */
const visits: Readonly<
  Record<string, (app: RunningApp, placed: Placed, somebody: Visitor) => Promise<void>>
> = {
  "auth.ts": async (app, placed, somebody) => {
    await configuration(app, placed);
    await guard(app, placed, somebody);
  },
  "options.ts": configuration,
  "endpoints.ts": configuration,
  "middleware.ts": guard,
  "page.tsx": answer,
  "route.ts": answer,
  "pages.ts": answer,
  "api.ts": answer,
};

/** Somebody with a session of the app. */
export async function signedIn({ origin }: RunningApp): Promise<Visitor> {
  const visitor = new Visitor(origin, basePath);
  await signIn(visitor, "github");
  expectThat((await visitor.session())?.user?.["name"] === "Octo", "nobody can sign in to the app");
  return visitor;
}

/** @returns what is wrong, by the number of the snippet */
export async function visitAll(
  app: RunningApp,
  all: readonly Placed[],
): Promise<ReadonlyMap<number, string>> {
  const wrong = new Map<number, string>();
  const somebody = await signedIn(app);
  for (const placed of all)
    await visits[placed.snippet.file]?.(app, placed, somebody).catch((error: unknown) =>
      wrong.set(placed.at, String(error)),
    );
  return wrong;
}

export const isVisited = ({ snippet }: Placed): boolean => snippet.file in visits;
