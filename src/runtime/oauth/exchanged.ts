import type { AuthorizationServer, Client, IDToken } from "oauth4webapi";
import type { TokenSet } from "../types/entities.js";

/** What the provider's answer proved. */
export interface Exchanged {
  readonly tokens: TokenSet & Record<string, unknown>;
  /** Claims of the ID token, signature and all claims verified; undefined for plain OAuth. */
  readonly claims: IDToken | undefined;
  /** Who signed in, where no token says it: counts more than what an API says. */
  readonly proven?: { readonly sub: string };
  readonly authorizationServer: AuthorizationServer;
  readonly client: Client;
  /** Parameters of the callback. */
  readonly callback: URLSearchParams;
}
