import { describe, expect, it } from "vitest";
import { Auth } from "../../src/runtime/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { differences } from "./compare.js";
import { answerOf, Player, type Send } from "./player.js";
import { exchangesOf, recordedConfigs, unexplained } from "./recordings.js";
import { confScenarios } from "./scenarios/conf.js";
import { coreScenarios } from "./scenarios/core.js";
import { providerScenarios } from "./scenarios/database.js";
import type { Scenario } from "./scenarios/scenario.js";
import { Trace } from "./trace.js";

const scenarios: Record<string, Scenario> = { ...coreScenarios, ...confScenarios, ...providerScenarios };

/** Recorded configurations that are played by other tests, or wait for a later part. */
const elsewhere: Readonly<Record<string, string>> = {
  "express-4.22-mount /auth": "express-replay.test.ts",
  "express-5-mount /auth": "express-replay.test.ts",
};

/** Recorded configurations whose part is not built yet. */
const waiting: readonly string[] = ["core-oauth-jwt"];

function sender(scenario: Scenario, config: AuthConfig): Send {
  const origin = scenario.origin ?? "http://localhost:3000";
  return async ({ method, path, headers, body }) =>
    answerOf(
      await Auth(
        new Request(origin + path, { method, headers, ...(body !== undefined && { body }) }),
        config,
      ),
    );
}

it("every recorded configuration is played here or named with its place", () => {
  const covered = [...Object.keys(scenarios), ...Object.keys(elsewhere)];
  const open = recordedConfigs.filter((name) => !covered.includes(name));
  expect(open).toEqual(waiting);
});

for (const [name, scenario] of Object.entries(scenarios)) {
  describe(`recorded ${name}`, () => {
    const trace = new Trace();
    const player = new Player();
    const configs = new Map<string, AuthConfig>();
    const configOf = (phase: string): AuthConfig => {
      const known = configs.get(phase) ?? scenario.config(trace, phase);
      configs.set(phase, known);
      return known;
    };
    for (const [index, exchange] of exchangesOf(name).entries()) {
      it(`${index}: ${exchange.request.method} ${exchange.id} [${exchange.flow}]`, async () => {
        await scenario.prepare?.(exchange);
        const config = configOf(scenario.phase?.(exchange) ?? "");
        trace.take();
        const answer = await player.play(exchange, sender(scenario, config), scenario);
        const facts = { origin: scenario.origin ?? "http://localhost:3000", hosts: scenario.hosts?.() ?? {} };
        expect(unexplained(exchange, differences(exchange, answer, trace.take(), facts))).toEqual([]);
      });
    }
  });
}
