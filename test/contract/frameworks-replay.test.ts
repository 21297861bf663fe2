/** What is recorded of the handler, played through every server that has an integration: the same answers. */
import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServerAuthConfig } from "../../src/runtime/integrations/node.js";
import type { Running } from "../support/app.js";
import { servers } from "../support/servers.js";
import { differences } from "./compare.js";
import { answerOf, Player, type Send } from "./player.js";
import { exchangesOf, unexplained } from "./recordings.js";
import { coreScenarios } from "./scenarios/core.js";
import { Trace } from "./trace.js";

const recorded = "core-creds";
const origin = "http://localhost:3000";
/** What is not below the base path is no matter of the handler here: the app answers it. */
const played = exchangesOf(recorded).filter(({ request }) => request.path.startsWith("/auth/"));
/** Fields of a connection, which no handler sets. */
const ofConnection = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

const sender =
  (server: string): Send =>
  async ({ method, path, headers, body }) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const sent = httpRequest(server + path, {
      method,
      headers: { ...length, ...headers, host: new URL(origin).host },
    });
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const shown = await text(answer);
    const { statusCode: status = 0 } = answer;
    const pairs = Object.entries(answer.headersDistinct)
      .filter(([name]) => !ofConnection.includes(name))
      .flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]));
    return answerOf(new Response(shown === "" ? null : shown, { status, headers: pairs }));
  };

/** Where a framework can hand on, an address that begins with no action is the app's: what each app here answers. */
const answerOfApp: Readonly<Record<string, number>> = {
  Express: 404,
  Hono: 404,
  // Guards all pages.
  Koa: 302,
  Nest: 404,
  Nuxt: 404,
  // Has one page for all.
  SvelteKit: 200,
  h3: 404,
};
const ofNoAction: ReadonlySet<string> = new Set([
  "core-creds/unknown_auth_",
  "core-creds/unknown_auth_foo",
  "core-creds/unknown_auth_SESSION",
]);

it("plays many", () => {
  expect(played.length).toBeGreaterThan(60);
});

for (const [name, startApp] of Object.entries(servers)) {
  describe(`recorded ${recorded} on ${name}`, () => {
    const trace = new Trace();
    const player = new Player();
    let running: Running;
    beforeAll(async () => {
      const config = coreScenarios[recorded]!.config(trace, "") as ServerAuthConfig;
      running = await startApp(config, { isBare: true });
    });
    afterAll(() => running.close());

    for (const [index, exchange] of played.entries()) {
      it(`${index}: ${exchange.request.method} ${exchange.id} [${exchange.flow}]`, async () => {
        trace.take();
        const answer = await player.play(exchange, sender(running.origin));
        if (answerOfApp[name] !== undefined && ofNoAction.has(exchange.id)) {
          expect([answer.status, trace.take()]).toEqual([answerOfApp[name], []]);
          return;
        }
        const found = differences(exchange, answer, trace.take(), { origin, hosts: {} });
        expect(unexplained(exchange, found)).toEqual([]);
      });
    }
  });
}
