/** The same duel through Express: one server, behind which the app of either side stands when it is asked. */
import * as theirs from "@auth/express";
import type { Express, Request as ExpressRequest, RequestHandler } from "express";
import * as ours from "../../../src/runtime/integrations/express.js";
import { expresses, listen } from "../../support/app.js";
import type { App } from "./app.js";
import type { Doors } from "./duel.js";
import type { Handler } from "./side.js";

/** How the app is put together around the sign-in endpoints. */
export interface Layout {
  readonly version: keyof typeof expresses;
  /** Body parsers that run before. */
  readonly parsers: "none" | "simple" | "extended";
  readonly inRouter: boolean;
  readonly mount: string;
}

/** What both libraries offer to Express. */
interface Library {
  readonly ExpressAuth: (config: never) => unknown;
  readonly getSession: (req: never, config: never) => Promise<unknown>;
}

function build({ version, parsers, inRouter, mount }: Layout, library: Library, config: object): Express {
  const express = expresses[version];
  const app = express();
  if (parsers !== "none") app.use(express.json(), express.urlencoded({ extended: parsers === "extended" }));
  // Express sets the path that it was mounted at.
  const { basePath: _basePath, ...own } = config as { basePath?: string };
  const auth = library.ExpressAuth(own as never) as ReturnType<typeof ours.MiddlewareAuth>;
  const [, first = "", rest = ""] = /^(\/[^/]+)(\/.*)?$/.exec(mount) ?? [];
  if (inRouter && rest !== "") {
    const router = express.Router();
    router.use(rest, auth);
    app.use(first, router);
  } else app.use(mount, auth);
  app.get("/me", async (req: ExpressRequest, res) => {
    const session = library.getSession(req as never, own as never);
    res.json(await session.catch(() => ({ failed: true })));
  });
  app.use(
    (
      _error: unknown,
      _req: unknown,
      res: { status(code: number): { send(text: string): void } },
      _next: unknown,
    ) => {
      res.status(500).send("failed");
    },
  );
  return app;
}

export async function expressServer() {
  let current: Express | undefined;
  const front = expresses[5]();
  front.use((req, res, next) => (current as unknown as RequestHandler)(req, res, next));
  // Host and protocol are read by whoever answers; the front adds nothing of its own.
  front.disable("x-powered-by");
  const running = await listen(front);
  const handlerOf = (layout: Layout, library: Library): Handler => {
    const built = new WeakMap<App, Express>();
    return (request, app) => {
      const known = built.get(app) ?? build(layout, library, app.config);
      built.set(app, known);
      current = known;
      return fetch(new Request(request, { redirect: "manual" }));
    };
  };
  return {
    origin: running.origin,
    close: () => running.close(),
    doors: (layout: Layout): Doors => ({
      theirs: handlerOf(layout, theirs as unknown as Library),
      ours: handlerOf(layout, ours as unknown as Library),
    }),
  };
}
