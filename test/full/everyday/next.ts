/** The ten jobs in a Next.js app with the App Router, with sessions in the database. */
import type { Job } from "./job.js";

export const nextJobs: readonly Job[] = [
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
        file: "auth-store.ts",
        instead: "const db = new Kysely<AuthTables>({",
        lines:
          "type Tables = AuthTables & { password: { userId: string; hash: string } };\nexport const db = new Kysely<Tables>({",
      },
      {
        file: "passwords.ts",
        instead: 'import { promisify } from "node:util";',
        lines: 'import { promisify } from "node:util";\nimport { db } from "@/auth-store";',
      },
      {
        file: "passwords.ts",
        instead:
          '  throw new Error("passwords.ts: write the query of findUser first, then users can sign in by password");',
        lines: `  const users = db.selectFrom("User").innerJoin("password", "password.userId", "User.id");
  const row = await users.select(["id", "name", "hash"]).where("email", "=", _email).executeTakeFirst();
  return row && { ...row, email: _email };`,
      },
      {
        file: "app/sign-up/page.tsx",
        lines: `import { redirect } from "next/navigation";
import { authStore, db } from "@/auth-store";
import { hashPassword } from "@/passwords";

async function signUp(form: FormData) {
  "use server";
  const email = String(form.get("email")).trim().toLowerCase();
  if (await authStore.getUserByEmail?.(email)) redirect("/api/auth/signin");
  const table = db.schema.createTable("password").ifNotExists();
  await table.addColumn("userId", "text", (column) => column.primaryKey()).addColumn("hash", "text").execute();
  const user = await authStore.createUser?.({ id: crypto.randomUUID(), email, emailVerified: null });
  const hash = await hashPassword(String(form.get("password")));
  await db.insertInto("password").values({ userId: String(user?.id), hash }).execute();
  redirect("/api/auth/signin");
}

export default function SignUp() {
  return (
    <form action={signUp}>
      <label>E-mail <input name="email" type="email" required /></label>
      <label>Password <input name="password" type="password" minLength={15} required /></label>
      <button>Sign up</button>
    </form>
  );
}
`,
      },
    ],
  },
  { name: "5 sign-in link", commands: [["add-provider", "email"]] },
  {
    name: "6, 7 the provider's API, with a fresh token",
    byHand: [
      {
        file: "auth.ts",
        instead: "      return { user: { name, email, image, role }, expires: session.expires };",
        lines: "      return { user: { id: user.id, name, email, image, role }, expires: session.expires };",
      },
      {
        file: "app/accounts.ts",
        lines: `import { auth } from "@/auth";
import { authStore, db } from "@/auth-store";

export const userId = async () => (await auth.require()).user.id;

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
`,
      },
      {
        file: "app/api/files/route.ts",
        lines: `import { accessToken, userId } from "@/app/accounts";

export async function GET() {
  const headers = { authorization: \`Bearer \${await accessToken(await userId())}\` };
  return fetch("https://www.googleapis.com/drive/v3/files", { headers });
}
`,
      },
    ],
  },
  {
    name: "8 list and unlink accounts",
    byHand: [
      {
        file: "app/accounts.ts",
        lines: `
export const accountsOf = (userId: string) =>
  db.selectFrom("Account").select(["provider", "providerAccountId"]).where("userId", "=", userId).execute();

export async function unlink(userId: string, provider: string): Promise<boolean> {
  const accounts = await accountsOf(userId);
  const gone = accounts.find((one) => one.provider === provider);
  if (!gone || accounts.length < 2) return false;
  await authStore.unlinkAccount?.(gone);
  return true;
}
`,
      },
      {
        file: "app/accounts/page.tsx",
        lines: `import { Suspense } from "react";
import { revalidatePath } from "next/cache";
import { accountsOf, unlink, userId } from "@/app/accounts";

async function remove(form: FormData) {
  "use server";
  if (!(await unlink(await userId(), String(form.get("provider"))))) throw new Error("This is your last way in");
  revalidatePath("/accounts");
}

export default function Page() {
  return <Suspense><Accounts /></Suspense>;
}

async function Accounts() {
  const accounts = await accountsOf(await userId());
  return (
    <form action={remove}>
      {accounts.map(({ provider }) => <button key={provider} name="provider" value={provider}>{provider}</button>)}
    </form>
  );
}
`,
      },
    ],
  },
  {
    name: "9 sign out everywhere",
    byHand: [
      {
        file: "app/api/sign-out-everywhere/route.ts",
        lines: `import { userId } from "@/app/accounts";
import { db } from "@/auth-store";

export async function POST() {
  await db.deleteFrom("Session").where("userId", "=", await userId()).execute();
  return new Response(null, { status: 204 });
}
`,
      },
    ],
  },
  { name: "10 Docker", commands: [["add-docker"]] },
];
