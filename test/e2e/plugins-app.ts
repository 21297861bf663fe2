/** An Express app with all plugins over SQLite, its mails, and a provider that is not ours. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely, sql } from "kysely";
import { vi } from "vitest";
import Nodemailer from "../../src/providers/nodemailer.js";
import Passkey from "../../src/providers/passkey.js";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { recordTableStatements } from "../../src/runtime/adapters/sql-schema.js";
import { createAuth } from "../../src/runtime/integrations/express.js";
import { accessTokens } from "../../src/runtime/plugins/access-tokens/index.js";
import { tables as tokenTables } from "../../src/runtime/plugins/access-tokens/tables.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { tables as accountTables } from "../../src/runtime/plugins/account/tables.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import { tables as passwordTables } from "../../src/runtime/plugins/password/tables.js";
import { twoFactor } from "../../src/runtime/plugins/two-factor/index.js";
import { tables as factorTables } from "../../src/runtime/plugins/two-factor/tables.js";
import { codeAt, stepAt } from "../../src/runtime/plugins/two-factor/totp.js";
import type { Provider } from "../../src/runtime/types/provider.js";
import { expresses, listen } from "../support/app.js";
import { bundleSignIn } from "../support/client-bundle.js";
import { MailServer } from "../support/mail-server.js";
import type { WalkedApp } from "./plugin-user.js";
import { startStrictProvider } from "./strict-provider.js";

export type Strategy = "jwt" | "database";

async function openDatabase(file: string): Promise<Kysely<AuthTables>> {
  const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: `file:${file}` }) });
  await migrate(db);
  for (const table of [...tokenTables, ...accountTables, ...passwordTables, ...factorTables])
    for (const statement of recordTableStatements("sqlite", table)) await sql.raw(statement).execute(db);
  return db;
}

/**
 * @param hasSignInMails users may sign in by the link of a mail, too
 * @param hasPasskeys they may add passkeys at `/passkey`, too, and sign in with them
 */
export async function startPluginsApp(
  strategy: Strategy,
  { hasSignInMails = true, hasPasskeys = false } = {},
) {
  const file = path.join(tmpdir(), `plugins-${randomUUID()}.db`);
  const [db, mailServer] = await Promise.all([openDatabase(file), MailServer.start()]);
  const app = expresses[5]();
  const running = await listen(app);
  const authUrl = `${running.origin}/auth`;
  const strict = await startStrictProvider(`${authUrl}/callback/strict`);
  const errors: string[] = [];
  const oidc: Provider = {
    id: "strict",
    name: "Example",
    type: "oidc",
    issuer: strict.issuer,
    clientId: strict.clientId,
    clientSecret: strict.clientSecret,
  };
  const mail = Nodemailer({ server: mailServer.url, from: "Shop <no-reply@example.com>" });
  // A virtual authenticator answers what the browser offers by itself before anybody can click.
  const passkey = Passkey({ enableConditionalUI: false });
  const auth = createAuth({
    secret: "test-secret-test-secret-test-secret-000",
    adapter: KyselyAdapter(db),
    session: { strategy },
    providers: [oidc, ...(hasSignInMails ? [mail] : []), ...(hasPasskeys ? [passkey] : [])],
    experimental: { enableWebAuthn: hasPasskeys },
    plugins: [
      password(hasSignInMails ? {} : { sendMail: (sent) => mail.sendMail?.(sent, mail) }),
      twoFactor(),
      accessTokens(),
      account({ cacheSeconds: 0 }),
    ],
    theme: { name: "Shop" },
    logger: {
      error: (error) => void errors.push(`${error.name}: ${error.message}`),
      warn: () => undefined,
    },
  });
  app.use("/auth", auth.handler);
  app.get("/", auth.session, (req, res) => {
    res.send(
      `<!doctype html><title>Shop</title><h1>Shop</h1><p id="who">${req.auth?.user?.email ?? "nobody"}</p>`,
    );
  });
  if (hasPasskeys) {
    const script = await bundleSignIn("./src/runtime/client/webauthn.ts", { NEXTAUTH_URL: authUrl });
    app.get("/passkey", (_req, res) => {
      res.send(
        `<!doctype html><title>Shop</title><button>Add a passkey</button><script>${script}
          const add = () => signIn("passkey", { action: "register", redirectTo: "/auth/account" });
          document.querySelector("button").onclick = add;</script>`,
      );
    });
  }
  const walked: WalkedApp = {
    authUrl,
    provider: "Example",
    chooseAccount: (page) => strict.signIn(page),
    mailLink: (subject, to) => mailServer.takeLink(subject, to),
    nextCode(secret) {
      vi.setSystemTime(Date.now() + 30_000);
      return codeAt(secret, stepAt(Date.now()));
    },
    async who(page) {
      await page.goto(running.origin);
      return page.locator("#who").textContent();
    },
  };
  return {
    ...walked,
    strict,
    errors,
    async close() {
      await running.close();
      await Promise.all([strict.close(), mailServer.close(), db.destroy()]);
      for (const suffix of ["", "-shm", "-wal"]) await rm(`${file}${suffix}`, { force: true });
    },
  };
}

export type PluginsApp = Awaited<ReturnType<typeof startPluginsApp>>;
