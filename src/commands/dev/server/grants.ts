/** The codes and tokens that the simulated providers have given out. */
import { randomBytes } from "node:crypto";
import type { FaultId } from "./faults.js";
import type { WatchedSignIn } from "./watched-sign-in.js";
import type { SimulatedUser } from "./users.js";

/** What one person allowed one client. */
export interface Grant {
  readonly providerId: string;
  readonly user: SimulatedUser;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly nonce: string | undefined;
  /** When the person was asked, in seconds since 1970; where the request has `max_age`. */
  readonly askedAt?: number | undefined;
  /** S256 challenge of RFC 7636. */
  readonly challenge: string | undefined;
  readonly fault: FaultId | undefined;
  readonly signIn?: WatchedSignIn | undefined;
}

const codeSeconds = 60;
export const accessTokenSeconds = 3600;
const refreshTokenSeconds = 24 * 3600;

interface Kept {
  readonly grant: Grant;
  readonly ends: number;
}

/** Codes and tokens in memory, gone when the process ends. */
export class Grants {
  readonly #codes = new Map<string, Kept>();
  readonly #accessTokens = new Map<string, Kept>();
  readonly #refreshTokens = new Map<string, Kept>();
  readonly #appTokens = new Map<string, Grant | undefined>();

  issueCode = (grant: Grant): string => keep(this.#codes, grant, codeSeconds);
  issueAccessToken = (grant: Grant): string => keep(this.#accessTokens, grant, accessTokenSeconds);
  issueRefreshToken = (grant: Grant): string => keep(this.#refreshTokens, grant, refreshTokenSeconds);

  /** A code works once, whatever comes of it. */
  takeCode(code: string | null): Grant | undefined {
    const grant = find(this.#codes, code);
    if (code !== null) this.#codes.delete(code);
    return grant;
  }

  /** Whose code this is, without using it up. */
  byCode = (code: string | null): Grant | undefined => find(this.#codes, code);

  /** A token of the app alone; who signed in follows when a call brings the code. */
  issueAppToken(): string {
    const token = randomBytes(24).toString("base64url");
    this.#appTokens.set(token, undefined);
    return token;
  }

  byAppToken(token: string | null, code: string | null): Grant | undefined {
    if (token === null || !this.#appTokens.has(token)) return undefined;
    if (code !== null) this.#appTokens.set(token, this.takeCode(code));
    return this.#appTokens.get(token);
  }

  /** RFC 7009: the token ends, and with a refresh token all that was given with it. */
  revoke(token: string | null): void {
    if (token === null) return;
    const grant = this.byRefreshToken(token);
    this.#accessTokens.delete(token);
    this.#refreshTokens.delete(token);
    for (const [key, kept] of this.#accessTokens) if (kept.grant === grant) this.#accessTokens.delete(key);
  }

  byAccessToken = (token: string | null): Grant | undefined => find(this.#accessTokens, token);
  byRefreshToken = (token: string | null): Grant | undefined => find(this.#refreshTokens, token);
}

function keep(map: Map<string, Kept>, grant: Grant, seconds: number): string {
  const now = Date.now();
  for (const [key, { ends }] of map) if (ends < now) map.delete(key);
  const key = randomBytes(24).toString("base64url");
  map.set(key, { grant, ends: now + seconds * 1000 });
  return key;
}

function find(map: Map<string, Kept>, key: string | null): Grant | undefined {
  const kept = key === null ? undefined : map.get(key);
  return kept && kept.ends >= Date.now() ? kept.grant : undefined;
}
