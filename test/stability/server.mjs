/**
 * An app on one build of the package: `node server.mjs <folder of the package> <database url> [plugins]`. Sign-in by mail
 * with sessions in the database below /auth, by password with sessions in cookies below /jwt. With `plugins` both have
 * those that keep rows of their own, and a session in a cookie has a last day. Where the folder has no build of the package the
 * core is that of @auth/core. Prints its port; mails and the
 * person who is signed in are answers: GET /mail, and GET /me with the cookies.
 */
import { createServer } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";

const [, , folder, url, withPlugins] = process.argv;
const load = (file) => import(pathToFileURL(path.join(folder, "dist", file)).href);
const isReference = folder === "@auth/core";
const { Auth } = isReference ? await import("@auth/core") : await load("runtime/index.js");
const { KyselyAdapter, migrate } = isReference
  ? await import("authwright/adapters/kysely")
  : await load("runtime/adapters/kysely.js");
const { default: Credentials } = isReference
  ? await import("@auth/core/providers/credentials")
  : await load("providers/credentials.js");

/** The plugins of the present build, as an app adds them. */
async function pluginsOf() {
  const [{ account }, { twoFactor }, { password }] = await Promise.all(
    ["account", "two-factor", "password"].map((name) => load(`runtime/plugins/${name}/index.js`)),
  );
  return { plugins: [password({ sendMail() {} }), twoFactor(), account()] };
}

const db = new Kysely({ dialect: new LibsqlDialect({ url }) });
await migrate(db);
let mail = "";
const shared = {
  secret: "test-secret-test-secret-test-secret-000",
  trustHost: true,
  logger: { error: (error) => console.error(error), warn() {}, debug() {} },
  ...(withPlugins && (await pluginsOf())),
};
const lastDay = withPlugins && { absoluteMaxAge: 90 * 86_400 };
const configs = {
  auth: {
    ...shared,
    basePath: "/auth",
    adapter: KyselyAdapter(db),
    session: { strategy: "database", updateAge: 0 },
    providers: [
      {
        id: "mail",
        name: "Mail",
        type: "email",
        maxAge: 3600,
        from: "a@example.com",
        sendVerificationRequest: ({ url: link }) => {
          mail = link;
        },
      },
    ],
  },
  jwt: {
    ...shared,
    basePath: "/jwt",
    // The reference asks for a store wherever the same process has one that sends mails.
    ...((withPlugins || isReference) && {
      adapter: KyselyAdapter(db),
      session: { strategy: "jwt", ...lastDay },
    }),
    providers: [
      Credentials({
        credentials: { name: {} },
        authorize: ({ name }) => ({ id: `id of ${name}`, name: String(name) }),
      }),
    ],
  },
};

async function answer(request) {
  const { pathname } = new URL(request.url);
  if (pathname === "/mail") return Response.json({ mail });
  return Auth(request, pathname.startsWith("/jwt") ? configs.jwt : configs.auth);
}

const server = createServer(async (incoming, outgoing) => {
  const body = await new Promise((resolve) => {
    const parts = [];
    incoming.on("data", (part) => parts.push(part)).on("end", () => resolve(Buffer.concat(parts)));
  });
  const { method, headers } = incoming;
  const request = new Request(`http://localhost:3000${incoming.url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      name === "host" ? [] : [[name, String(value)]],
    ),
    ...(method === "POST" && { body }),
  });
  const response = await answer(request);
  outgoing.writeHead(
    response.status,
    [
      ...[...response.headers].filter(([name]) => name !== "set-cookie"),
      ...response.headers.getSetCookie().map((line) => ["set-cookie", line]),
    ].flat(),
  );
  outgoing.end(Buffer.from(await response.arrayBuffer()));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.on("SIGTERM", () => process.exit(0));
