/** A request to a simulated provider and its answer as plain data, which all endpoints take and give. */
import type { ProviderRecord } from "../../../providers/kit/record.js";
import type { WatchedSignIn } from "./watched-sign-in.js";
import type { SimulatedUser } from "./users.js";
import type { UserDirectory } from "./user-directory.js";

/** One request to an imitated provider: the address it was meant for, and what came with it. */
export interface SimulatedRequest {
  readonly providerId: string;
  readonly record: ProviderRecord | undefined;
  readonly method: string;
  /** The provider's own address, as the app knows it. */
  readonly url: URL;
  /** The app asks here for the profile; without a word from it, the record's address tells. */
  readonly isUserinfo: boolean;
  /** Configured by the app; otherwise the record's, otherwise the origin of `url`. */
  readonly issuer: string;
  readonly headers: Headers;
  readonly form: URLSearchParams;
  /** Origin of this server. */
  readonly origin: string;
  readonly users: UserDirectory;
  /** Who signs in without being asked for. */
  readonly always: SimulatedUser | undefined;
  /** The sign-in that this request belongs to, once that is known. */
  readonly signIn?: WatchedSignIn | undefined;
}

export interface SimulatedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds to wait before answering. */
  readonly delay?: number;
  /** For the start page: why the request was refused, in words. */
  readonly problem?: string;
}

export const json = (
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): SimulatedResponse => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  body: JSON.stringify(body),
});

export const document = (body: string, status = 200): SimulatedResponse => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  body,
});

export const redirect = (location: string): SimulatedResponse => ({
  // 303: the picker is posted, the app's callback must be a GET.
  status: 303,
  headers: { location, "cache-control": "no-store" },
});

/** RFC 6749 section 5.2. */
export const oauthError = (error: string, description: string, status = 400): SimulatedResponse => ({
  ...json({ error, error_description: description }, status),
  problem: `${error}: ${description}`,
});
