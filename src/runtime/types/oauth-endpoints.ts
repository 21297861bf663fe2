/** The endpoints of an OAuth server, and what is unusual about them. */
import type { Awaitable } from "./entities.js";

/** Parameters of the authorization request, such as `scope` or `prompt`. */
export type AuthorizationParams = Record<string, unknown>;

/** Where the browser is sent to sign in (RFC 6749 section 4.1.1). */
export interface AuthorizationEndpoint {
  /** Address; may have a query of its own. */
  url?: string;
  /** Further parameters. */
  params?: AuthorizationParams;
  /** Names of parameters that decide whom the answer is about: the query of a sign-in request never changes them. */
  fixed?: readonly string[];
  /** Own names of standard parameters, such as `client_key` for `client_id`. */
  rename?: Record<string, string>;
  /** Own names of parameters of the answer, such as `auth_code`, and the standard ones for them. */
  answer?: Record<string, string>;
  /** Checks what the provider signed of its answer, before anything else is done with it; throws when it is wrong. */
  verify?: (answer: URLSearchParams, client: { clientSecret: string }) => Awaitable<void>;
}

/** Where the code is exchanged for tokens (RFC 6749 section 4.1.3). */
export interface TokenEndpoint {
  /** Address. */
  url?: string;
  /** Further parameters. */
  params?: Record<string, unknown>;
  /** Mends a token answer that does not follow RFC 6749 before it is judged. */
  conform?: (response: Response) => Awaitable<Response | undefined>;
  /** Signs the client assertion of `private_key_jwt`; a function is asked at each sign-in. */
  clientPrivateKey?:
    | ClientKey
    | ((client: { clientId: string; clientSecret: string }) => Awaitable<ClientKey>);
  /** The one audience of that assertion. Default `issuer`; some servers ask for the address of the endpoint. */
  assertionAudience?: "issuer" | "token_endpoint";
  /** Makes the client secret of one request, where it is a signed statement that expires. */
  makeSecret?: (client: { clientId: string; clientSecret: string }) => Awaitable<string>;
  /** How the request travels, as RFC 6749 section 4.1.3 has it or in the server's own words; default `form`. */
  format?: "form" | "json" | "query";
  /** Own names of standard parameters; an empty name leaves the parameter out. */
  rename?: Record<string, string>;
  /** Further parameters and headers; `{clientId}` and `{clientSecret}` are filled in. */
  body?: Record<string, string>;
  /** Further headers, with the same templates. */
  headers?: Record<string, string>;
  /** Parameters of the callback that the token request repeats. */
  fromCallback?: readonly string[];
  /** The callback names the server that holds the account: one of these hosts answers in place of the usual one. */
  hostFromCallback?: {
    /** Parameter of the callback that names the server. */
    readonly param: string;
    /** Hosts that may be named. */
    readonly hosts: readonly string[];
  };
  /** Adds a signature to the finished address of a request of format `query`. */
  sign?: (url: URL, client: { clientSecret: string }) => Awaitable<void>;
}

/** Private key that signs client assertions (RFC 7523). */
export type ClientKey =
  | CryptoKey
  | {
      /** Private, and usable for signing. */
      key: CryptoKey;
      /** Its id in the header of the assertion. */
      kid?: string;
    };

/** Where the access token stands in an API call; `url`: the address itself has it as `{accessToken}`. */
export type TokenPlace =
  | {
      /** In the header Authorization, behind this word. */
      readonly scheme: string;
    }
  | {
      /** In this header. */
      readonly header: string;
    }
  | {
      /** In this parameter of the query. */
      readonly query: string;
    }
  | {
      /** In this field of the form. */
      readonly form: string;
    }
  | "url";

/** A further request for the profile. */
export interface ExtraUserRequest {
  /** Templates as in `UserinfoEndpoint.url`, and `{profile.<path>}`. */
  url: string;
  /** Profile member that receives the answer. */
  at: string;
  /** Skip the request when this member of the profile has a value. */
  unless?: string;
  /** How to read the answer: JSON (default), or any bytes as a `data:` URL. */
  as?: "json" | "data-url";
  /** A failure leaves the member out instead of ending the sign-in. */
  optional?: boolean;
  /** JSON body: the request is a POST. */
  body?: Record<string, unknown>;
  /** The whole address comes from an answer, as it is: these are the hosts that the token may go to. */
  hosts?: readonly string[];
}
