import { keysFor } from "../../runtime/security/keys.js";
import { legacyInfo } from "../../runtime/security/legacy-seal.js";
import { unseal } from "../../runtime/security/seal.js";
import { readStdin, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { findToken, type FoundToken } from "./session-cookies.js";
import { sessionSecrets, type SessionSecret } from "./session-secrets.js";
import { CliError, usageError } from "../../cli/terminal/errors.js";

/** Browsers drop a cookie of more than 4096 bytes, name and attributes included. */
const cookieLimitBytes = 4096;

/** `auth token decode`: opens a session token with every known name and secret, and says what failed when none fits. */
export async function run(context: CommandContext): CommandResult {
  const { options, args, output } = context;
  const [given] = args;
  const fromStdin = given === undefined || given === "-";
  if (fromStdin && options.is("secretStdin")) {
    throw usageError(
      "AUTH_E_STDIN",
      "Token and secret cannot both come from stdin.",
      "Give the token as argument, or the secret by --secret-env.",
    );
  }
  const found = findToken(
    fromStdin ? await readStdin(context, "The token") : given,
    options.text("cookieName"),
  );
  if (!found)
    throw new CliError("AUTH_E_NO_TOKEN", "There is no session cookie in this text.", {
      hint: "If the cookie has another name, add --cookie-name NAME.",
    });
  const header = readHeader(found.token);
  const secrets = await sessionSecrets(context);
  const opened = await open(found, secrets);
  const { exp } = opened.payload;
  const expired = typeof exp === "number" && exp * 1000 < Date.now();
  const { payload, cookieName, secret } = opened;
  output.result(
    { payload, header, expired, cookieName, secretFrom: secret.from, bytes: found.token.length },
    JSON.stringify(payload, null, 2),
  );
  output.note(`Opened as ${cookieName} with ${secret.from}.`, "dim");
  if (typeof exp === "number") {
    const when = new Date(exp * 1000).toISOString();
    if (expired) output.warn("AUTH_W_EXPIRED", `The token expired at ${when}.`);
    else output.note(`Expires at ${when}.`, "dim");
  }
  output.note(renderSizes(payload, found.token.length), "dim");
  if (found.token.length > cookieLimitBytes * 0.85) {
    output.warn(
      "AUTH_W_LARGE",
      `${found.token.length} bytes: near or over the ${cookieLimitBytes} of one cookie, so it is sent in pieces.`,
    );
  }
}

/** @throws CliError that says what the text is when it is no session token */
function readHeader(token: string): Record<string, unknown> {
  const parts = token.split(".");
  if (parts.length === 3) {
    throw new CliError(
      "AUTH_E_TOKEN_FORM",
      "This is a signed token (three parts), not an encrypted session token.",
      {
        hint: "ID tokens and access tokens of providers look like this; they need no secret to be read.",
      },
    );
  }
  let header: unknown;
  try {
    header = JSON.parse(Buffer.from(parts[0] ?? "", "base64url").toString("utf8"));
  } catch {
    header = undefined;
  }
  if (parts.length !== 5 || typeof header !== "object" || header === null) {
    throw new CliError(
      "AUTH_E_TOKEN_FORM",
      `This isn't a session token: ${parts.length} part${parts.length === 1 ? "" : "s"} instead of five.`,
      {
        hint: "Was it cut while copying? With database sessions the cookie is a plain random value, and nothing can be decrypted.",
      },
    );
  }
  return { ...header };
}

/** What decides a key beside the secret: the cookie's name, or nothing but a fixed text for tokens of next-auth 4. */
const keyOf = (name: string, { enc, kid }: Record<string, unknown>): { salt: string; info?: string } =>
  enc === "A256GCM" && kid === undefined ? { salt: "", info: legacyInfo } : { salt: name };

async function open({ token, names }: FoundToken, secrets: readonly SessionSecret[]) {
  const segment = token.slice(0, token.indexOf("."));
  const header = readHeader(token);
  let keyFits: { name: string; secret: SessionSecret } | undefined;
  for (const name of names) {
    for (const secret of secrets) {
      const { salt, info } = keyOf(name, header);
      if ((await keysFor(segment, [secret.value], salt, info)).length === 0) continue;
      try {
        // Every token is young at the beginning of time: an expired one opens, and is reported as such.
        const options = { secrets: [secret.value], salt, ...(info && { info }), now: 0 };
        return { payload: await unseal(token, options), cookieName: name, secret };
      } catch {
        keyFits ??= { name, secret };
      }
    }
  }
  if (keyFits && header["kid"] !== undefined) {
    throw new CliError(
      "AUTH_E_TOKEN_DAMAGED",
      `${keyFits.secret.from} and the name ${keyFits.name} fit, but the content does not: the token was cut or changed.`,
    );
  }
  throw new CliError(
    "AUTH_E_TOKEN_KEY",
    `No secret opens this token. Tried: ${secrets.map(({ from }) => from).join(", ")}, each with ${names.join(", ")}.`,
    {
      hint:
        keyOf("", header).info === undefined
          ? "It was made with another secret or another cookie name: --secret-env NAME, --cookie-name NAME"
          : "It is a token of next-auth 4, made with another secret: --secret-env NAME",
    },
  );
}

/** Which claims take the room. */
function renderSizes(payload: Readonly<Record<string, unknown>>, total: number): string {
  const rows = Object.entries(payload).map(([claim, value]) => ({
    claim,
    bytes: Buffer.byteLength(JSON.stringify({ [claim]: value })) - 2,
  }));
  rows.sort((a, b) => b.bytes - a.bytes);
  const width = Math.max(...rows.map(({ claim }) => claim.length), 5);
  const lines = rows.map(({ claim, bytes }) => `  ${claim.padEnd(width)} ${String(bytes).padStart(6)}`);
  return [
    `\n  ${"claim".padEnd(width)}  bytes`,
    ...lines,
    `  ${"token".padEnd(width)} ${String(total).padStart(6)} (encrypted; one cookie holds ${cookieLimitBytes})`,
  ].join("\n");
}
