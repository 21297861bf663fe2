/** A process that asks for the same token many times at once, whenever it is told to. */
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { KyselyAdapter, type AuthTables } from "../../../src/runtime/adapters/kysely.js";
import { askerOf, configOf, setHoursLater } from "./renewing.js";

export interface Order {
  readonly hours: number;
  readonly calls: number;
}

const [, , file = "", server = "", strategy = "", cookie = ""] = process.argv;
const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: `file:${file}` }) });
const ask = askerOf(
  configOf({ server, adapter: KyselyAdapter(db), strategy: strategy as "jwt" | "database" }),
);

process.on("message", ({ hours, calls }: Order) => {
  setHoursLater(hours);
  const all = Array.from({ length: calls }, () => ask(cookie).catch((error: unknown) => `${String(error)}`));
  void Promise.all(all).then((tokens) => process.send?.([...new Set(tokens)]));
});
process.send?.("ready");
