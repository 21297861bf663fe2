/** The ten jobs in an Express app, with sessions in the database. */
import type { Job } from "./job.js";

const account = "src/account.ts";

export const expressJobs: readonly Job[] = [
  {
    name: "0 sign in",
    commands: [
      ["init", "--provider", "github,google"],
      ["add-adapter", "kysely"],
    ],
  },
  { name: "1 protect a page", commands: [["protect", "/orders"]] },
  { name: "2 protect an API route", commands: [["protect", "/api/orders"]] },
  {
    name: "3 a role in the session, typed",
    commands: [
      ["add-role", "admin"],
      ["protect", "/api/admin", "--role", "admin"],
    ],
  },
  {
    name: "4 e-mail and password",
    commands: [["add-provider", "credentials"]],
    byHand: [
      {
        file: "src/auth-store.ts",
        instead: "const db = new Kysely<AuthTables>({",
        lines:
          "type Tables = AuthTables & { password: { userId: string; hash: string } };\nexport const db = new Kysely<Tables>({",
      },
      {
        file: "src/passwords.ts",
        instead: 'import { promisify } from "node:util";',
        lines: 'import { promisify } from "node:util";\nimport { db } from "./auth-store.js";',
      },
      {
        file: "src/passwords.ts",
        instead:
          '  throw new Error("src/passwords.ts: write the query of findUser first, then users can sign in by password");',
        lines: `  const users = db.selectFrom("User").innerJoin("password", "password.userId", "User.id");
  const row = await users.select(["id", "name", "hash"]).where("email", "=", _email).executeTakeFirst();
  return row && { ...row, email: _email };`,
      },
      {
        file: account,
        lines: `import express, { type Response } from "express";
import { authStore, db } from "./auth-store.js";
import { auth } from "./auth.js";
import { hashPassword } from "./passwords.js";

export const account = express.Router();

const passwords = db.schema.createTable("password").ifNotExists();
await passwords.addColumn("userId", "text", (column) => column.primaryKey()).addColumn("hash", "text").execute();
account.get("/sign-up", (_req, res) => {
  res.send(\`<!doctype html>
<title>Sign up</title>
<form method="post">
<label>E-mail <input name="email" type="email" required></label>
<label>Password <input name="password" type="password" minlength="15" required></label>
<button>Sign up</button>
</form>\`);
});
account.post("/sign-up", express.urlencoded({ extended: false }), async (req, res) => {
  const email = String(req.body.email).trim().toLowerCase();
  if (await authStore.getUserByEmail?.(email)) return res.redirect("/auth/signin");
  const user = await authStore.createUser?.({ id: crypto.randomUUID(), email, emailVerified: null });
  const hash = await hashPassword(String(req.body.password));
  await db.insertInto("password").values({ userId: String(user?.id), hash }).execute();
  res.redirect("/auth/signin");
});
`,
      },
      {
        file: "src/server.ts",
        instead: 'import { products } from "./products.js";',
        lines: 'import { account } from "./account.js";\nimport { products } from "./products.js";',
      },
      {
        file: "src/server.ts",
        instead: "app.use(auth.session);",
        lines: "app.use(auth.session);\napp.use(account);",
      },
    ],
  },
  { name: "5 sign-in link", commands: [["add-provider", "email"]] },
  {
    name: "6, 7 the provider's API, with a fresh token",
    byHand: [
      {
        file: "src/auth.ts",
        instead: "      return { user: { name, email, image, role }, expires: session.expires };",
        lines: "      return { user: { id: user.id, name, email, image, role }, expires: session.expires };",
      },
      {
        file: account,
        lines: `
const userOf = (res: Response) => String(res.locals.session?.user?.id);

export async function accessToken(userId: string): Promise<string | null | undefined> {
  const found = db.selectFrom("Account").selectAll().where("userId", "=", userId).where("provider", "=", "google");
  const account = await found.executeTakeFirst();
  if (!account?.refresh_token || Number(account.expires_at) * 1000 > Date.now() + 60_000) return account?.access_token;
  const grant = { grant_type: "refresh_token", refresh_token: account.refresh_token };
  const { AUTH_GOOGLE_ID = "", AUTH_GOOGLE_SECRET = "" } = process.env;
  const client = { client_id: AUTH_GOOGLE_ID, client_secret: AUTH_GOOGLE_SECRET };
  const body = new URLSearchParams({ ...grant, ...client });
  const answer = await fetch("https://oauth2.googleapis.com/token", { method: "POST", body });
  if (!answer.ok) throw new Error(\`Google answered \${answer.status}\`);
  const { access_token, expires_in, refresh_token = account.refresh_token } = await answer.json();
  const fresh = { access_token, refresh_token, expires_at: Math.floor(Date.now() / 1000) + expires_in };
  await db.updateTable("Account").set(fresh).where("providerAccountId", "=", account.providerAccountId).execute();
  return access_token;
}
account.get("/api/files", auth.require(), async (_req, res) => {
  const authorization = \`Bearer \${await accessToken(userOf(res))}\`;
  const answer = await fetch("https://www.googleapis.com/drive/v3/files", { headers: { authorization } });
  res.status(answer.status).json(await answer.json());
});
`,
      },
    ],
  },
  {
    name: "8 list and unlink accounts",
    byHand: [
      {
        file: account,
        lines: `
const accountsOf = (res: Response) =>
  db.selectFrom("Account").select(["provider", "providerAccountId"]).where("userId", "=", userOf(res)).execute();
account.get("/accounts", auth.require(), async (_req, res) => void res.json(await accountsOf(res)));
account.delete("/accounts/:provider", auth.require(), async (req, res) => {
  const [own, other] = await accountsOf(res);
  if (!own || !other) return void res.status(409).json({ error: "This is your last way in" });
  const gone = [own, other].find(({ provider }) => provider === req.params.provider);
  if (gone) await authStore.unlinkAccount?.(gone);
  res.sendStatus(204);
});
`,
      },
    ],
  },
  {
    name: "9 sign out everywhere",
    byHand: [
      {
        file: account,
        lines: `
account.post("/sign-out-everywhere", auth.require(), async (_req, res) => {
  await db.deleteFrom("Session").where("userId", "=", userOf(res)).execute();
  res.redirect("/");
});
`,
      },
    ],
  },
  { name: "10 Docker", commands: [["add-docker"]] },
];
