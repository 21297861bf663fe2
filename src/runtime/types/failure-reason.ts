/**
 * Which of the reasons behind an error's code it was, for the text of a page. A flow that knows says so in the `reason`
 * of the error's cause.
 *
 * - `cancelled`, `refused`: the provider's answer to the authorization request; by its user, or for a reason of its own
 * - `slow`, `provider`: a request to the provider had no answer in time, or none that can be used
 * - `stale`: the provider was asked to sign the person in anew, and did not
 * - `expired`: what the browser kept of this sign-in is gone, too old, used or another's
 * - `address`, `mail`: the address is none; the mail could not be sent
 * - `passkey`: no account has this passkey
 * - `store`: the app's store failed
 */
export type FailureReason =
  | "cancelled"
  | "refused"
  | "slow"
  | "provider"
  | "stale"
  | "expired"
  | "address"
  | "mail"
  | "passkey"
  | "store";
