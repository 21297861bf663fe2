import { writeSessionCookies } from "../../runtime/http/cookie-chunks.js";
import { seal } from "../../runtime/security/seal.js";
import { readStdin, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { sessionSecrets } from "./session-secrets.js";
import { usageError } from "../../cli/terminal/errors.js";

const defaultMaxAgeSeconds = 30 * 24 * 60 * 60;

/** `auth token encode`: a session token with these claims, sealed as the runtime seals it. */
export async function run(context: CommandContext): CommandResult {
  const { options, args, output } = context;
  const fromStdin = args[0] === undefined || args[0] === "-";
  if (fromStdin && options.is("secretStdin")) {
    throw usageError(
      "AUTH_E_STDIN",
      "Claims and secret cannot both come from stdin.",
      "Give the claims as argument, or the secret by --secret-env.",
    );
  }
  const claims = parseClaims(fromStdin ? await readStdin(context, "The claims") : (args[0] ?? ""));
  const maxAgeSeconds = parseSeconds(options.text("maxAge"));
  const name = options.text("cookieName") ?? "authjs.session-token";
  const [secret] = await sessionSecrets(context);
  const token = await seal(claims, { secrets: [secret?.value ?? ""], salt: name, maxAgeSeconds });
  const cookies = writeSessionCookies({ name, options: {} }, token, [], {});
  const header = `Cookie: ${cookies.map((one) => `${one.name}=${one.value}`).join("; ")}`;
  const expires = new Date(Date.now() + maxAgeSeconds * 1000).toISOString();
  output.result(
    { token, cookieName: name, cookie: header, secretFrom: secret?.from, expires, bytes: token.length },
    options.is("cookie") ? header : token,
  );
  output.note(`Sealed as ${name} with ${secret?.from}; expires at ${expires}.`, "dim");
  if (!("sub" in claims)) {
    output.warn(
      "AUTH_W_NO_SUBJECT",
      'Without "sub" nobody is named: most callbacks read the id of the user there.',
    );
  }
}

function parseClaims(text: string): Readonly<Record<string, unknown>> {
  let claims: unknown;
  try {
    claims = JSON.parse(text);
  } catch {
    claims = undefined;
  }
  if (typeof claims === "object" && claims !== null && !Array.isArray(claims)) return { ...claims };
  throw usageError(
    "AUTH_E_CLAIMS",
    "The claims aren't a JSON object.",
    `For example: auth token encode '{"sub":"1","name":"Ada"}'`,
  );
}

function parseSeconds(text: string | undefined): number {
  if (text === undefined) return defaultMaxAgeSeconds;
  const seconds = Number(text);
  if (Number.isSafeInteger(seconds) && seconds > 0) return seconds;
  throw usageError(
    "AUTH_E_USAGE",
    `--max-age ${text} isn't a whole number of seconds.`,
    "For an hour: --max-age 3600",
  );
}
