import type { ErrorRequestHandler, Express } from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  getSession,
  MiddlewareAuth,
  type MiddlewareAuthConfig,
} from "../../src/runtime/integrations/express.js";
import { expresses, listen, type Running } from "../support/app.js";
import { differences } from "./compare.js";
import { answerOf, Player, type Send } from "./player.js";
import { exchangesOf, unexplained } from "./recordings.js";
import { Trace } from "./trace.js";

// The wildcard forms must give what the reference gives for the plain one.
const mounts = [
  { version: "4", mount: "/auth", recorded: "express-4.22-mount /auth" },
  { version: "4", mount: "/auth/*", recorded: "express-4.22-mount /auth" },
  { version: "5", mount: "/auth", recorded: "express-5-mount /auth" },
  { version: "5", mount: "/auth/*splat", recorded: "express-5-mount /auth" },
  { version: "5", mount: "/auth/{*splat}", recorded: "express-5-mount /auth" },
] as const;

function configOf(trace: Trace): MiddlewareAuthConfig {
  return Object.freeze({
    secret: "0123456789abcdef0123456789abcdef",
    logger: trace.logger,
    providers: [
      {
        id: "credentials",
        name: "Credentials",
        type: "credentials" as const,
        credentials: { username: {} },
        authorize(fields: Record<string, unknown>) {
          trace.add(`provider:authorize(${JSON.stringify({ ...fields, csrfToken: 1 })})`);
          return fields.username === "bob" ? { id: "1", name: "Bob", email: "b@x.yy" } : null;
        },
      },
    ],
  });
}

function build(version: "4" | "5", mount: string, trace: Trace): Express {
  const app = expresses[version]();
  const config = configOf(trace);
  app.use(mount, MiddlewareAuth(config));
  app.get("/me", async (req, res) => void res.json({ session: await getSession(req, config) }));
  const onError: ErrorRequestHandler = (_error, _req, res, _next) => {
    trace.add("express:errorHandler");
    res.status(500).send("failed");
  };
  app.use(onError);
  return app;
}

for (const { version, mount, recorded } of mounts) {
  describe(`recorded Express ${version} at ${mount}`, () => {
    const trace = new Trace();
    const player = new Player();
    let running: Running;
    beforeAll(async () => {
      running = await listen(build(version, mount, trace));
    });
    afterAll(() => running.close());

    const send: Send = async ({ method, path, headers, body }) =>
      answerOf(
        await fetch(running.origin + path, {
          method,
          headers,
          redirect: "manual",
          ...(body !== undefined && { body }),
        }),
      );

    for (const exchange of exchangesOf(recorded)) {
      it(exchange.id, async () => {
        trace.take();
        const answer = await player.play(exchange, send);
        const facts = { origin: running.origin, hosts: { "<app>": running.host } };
        expect(unexplained(exchange, differences(exchange, answer, trace.take(), facts))).toEqual([]);
      });
    }
  });
}
