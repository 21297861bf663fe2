/** What can go wrong at a provider, to be chosen for one sign-in. */
export interface Fault {
  readonly id: FaultId;
  readonly label: string;
}

export type FaultId =
  | "deny"
  | "slow"
  | "expired"
  | "bad-nonce"
  | "bad-signature"
  | "wrong-issuer"
  | "no-email"
  | "error-200"
  | "revoked-refresh";

export const faults: readonly Fault[] = [
  { id: "deny", label: "The user refuses (access_denied)" },
  { id: "slow", label: "The token endpoint answers after 15 seconds" },
  { id: "expired", label: "The ID token has expired; the access token is refused" },
  { id: "bad-nonce", label: "The ID token carries another nonce" },
  { id: "bad-signature", label: "The ID token is signed by another key" },
  { id: "wrong-issuer", label: "The answer and the ID token name another issuer" },
  { id: "no-email", label: "The profile has no e-mail address" },
  { id: "error-200", label: "The token endpoint sends an error with status 200" },
  { id: "revoked-refresh", label: "Refresh tokens are refused later" },
];

export const slowAnswerMilliseconds = 15_000;

export const findFault = (id: unknown): FaultId | undefined => faults.find((fault) => fault.id === id)?.id;
