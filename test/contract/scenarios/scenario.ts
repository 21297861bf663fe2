import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { CredentialsConfig } from "../../../src/runtime/types/provider.js";
import { CredentialsSignin } from "../../../src/runtime/errors/index.js";
import type { FakeProvider } from "../../oauth/fake-provider.js";
import type { Exchange } from "../compare.js";
import type { Trace } from "../trace.js";

/** One recorded configuration. `config` is asked once per step name that it distinguishes. */
export interface Scenario {
  /** Default: http://localhost:3000 */
  readonly origin?: string;
  /** Steps with the same value share one config object. Default: all of them. */
  readonly phase?: (exchange: Exchange) => string;
  /** Runs before a step, for example to tell a provider what to answer. */
  readonly prepare?: (exchange: Exchange) => void | Promise<void>;
  /** Values for cookies that this request carries in place of the jar's. */
  readonly cookieValues?: (exchange: Exchange) => Record<string, string>;
  /** Puts real values where the recorded request has masks. `location`: where this flow was last sent. */
  readonly rewrite?: (
    request: Exchange["request"],
    exchange: Exchange,
    location: string | undefined,
  ) => Exchange["request"];
  /** host:port by mask (`<idp>`). */
  readonly hosts?: () => Record<string, string>;
  readonly config: (trace: Trace, phase: string) => AuthConfig;
}

class Locked extends CredentialsSignin {
  override code = "locked";
}

/** The credentials provider of the recordings. */
export function credentials(trace: Trace): CredentialsConfig {
  return {
    id: "credentials",
    name: "Credentials",
    type: "credentials",
    credentials: {
      username: { label: "User", placeholder: "jsmith" },
      password: { label: "Password", type: "password" },
    },
    authorize(fields, request) {
      trace.add(
        `provider:authorize(${Object.keys(fields).sort().join(",")};${request.constructor.name};${request.method})`,
      );
      if (fields.password === "boom") throw new Error("the user's own code failed");
      if (fields.password === "custom") throw new Locked();
      if (fields.password !== "pw") return null;
      const user = { name: "Alice", email: "alice@example.com", image: "https://img/a.png" };
      return "noid" in fields ? user : { ...user, id: 7 as unknown as string };
    },
  };
}

/** Where the recorded provider is; nothing listens there. */
export const idpHost = "localhost:4999";

/** The request with the code (and state) that the provider gave when the browser came by at `location`. */
export function throughProvider(
  fake: FakeProvider,
  request: Exchange["request"],
  location: string | undefined,
): Exchange["request"] {
  if (location === undefined || !request.path.includes("code=<code>")) return request;
  const answer = fake.authorize(location);
  answer.delete("iss");
  const [path = "", query = ""] = request.path.split("?");
  const given = new URLSearchParams(query);
  for (const [name, value] of given) if (!value.startsWith("<")) answer.set(name, value);
  return { ...request, path: `${path}?${answer}` };
}
