/** Who reads the routes of an app, with what guards them: for the test that `auth test init` writes. */
import type { Survey } from "../../cli/findings/survey.js";
import type { AppRoute } from "../../cli/source/syntax/access.js";
import { express } from "./express/support.js";
import { fastify } from "./fastify/support.js";
import type { Framework } from "./framework.js";
import { h3 } from "./h3/support.js";
import { honoBun } from "./hono-bun/support.js";
import { honoNode } from "./hono-node/support.js";
import { honoWorkers } from "./hono-workers/support.js";
import { koa } from "./koa/support.js";
import { nest } from "./nest/support.js";
import { nextApp } from "./next-app/support.js";
import { nextPages } from "./next-pages/support.js";
import { nitro } from "./nitro/support.js";

interface RouteReader {
  /** Every route of the app, read and never run. */
  routesOf(all: Survey): readonly AppRoute[];
}

const hono = () => import("./hono-node/routes.js");

/** By the framework's id; a framework that is missing has no list of routes in its code. */
const readers: Readonly<Record<string, () => Promise<RouteReader>>> = {
  [nextApp.id]: () => import("./next-app/routes.js"),
  [nextPages.id]: () => import("./next-pages/routes.js"),
  [nest.id]: () => import("./nest/routes.js"),
  [express.id]: () => import("./express/routes.js"),
  [honoNode.id]: hono,
  [honoBun.id]: hono,
  [honoWorkers.id]: hono,
  [fastify.id]: () => import("./fastify/routes.js"),
  [koa.id]: () => import("./koa/routes.js"),
  [nitro.id]: () => import("./nitro/routes.js"),
  [h3.id]: () => import("./h3/routes.js"),
};

/** @returns undefined: the code of such an app does not list its routes */
export async function routesOf(framework: Framework, all: Survey): Promise<readonly AppRoute[] | undefined> {
  const reader = await readers[framework.id]?.();
  return reader?.routesOf(all);
}
