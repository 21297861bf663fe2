/** What `onMetric` is told. */
import type { ThrottleLimit } from "./shared-store.js";

/** Which request a provider was asked: its metadata, its keys, the token, who signed in, or the check of OpenID 2. */
export type ProviderStep = "discovery" | "keys" | "token" | "userinfo" | "openid2";

/** A call of the adapter. */
export interface StoreMetric {
  /** Tells the metrics apart. */
  readonly kind: "store";
  /** Method of the adapter, such as `getSessionAndUser`; of rows of plugins `records.find` and its like. */
  readonly method: string;
  /** Milliseconds. */
  readonly ms: number;
  /** `error`: it threw, or did not answer within `deadlineSeconds`. */
  readonly outcome: "ok" | "error";
}

/** A request to a provider. */
export interface ProviderMetric {
  /** Tells the metrics apart. */
  readonly kind: "provider";
  /** Id of the provider. */
  readonly provider: string;
  /** What was asked. */
  readonly step: ProviderStep;
  /** Milliseconds, until the answer was read. */
  readonly ms: number;
  /** `error`: no answer, one that breaks the limits, or a status from 400. */
  readonly outcome: "ok" | "error";
}

/** A sign-in that came to its end. */
export interface SignInMetric {
  /** Tells the metrics apart. */
  readonly kind: "signIn";
  /** Id of the provider; undefined where the request named none of the configuration. */
  readonly provider: string | undefined;
  /** Whether there is a session now. */
  readonly outcome: "success" | "failure";
  /** Of a failure: the type of the error, such as `CredentialsSignin`. */
  readonly error?: string;
}

/** A try that was answered with 429. */
export interface ThrottleMetric {
  /** Tells the metrics apart. */
  readonly kind: "throttle";
  /** Id of the provider; undefined where the request named none of the configuration. */
  readonly provider: string | undefined;
  /** Which count is full. */
  readonly limit: ThrottleLimit;
}

/** One thing that happened, without a name, an address or a token: every text is from a closed list. */
export type Metric = StoreMetric | ProviderMetric | SignInMetric | ThrottleMetric;
