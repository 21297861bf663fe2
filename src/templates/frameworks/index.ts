/** The frameworks that the command line knows. A new one is a folder, and a line here. */
import { express } from "./express/support.js";
import { fastify } from "./fastify/support.js";
import { h3 } from "./h3/support.js";
import { honoBun } from "./hono-bun/support.js";
import { honoNode } from "./hono-node/support.js";
import { honoWorkers } from "./hono-workers/support.js";
import { koa } from "./koa/support.js";
import { nest } from "./nest/support.js";
import { nextApp } from "./next-app/support.js";
import { nextPages } from "./next-pages/support.js";
import { nitro } from "./nitro/support.js";
import { nuxt } from "./nuxt/support.js";
import { nodeHttp } from "./node-http/support.js";
import { sveltekit } from "./sveltekit/support.js";
import { packageName } from "../../cli/formats/own-package.js";
import type { OwnPackage } from "../../cli/edit/config-option.js";
import type { Framework } from "../../cli/project/framework.js";
import type { FrameworkSupport } from "./support.js";

/** In the order in which a project is asked for them. */
export const frameworks: readonly FrameworkSupport[] = [
  nextApp,
  nextPages,
  sveltekit,
  nest,
  express,
  honoNode,
  honoBun,
  honoWorkers,
  fastify,
  koa,
  nuxt,
  nitro,
  h3,
  nodeHttp,
];

/** Of a project that names no framework, and of a server that only calls the handler. */
export const plainServer: FrameworkSupport = express;

export function findFramework(id: string): FrameworkSupport | undefined {
  return frameworks.find((one) => one.id === id || one.aliases.includes(id));
}

export const ownPackage: OwnPackage = {
  name: packageName,
  configType: (subpath) => frameworks.find((one) => one.subpath === subpath)?.configType,
};

/** What is done with a framework that was detected. */
export function supportOf({ id }: Framework): FrameworkSupport {
  const found = frameworks.find((one) => one.id === id);
  if (found === undefined) throw new Error(`The framework ${id} has no support`);
  return found;
}
