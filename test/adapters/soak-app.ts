/** An app for `stores-soak.test.ts`: `soak-app <pg|mysql2>`, with PORT, DATABASE_URL and SECRETS of the environment. */
import { createServer } from "node:http";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { Mysql2Adapter } from "../../src/runtime/adapters/mysql2.js";
import { PgAdapter } from "../../src/runtime/adapters/pg.js";
import { Auth } from "../../src/runtime/index.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";

const { PORT, DATABASE_URL = "", SECRETS = "{}", DRIVER } = process.env;

function openAdapter(): Adapter {
  if (DRIVER === "mysql2") return Mysql2Adapter(createPool(DATABASE_URL));
  const pool = new Pool({ connectionString: DATABASE_URL });
  // As the documentation says: a connection that ends while nobody uses it is no reason to end the process.
  pool.on("error", () => undefined);
  return PgAdapter(pool);
}

/** The code of the provider is the person, and so is the token. */
const answer = async (input: unknown, init?: RequestInit): Promise<Response> => {
  const request = new Request(input as Request, init);
  if (request.url.endsWith("/token")) {
    const form = new URLSearchParams(await request.text());
    return Response.json({ access_token: form.get("code"), token_type: "bearer" });
  }
  const person = (request.headers.get("authorization") ?? "").replace(/^bearer /i, "");
  return Response.json({ id: person, email: `${person}@example.com` });
};

const oauth = (id: string): AuthConfig["providers"][number] => ({
  id,
  name: id,
  type: "oauth",
  clientId: "client",
  clientSecret: "client-secret",
  authorization: "https://idp.example.com/authorize",
  token: "https://idp.example.com/token",
  userinfo: "https://idp.example.com/userinfo",
  profile: (profile) => ({ id: String(profile["id"]), email: String(profile["email"]) }),
  [customFetch]: answer as typeof fetch,
});

const links = new Map<string, string>();

const config: AuthConfig = {
  ...(JSON.parse(SECRETS) as Pick<AuthConfig, "secret" | "nextSecret">),
  trustHost: true,
  basePath: "/auth",
  adapter: openAdapter(),
  session: { strategy: "database" },
  providers: [
    oauth("one"),
    oauth("two"),
    {
      id: "mail",
      name: "Mail",
      type: "email",
      sendVerificationRequest: ({ identifier, url }) => void links.set(identifier, url),
    },
  ],
  logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
};

createServer((incoming, outgoing) => {
  void (async () => {
    const url = new URL(incoming.url ?? "/", "http://soak.example.com");
    if (url.pathname === "/link") return outgoing.end(links.get(url.searchParams.get("of") ?? "") ?? "");
    if (url.pathname === "/processor") return outgoing.end(JSON.stringify(process.cpuUsage()));
    if (!url.pathname.startsWith("/auth/")) return outgoing.end();
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers))
      if (typeof value === "string" && name !== "host" && name !== "connection") headers.set(name, value);
    const isPost = incoming.method === "POST";
    const body = isPost ? Buffer.concat(chunks) : null;
    const response = await Auth(new Request(url, { method: isPost ? "POST" : "GET", headers, body }), config);
    outgoing.statusCode = response.status;
    for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
    outgoing.setHeader("set-cookie", response.headers.getSetCookie());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  })();
}).listen(Number(PORT), "127.0.0.1");
