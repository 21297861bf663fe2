/** Opens a database with a driver that the project has installed, and says in words what a database refuses. */
import { existsSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { CliError } from "../../cli/terminal/errors.js";
import { withoutAddress, type Address } from "./address.js";
import type { Connection, Driver, LoadDriver } from "./connection.js";
import { drivers } from "./drivers.js";

/** A module as files of the project would import it. */
export const projectDriver =
  (root: string): LoadDriver =>
  async (name) => {
    if (isBuiltin(name)) return import(name).catch(() => undefined);
    const { resolve } = createRequire(path.join(root, "package.json"));
    let file: string;
    try {
      file = resolve(name);
    } catch {
      return undefined;
    }
    return import(pathToFileURL(file).href);
  };

/**
 * @param load where drivers come from
 * @param mayCreate whether a file that is not there is made; otherwise it is an error
 * @throws CliError when no driver is installed, or the database cannot be reached; without the address
 */
export async function openDatabase(
  address: Address,
  load: LoadDriver,
  mayCreate: boolean,
): Promise<Connection> {
  if (!mayCreate && address.file !== undefined && !existsSync(address.file))
    throw new CliError("AUTH_E_DATABASE", "The database file doesn't exist.", {
      hint: "Check the path, which is relative to the project's folder, or run auth db migrate, which creates the file.",
    });
  const choices: readonly Driver[] = drivers[address.kind];
  for (const driver of choices) {
    const loaded = await load(driver.module);
    if (loaded) return guarded(await orRefusal(address, () => driver.connect(loaded, address.url)), address);
  }
  const names = choices.map(({ module }) => module.replace("/promise", ""));
  throw new CliError(
    "AUTH_E_NO_DRIVER",
    `The project has no driver for this database: ${names.join(", ")}.`,
    {
      hint: `Install one in the project, for instance: npm install ${names[0]}`,
    },
  );
}

/** Every statement that fails is told in the database's words. */
const guarded = (connection: Connection, address: Address): Connection => ({
  ...connection,
  query: (text, values) => orRefusal(address, () => connection.query(text, values)),
  execute: (text, values) => orRefusal(address, () => connection.execute(text, values)),
});

async function orRefusal<T>(address: Address, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // The driver's own error may hold the address: nothing of it but its text goes on.
    throw new CliError(
      "AUTH_E_DATABASE",
      `The database refused the request: ${withoutAddress(wordsOf(error), address)}`,
      {
        hint: "Check that the database is running, and that its user may create tables and delete rows.",
      },
    );
  }
}

/** Drivers that try several addresses of a host have their reasons below. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return wordsOf(error.errors[0]);
  const { message, code } = (error ?? {}) as { message?: string; code?: unknown };
  return message || (typeof code === "string" ? code : "no reason given");
}
