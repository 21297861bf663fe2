import { describe, expect, it } from "vitest";
import { Auth } from "../../src/runtime/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { FakeProvider } from "../oauth/fake-provider.js";
import { type Answer, differences, type Exchange } from "./compare.js";
import { answerOf, Player, type Send } from "./player.js";
import { exchangesOf, unexplained } from "./recordings.js";
import {
  fakeProvider,
  httpsConfig,
  idpHost,
  oauthConfig,
  plainClaims,
  stepFaults,
} from "./scenarios/oauth.js";
import { Trace } from "./trace.js";

interface Recording {
  readonly origin: string;
  readonly config: (trace: Trace, fake: FakeProvider) => AuthConfig;
}

const recordings: Readonly<Record<string, Recording>> = {
  "core-oauth-jwt": { origin: "http://localhost:3000", config: oauthConfig },
  "core-https": { origin: "https://app.example.com", config: httpsConfig },
};

const send =
  (origin: string, config: AuthConfig): Send =>
  async ({ method, path, headers, body }) => {
    const request = new Request(origin + path, { method, headers, ...(body !== undefined && { body }) });
    return answerOf(await Auth(request, config));
  };

/** `core-oauth-jwt/idt-badaud-callback` is the step `idt-badaud`. */
const stepOf = ({ id }: Exchange): string => id.replace(/^[^/]+\//, "").replace(/-(signin|callback)$/, "");

/** Puts what the provider sent back where the recording has masks. */
function withAnswer(exchange: Exchange, given: URLSearchParams | undefined): Exchange {
  const step = stepOf(exchange);
  const values = {
    code: step === "err-badcode" ? "wrong" : (given?.get("code") ?? "none"),
    state: step === "err-state" ? "wrong" : (given?.get("state") ?? "none"),
  };
  const { path, body } = exchange.request;
  const isForm = typeof body === "object" && body !== null && "code" in body;
  return {
    ...exchange,
    request: {
      ...exchange.request,
      path: path.replace("<code>", values.code).replace("<state>", encodeURIComponent(values.state)),
      ...(isForm && { body: values }),
    },
  };
}

describe.each(Object.entries(recordings))("recorded %s", (name, { origin, config: configOf }) => {
  const trace = new Trace();
  const player = new Player();
  const fake = fakeProvider();
  const config = configOf(trace, fake);
  const answers = new Map<string, URLSearchParams>();

  /** The recorded provider takes only codes that a person came for. */
  function remember({ flow }: Exchange, { location }: Answer): void {
    if (location?.startsWith(`http://${idpHost}/authorize`)) answers.set(flow, fake.authorize(location));
  }

  it.each(exchangesOf(name).map((exchange) => [`${exchange.id} [${exchange.flow}]`, exchange] as const))(
    "%s",
    async (_title, recorded) => {
      const exchange = withAnswer(recorded, answers.get(recorded.flow));
      fake.faults = {
        claims: plainClaims,
        userinfo: () => ({ sub: "johndoe" }),
        ...stepFaults[stepOf(recorded)],
      };
      trace.take();
      const answer = await player.play(exchange, send(origin, config));
      remember(exchange, answer);
      // Whoever comes back signed in gets a new CSRF token, which the judging rules allow.
      const setCookie = answer.setCookie.filter(
        ({ name: cookie }) => !recorded.id.endsWith("-callback") || !cookie.endsWith("csrf-token"),
      );
      const facts = { origin, hosts: { "<idp>": idpHost } };
      expect(
        unexplained(recorded, differences(recorded, { ...answer, setCookie }, trace.take(), facts)),
      ).toEqual([]);
    },
  );
});
