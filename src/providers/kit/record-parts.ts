/** Types of what stands in a provider's record. */

/** Where a local address may be registered as callback: worded as a hint unless `checked`. */
export type LocalhostRule =
  | "http-localhost"
  | "https-only"
  | "self-hosted"
  | "loopback-ip"
  | "registered-domain-only"
  | "note"
  | "unknown";

/** A part of a URL template that the user must supply, such as a tenant or a domain. */
export interface RecordParam {
  /** Name of the option and of the hole in the template. */
  readonly name: string;
  /** Without it there is no address. */
  readonly required: boolean;
  /** What stands there unless the option says otherwise. */
  readonly default?: string;
  /** Variable of the environment that the reference reads it from. */
  readonly env?: string;
  /** For people. */
  readonly example?: string;
}

/** One further request with the access token; see `ExtraUserRequest`. */
export interface RecordExtraRequest {
  /** Address; a template. */
  readonly url: string;
  /** Member of the profile that receives the answer. */
  readonly at: string;
  /** Not asked where this member of the profile has a value. */
  readonly unless?: string;
  /** How the answer is read. Default: JSON. */
  readonly as?: "json" | "data-url";
  /** A failure leaves the member out. */
  readonly optional?: boolean;
  /** JSON body: the request is a POST. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Hosts that an address from an answer may have. */
  readonly hosts?: readonly string[];
}
