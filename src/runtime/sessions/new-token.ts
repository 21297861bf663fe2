/** The token of a new database session. */
import { AuthError } from "../errors/index.js";
import type { ResolvedConfig } from "../types/resolved-config.js";

/** A function of the user may turn out to be async, or to give nothing: then people would share one token. */
export async function newToken({ session }: Pick<ResolvedConfig, "session">): Promise<string> {
  const token: unknown = await session.generateSessionToken();
  if (typeof token === "string" && token !== "") return token;
  throw new AuthError("session.generateSessionToken() gave no text");
}
