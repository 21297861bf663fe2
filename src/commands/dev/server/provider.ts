import { fullName, type SimulatedUser } from "./users.js";

/** Who signed in, at which client, and where pictures can be had. */
export interface Visit {
  readonly user: SimulatedUser;
  readonly clientId: string;
  readonly scope: string;
  /** Address of the person's picture, if there is one. */
  readonly picture: string | undefined;
  /** The provider says nothing of an e-mail address. */
  readonly withoutEmail?: boolean;
}

export type Answer = Record<string, unknown>;

/** What a provider answers where data cannot say it. Every member is optional: the record says the rest. */
export interface Face {
  /** The profile as users of the provider see it: the userinfo answer unwrapped, or the claims of the ID token. */
  readonly profile?: (visit: Visit) => Answer;
  /** Answers of further API calls, by the end of their path. */
  readonly answers?: Readonly<Record<string, (visit: Visit) => unknown>>;
  /** Members of the token answer beside the usual ones; undefined removes a usual one. */
  readonly tokens?: (visit: Visit) => Answer;
  /** Form-encoded unless the request accepts JSON. */
  readonly tokensAsForm?: boolean;
  /** Adds what the provider signs its answer with. `asked`: address of the sign-in page. */
  readonly sealAnswer?: (fields: URLSearchParams, asked: URL) => void;
  /** Issuer in the metadata and in ID tokens where they differ from the one that was asked for. */
  readonly issuers?: (asked: string) => { readonly metadata: string; readonly token: string };
}

/** Standard claims of OpenID Connect Core 1.0, section 5.1. */
export function claimsOf({ user, picture }: Visit): Answer {
  return {
    sub: String(user.number),
    name: fullName(user),
    given_name: user.givenName,
    family_name: user.familyName,
    preferred_username: user.username,
    email: user.email,
    email_verified: user.emailVerified,
    locale: user.locale,
    ...(picture !== undefined && { picture }),
    ...user.claims,
  };
}
