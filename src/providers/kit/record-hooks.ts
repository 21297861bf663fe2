import type {
  AuthorizationEndpoint,
  OIDCConfig,
  ProviderMark,
  TokenEndpoint,
  UserinfoEndpoint,
} from "../../runtime/types/provider.js";
import type { conformToken } from "./token-answer.js";

/** What data cannot say about a provider, or should not say to those who do not use it. */
export interface RecordHooks<P> {
  /** A module of its own, made from an icon of that name. */
  readonly mark?: ProviderMark;
  /** Address of the picture where it takes arithmetic. */
  readonly image?: (profile: P) => string | null;
  /** Of providers that go by several names. */
  readonly issuer?: Pick<OIDCConfig<P>, "expectedIssuer" | "acceptsIssuer">;
  /** Keys and secrets that are made at each sign-in. */
  readonly token?: Pick<TokenEndpoint, "makeSecret" | "clientPrivateKey" | "sign">;
  /** Where the record has `tokenAnswer` or `tokenDefaults`. */
  readonly conformToken?: typeof conformToken;
  /** Check of what the provider signed of its answer. */
  readonly verify?: AuthorizationEndpoint["verify"];
  /** Of OpenID Connect: sign-outs at the provider, and by it. */
  readonly signOut?: (
    options: Pick<OIDCConfig<P>, "federatedSignOut" | "backchannelLogout">,
  ) => OIDCConfig<P>["signOut"];
  /** Signature of API calls. */
  readonly sign?: UserinfoEndpoint<P>["sign"];
}
