/**
 * A process that signs somebody in and dies on the way: `crash-app <file> <way> <method>` ends itself by SIGKILL as
 * soon as that method of its store has written. Without a method it signs in and prints where the browser ended.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { locationOf, Stage } from "./stage.js";

const [file = "", way = "oidc", deadly] = process.argv.slice(2);

const memory = MemoryAdapter();
const { rows, ...methods } = memory;

if (existsSync(file)) {
  const isDate = (key: string) => key === "expires" || key === "emailVerified";
  const saved = JSON.parse(readFileSync(file, "utf8"), (key, value: unknown) =>
    isDate(key) && typeof value === "string" ? new Date(value) : value,
  ) as Record<string, [string, never][]>;
  for (const [table, entries] of Object.entries(saved))
    for (const [key, row] of entries)
      (rows as unknown as Record<string, Map<string, unknown>>)[table]!.set(key, row);
}

/** Whole or not at all, as a database would. */
function save(): void {
  const tables = Object.fromEntries(
    Object.entries(rows).map(([table, map]) => [table, [...(map as Map<string, unknown>)]]),
  );
  writeFileSync(`${file}.new`, JSON.stringify(tables));
  renameSync(`${file}.new`, file);
}

const store = Object.fromEntries(
  Object.entries(methods).map(([name, method]) => [
    name,
    async (...args: never[]) => {
      const result = await (method as (...given: never[]) => unknown)(...args);
      save();
      if (name === deadly) process.kill(process.pid, "SIGKILL");
      return result;
    },
  ]),
) as Adapter;

const stage = new Stage({ store });
const browser = stage.browser();
let response: Response;
if (way === "mail") {
  await stage.askMail(browser);
  response = await browser.send(stage.mails[0]!.url);
} else {
  response = await stage.oauth(browser);
}
const counts = { users: rows.users.size, accounts: rows.accounts.size, sessions: rows.sessions.size };
const name = (await browser.session())?.user?.["name"] ?? null;
process.stdout.write(JSON.stringify({ end: locationOf(response), name, ...counts }));
