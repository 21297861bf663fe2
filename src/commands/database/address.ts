/** The address of the database, which carries its password: it stands in no output. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { CommandContext } from "../../cli/terminal/context.js";
import { filePath, secretsOf, splitScheme } from "../../cli/formats/database-url.js";
import { envValue } from "../../cli/formats/env-file.js";
import { usageError } from "../../cli/terminal/errors.js";
import type { drivers } from "./drivers.js";

/** Where a database is. */
export interface Address {
  readonly kind: keyof typeof drivers;
  /** As drivers take it. Never printed. */
  readonly url: string;
  /** The file, absolute, of a database that is one. */
  readonly file?: string;
}

/**
 * The address that `--url-env` names, of the environment or else of the env files.
 *
 * @throws CliError exit 2 when there is none, or none of a known kind
 */
export function readAddress({ options, io, cwd }: CommandContext): Address {
  const name = options.text("urlEnv") ?? "DATABASE_URL";
  const files = [".env.local", ".env"].filter((file) => existsSync(path.resolve(cwd, file)));
  const fromFiles = files.map((file) => envValue(readFileSync(path.resolve(cwd, file), "utf8"), name));
  const fromEnv = Object.hasOwn(io.env, name) ? io.env[name] : undefined;
  const url = [fromEnv, ...fromFiles].find((value) => value !== undefined && value !== "");
  if (url === undefined)
    throw usageError(
      "AUTH_E_NO_DATABASE_URL",
      `No database: ${name} is neither in the environment nor in .env.local or .env.`,
      `Set ${name} to the database URL, or name another variable with --url-env NAME.`,
    );
  const address = addressOf(url.trim(), cwd);
  if (address) return address;
  throw usageError(
    "AUTH_E_DATABASE_URL",
    `The value of ${name} isn't the URL of a supported database.`,
    "Use postgres://, mysql://, mariadb://, libsql://, or file: with the path of a SQLite file.",
  );
}

const schemes: Readonly<Record<string, Address["kind"]>> = {
  postgres: "postgres",
  postgresql: "postgres",
  mysql: "mysql",
  mariadb: "mysql",
  libsql: "libsql",
  file: "file",
  sqlite: "file",
};

function addressOf(url: string, cwd: string): Address | undefined {
  const { scheme, rest } = splitScheme(url);
  const kind = Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined;
  if (kind === "mysql") return { kind, url: `mysql:${rest}` };
  if (kind !== "file") return kind && { kind, url };
  const file = path.resolve(cwd, filePath(rest));
  return { kind, url: `file:${file}`, file };
}

/** A message of a driver without the address or a part of it that is a secret. */
export const withoutAddress = (message: string, { url }: Address): string =>
  secretsOf(url).reduce((text, secret) => text.replaceAll(secret, "…"), message);
