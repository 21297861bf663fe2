import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { readStdin, type CommandContext } from "../../cli/terminal/context.js";
import { announcedName, secretNames } from "../../cli/formats/secret-names.js";
import { envValue } from "../../cli/formats/env-file.js";
import { usageError } from "../../cli/terminal/errors.js";

/** Newest first, as the runtime takes them; the last one is the predecessor's name. */
const names: readonly string[] = [...[...secretNames].reverse(), announcedName, "NEXTAUTH_SECRET"];

/** A secret that seals sessions, and where it was found. Its value is never printed. */
export interface SessionSecret {
  readonly value: string;
  readonly from: string;
}

/**
 * The secrets in reach of a command, newest first: by its flags, else of the environment and the env files.
 * @throws CliError exit 2 when there is none
 */
export async function sessionSecrets(context: CommandContext): Promise<readonly SessionSecret[]> {
  const { options, io, cwd } = context;
  if (options.is("secretStdin")) return [{ value: await readStdin(context, "The secret"), from: "stdin" }];
  const wanted = options.text("secretEnv");
  const file = options.text("env");
  const files = [file ?? ".env.local", ...(file ? [] : [".env"])].filter((name) =>
    existsSync(path.resolve(cwd, name)),
  );
  if (file && files.length === 0) throw usageError("AUTH_E_NO_FILE", `There is no file ${file} in ${cwd}.`);
  const secrets = (wanted ? [wanted] : names).flatMap((name): SessionSecret[] => {
    const fromEnv = io.env[name];
    const fromFiles = files.map((one) => ({
      value: envValue(readFileSync(path.resolve(cwd, one), "utf8"), name) ?? "",
      from: `${name} of ${one}`,
    }));
    return [
      ...(fromEnv && !file ? [{ value: fromEnv, from: `${name} of the environment` }] : []),
      ...fromFiles,
    ].filter(({ value }) => value !== "");
  });
  if (secrets.length > 0) return secrets;
  throw usageError(
    "AUTH_E_NO_SECRET",
    `No secret: ${wanted ?? "AUTH_SECRET"} is neither in the environment nor in ${file ?? ".env.local or .env"}.`,
    "Add --secret-env NAME, --secret-stdin or --env PATH",
  );
}
