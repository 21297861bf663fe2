/** What an app keeps between the two requests of a sign-in: a text of ours. */
import { InvalidCheck } from "../errors/index.js";
import { checkMaxAgeSeconds } from "../http/cookie-policy.js";
import { bytesOf } from "../oauth/token-answer.js";
import { carried, type CheckValues, type KeptChecks } from "../oauth/check-values.js";
import { toBase64url } from "../security/crypto-web.js";
import type { OAuthProvider } from "../types/finished-provider.js";

/** How `keep` is written. */
export interface KeepOptions {
  /**
   * Seals `keep`: nobody who sees it can read or change it. At least 32 random characters; of a list the first one
   * seals, and any opens. Default: none, `keep` is readable.
   */
  secret?: string | readonly string[] | undefined;
}

/** What a sign-in keeps of its beginning. */
interface Kept {
  readonly provider: string;
  readonly redirectUri: string;
  readonly checks: Readonly<Record<string, unknown>>;
}

/** A cookie takes no more. */
const mostCharacters = 4096;

const secretsOf = ({ secret = [] }: KeepOptions): readonly string[] => [secret].flat();

/** The text to keep; good for 15 minutes, and for this provider. */
export async function keepText(
  { id }: OAuthProvider,
  redirectUri: string,
  values: CheckValues,
  options: KeepOptions,
): Promise<string> {
  const secrets = secretsOf(options);
  const kept: Kept = { provider: id, redirectUri, checks: Object.fromEntries(values) };
  if (secrets.length === 0) {
    const exp = Math.floor(Date.now() / 1000) + checkMaxAgeSeconds;
    return toBase64url(new TextEncoder().encode(JSON.stringify({ ...kept, exp })));
  }
  return (await sealing()).sealKeep(kept, secrets, checkMaxAgeSeconds);
}

/**
 * What was kept, judged.
 *
 * @throws InvalidCheck when it is missing, not ours, changed, too old, or of another provider
 */
export async function openKeep(
  { id }: { readonly id: string },
  keep: string | null | undefined,
  options: KeepOptions,
): Promise<{ readonly redirectUri: string; readonly kept: KeptChecks }> {
  if (!keep) throw new InvalidCheck("There is no `keep`: this sign-in did not begin in this browser");
  if (keep.length > mostCharacters) throw new InvalidCheck("`keep` is too long: it is not one of start()");
  const { provider, redirectUri, checks } = keptIn(await payloadOf(keep, secretsOf(options)));
  // A callback at another provider must not find the values of this one (mix-up, RFC 9700 section 4.4).
  if (provider !== id) throw new InvalidCheck("`keep` belongs to another provider");
  return {
    redirectUri,
    kept: {
      has: (check) => typeof checks[check] === "string",
      async read(check) {
        const value = checks[check];
        if (typeof value === "string" && value !== "") return value;
        throw new InvalidCheck(`\`keep\` holds no ${check}`);
      },
    },
  };
}

async function payloadOf(keep: string, secrets: readonly string[]): Promise<Record<string, unknown>> {
  if (secrets.length === 0) return plainPayload(keep);
  // Where there is a secret, nothing counts that was not sealed with it.
  return (await sealing()).unsealKeep(keep, secrets);
}

function plainPayload(keep: string): Record<string, unknown> {
  const payload = readable(keep);
  const { exp } = payload;
  if (typeof exp !== "number" || exp <= Date.now() / 1000)
    throw new InvalidCheck("`keep` is older than 15 minutes");
  return payload;
}

function readable(keep: string): Record<string, unknown> {
  if (keep.includes(".")) throw new InvalidCheck("`keep` is sealed: hand finish() the secret of start()");
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(keep)));
    if (isObject(value)) return value;
  } catch {
    // What is wrong with it may be quoted in the error, and it holds secrets.
  }
  throw new InvalidCheck("`keep` is not one of start()");
}

function keptIn({ provider, redirectUri, checks }: Record<string, unknown>): Kept {
  if (typeof provider === "string" && typeof redirectUri === "string" && isObject(checks))
    if (URL.canParse(redirectUri) && Object.keys(checks).every((name) => names.includes(name)))
      return { provider, redirectUri, checks };
  throw new InvalidCheck("`keep` is not one of start()");
}

const names: readonly string[] = carried;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Loaded where there is a secret. */
const sealing = () => import("./sealed-keep.js");
