/** What doctor finds in a Fastify app. */
import { mayTrustProxies } from "../../../cli/source/syntax/probes.js";
import type { Finding } from "../../../cli/findings/finding.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { stringOf } from "../../../cli/source/configuration/literals.js";
import { goesFirst } from "./plan.js";
import { checkServer, checkTrustProxy, type ServerShape } from "../server/checks.js";
import { mountedBasePath } from "../server/mount-checks.js";

/** `{ prefix: "/auth" }`; what stands there without it is mounted at the default. */
const prefixIn = (options: string): string | undefined =>
  options === "" ? "/auth" : stringOf(/\bprefix\s*:\s*("[^"]*"|'[^']*')/.exec(options)?.[1]);

const shape: ServerShape = {
  methods: ["register"],
  path: ({ args }) => prefixIn(args[1] ?? ""),
  // Plugins have names like those of applications, and a prefix that is not known here.
  isOnApplication: ({ facts }, { source }) => source.path === facts.serverFile,
  // Hooks are for all routes of their application, whatever stands first.
  reads: [],
  routers: ["fastify"],
  isOrdered: false,
  goesFirst,
  proxies: (all) =>
    checkTrustProxy(all, { told: mayTrustProxies.fastify, line: "fastify({ trustProxy: 1 })" }),
};

export const mountedIn = (all: Survey): string | undefined => mountedBasePath(all, shape);

export const checkFastify = (all: Survey): readonly Finding[] => checkServer(all, shape);
