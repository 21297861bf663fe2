/** Every way in which the runtime writes an address, asked of every framework. */
import { readFileSync } from "node:fs";
import { request as nodeRequest } from "node:http";
import { join } from "node:path";
import { NextRequest } from "next/server.js";
import { vi } from "vitest";
import { FrameworkAuth } from "../../src/runtime/integrations/next/index.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { Auth, createActionURL, setEnvDefaults } from "../../src/runtime/index.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { projectRoot } from "../architecture/source-tree.js";
import { servers } from "../support/servers.js";

/** A request to the app, as the client wrote it. */
export interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A form to post. */
  readonly form?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
  readonly body: string;
}

type App = (asked: Asked) => Promise<Answered>;

/** An app of a framework, ready to be asked, and its end. */
export type Open = (config: AuthConfig) => Promise<{ readonly ask: App; close(): Promise<void> }>;

const secret = "test-secret-test-secret-test-secret-000";

/** The configuration of a case; mails are told to `mailed`. */
const configOf = (mailed: string[]): AuthConfig => ({
  secret,
  basePath: "/auth",
  adapter: MemoryAdapter(),
  session: { strategy: "jwt" },
  plugins: [account()],
  providers: [
    {
      id: "email",
      name: "Email",
      type: "email",
      from: "shop@example.com",
      sendVerificationRequest: ({ url }) => void mailed.push(url),
    },
    {
      id: "op",
      name: "OP",
      type: "oauth",
      clientId: "a",
      clientSecret: "b",
      authorization: "https://op.example/authorize",
      token: "https://op.example/token",
      userinfo: "https://op.example/me",
    },
  ],
  logger: { error: () => undefined, warn: () => undefined },
});

const answered = async (response: Response): Promise<Answered> => ({
  status: response.status,
  location: response.headers.get("location") ?? undefined,
  cookies: response.headers.getSetCookie(),
  body: await response.text(),
});

const bodyOf = ({ form }: Asked): string | undefined => form && new URLSearchParams(form).toString();
const formType = { "content-type": "application/x-www-form-urlencoded" };

/** A connection that says whatever Host it likes. */
const overNode =
  (origin: string): App =>
  (asked) =>
    new Promise((resolve, reject) => {
      const body = bodyOf(asked);
      const { hostname, port } = new URL(origin);
      const method = body === undefined ? "GET" : "POST";
      const headers = { ...asked.headers, ...(body !== undefined && formType) };
      const sent = nodeRequest({ hostname, port, path: asked.path, method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            cookies: response.headers["set-cookie"] ?? [],
            body: text,
          }),
        );
      });
      sent.on("error", reject).end(body);
    });

const requestOf = (asked: Asked, origin: string): Request => {
  const body = bodyOf(asked);
  const init = { headers: { ...asked.headers, ...(body !== undefined && formType) } };
  return new Request(origin + asked.path, body === undefined ? init : { ...init, method: "POST", body });
};

const closed = { close: async () => undefined };

export const frameworks: Readonly<Record<string, Open>> = {
  ...Object.fromEntries(
    Object.entries(servers).map(([name, start]): [string, Open] => [
      name,
      async (config) => {
        const { origin, close } = await start(config as never, { isBare: true });
        return { ask: overNode(origin), close };
      },
    ]),
  ),
  // As the pages of Astro, Elysia, React Router, SolidStart and TanStack Start have it: the URL has the Host in it.
  "Auth and setEnvDefaults": async (config) => {
    setEnvDefaults(process.env, config, true);
    const ask: App = async (asked) =>
      answered(await Auth(requestOf(asked, `http://${asked.headers["host"]}`), config));
    return { ask, ...closed };
  },
  // Next builds the URL from the server's own name.
  "Next.js": async (config) => {
    const { handlers, auth } = FrameworkAuth(config);
    const ask: App = async (asked) => {
      const made = requestOf(asked, "http://localhost:3000");
      const request = new NextRequest(made.url, made as never);
      if (asked.path.startsWith("/closed"))
        return answered(
          await (auth.require({}, () => new Response("in"))(request as never, {} as never) as never),
        );
      return answered(await (asked.form ? handlers.POST : handlers.GET)(request));
    };
    return { ask, ...closed };
  },
};

const cookieOf = (lines: readonly string[]): string => lines.map((line) => line.split(";")[0]).join("; ");
/** The origin of an address; a path alone stays where the browser is. */
const originOf = (address: string | undefined): string => {
  if (address === undefined) return "none";
  return address.startsWith("/") ? "path" : new URL(address).origin;
};

