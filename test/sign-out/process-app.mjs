/** An app that listens to its provider, as a process of its own: nothing but a file of SQLite is shared. */
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { createClient } from "@libsql/client";
import express from "express";
import { Kysely } from "kysely";
import { KyselyAdapter } from "authwright/adapters/kysely";
import { createAuth } from "authwright/express";
import { account } from "authwright/plugins/account";
import OIDC from "authwright/providers/oidc";

const { PORT, STORE, STRATEGY, SECRET, ISSUER, CLIENT_ID, CLIENT_SECRET } = process.env;
const db = new Kysely({ dialect: new LibsqlDialect({ client: createClient({ url: `file:${STORE}` }) }) });
const auth = createAuth({
  secret: SECRET,
  trustHost: true,
  adapter: KyselyAdapter(db, { migrate: true }),
  session: { strategy: STRATEGY, absoluteMaxAge: 86_400 },
  pageAddresses: true,
  // It keeps when sessions began.
  plugins: [account({ cacheSeconds: 0 })],
  providers: [
    OIDC({
      id: "acme",
      name: "Acme",
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      federatedSignOut: true,
      backchannelLogout: { cacheSeconds: 0 },
    }),
  ],
});
const app = express();
app.use("/auth", auth.handler);
app.use(auth.pages);
app.get("/", (_req, res) => void res.send("home"));
app.listen(Number(PORT), "127.0.0.1");