/** What an app wrote, by the way in which it did: an origin, `path` for an address without one, `none`. */
async function addressesOf(
  ask: App,
  said: Readonly<Record<string, string>>,
  mailed: string[],
): Promise<Record<string, string>> {
  const asPage = { ...said, accept: "text/html" };
  const csrf = await ask({ path: "/auth/csrf", headers: said });
  const token = csrf.status === 200 ? (JSON.parse(csrf.body) as { csrfToken: string }).csrfToken : "";
  const cookie = cookieOf(csrf.cookies);
  const post = (path: string, form: Record<string, string> = {}) =>
    ask({ path, headers: { ...said, cookie }, form: { csrfToken: token, ...form } });
  const providers = await ask({ path: "/auth/providers", headers: said });
  const listed =
    providers.status === 200 ? (JSON.parse(providers.body) as Record<string, { signinUrl: string }>) : {};
  const page = await ask({ path: "/auth/signin", headers: asPage });
  const start = await post("/auth/signin/op", { callbackUrl: "/after" });
  const started = start.location?.startsWith("https://op.example/")
    ? new URL(start.location).searchParams.get("redirect_uri")
    : undefined;
  mailed.length = 0;
  await post("/auth/signin/email", { email: `${crypto.randomUUID()}@x.test` });
  const out = await post("/auth/signout", { callbackUrl: "/after" });
  const failed = await ask({ path: "/auth/callback/op?state=x&code=y", headers: said });
  const client = await ask({
    path: "/auth/signout",
    headers: { ...said, cookie, "x-auth-return-redirect": "1" },
    form: { csrfToken: token, callbackUrl: "/after" },
  });
  const guarded = await ask({ path: "/closed", headers: asPage });
  return {
    providers: originOf(listed["op"]?.signinUrl),
    page: originOf(/<form[^>]* action="([^"]+)"/.exec(page.body)?.[1]),
    redirect_uri: originOf(started ?? undefined),
    mail: originOf(mailed[0]),
    redirect: originOf(out.location),
    failure: originOf(failed.location),
    client: originOf(client.status === 200 ? (JSON.parse(client.body) as { url: string }).url : undefined),
    guard: originOf(guarded.location),
  };
}

/** Where `createActionURL` says that an action is. */
function actionUrl(said: Readonly<Record<string, string>>): string {
  try {
    return createActionURL("session", "http", new Headers(said), process.env, { basePath: "/auth" }).origin;
  } catch {
    return "none";
  }
}

/** Where addresses lead in one kind of app. */
interface Row {
  /** In every way but these two. */
  readonly written: string;
  readonly mail: string;
  readonly guard: string;
}

interface Case {
  readonly case: string;
  readonly env: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly createActionURL: string;
  readonly servers: Row;
  readonly "Auth and setEnvDefaults": Row;
  readonly "Next.js": Row;
}

const table = join(projectRoot, "test/fixtures/security/addresses.json");
export const cases: readonly Case[] = JSON.parse(readFileSync(table, "utf8"));

/** What no case has by itself. */
const bare = {
  NODE_ENV: "production",
  AUTH_URL: undefined,
  AUTH_TRUST_HOST: undefined,
  CF_PAGES: undefined,
  NEXTAUTH_URL: undefined,
  NEXTAUTH_URL_INTERNAL: undefined,
  VERCEL: undefined,
};

/** Asks these frameworks in one case. @returns what they wrote, and what the table has */
export async function compared(
  { env, headers, createActionURL: expectedUrl, ...rows }: Case,
  names: readonly string[],
): Promise<{ readonly written: object; readonly expected: object }> {
  for (const [name, value] of Object.entries({ ...bare, ...env })) vi.stubEnv(name, value);
  const written: Record<string, unknown> = { createActionURL: actionUrl(headers) };
  const expected: Record<string, unknown> = { createActionURL: expectedUrl };
  for (const name of names) {
    const mailed: string[] = [];
    const { ask, close } = await frameworks[name]!(configOf(mailed));
    try {
      written[name] = await addressesOf(ask, headers, mailed);
    } finally {
      await close();
    }
    const { written: all, ...others } = name in servers ? rows.servers : rows[name as "Next.js"];
    const ways = ["providers", "page", "redirect_uri", "redirect", "failure", "client"];
    expected[name] = { ...Object.fromEntries(ways.map((way) => [way, all])), ...others };
  }
  return { written, expected };
}
