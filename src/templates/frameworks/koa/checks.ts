/** What doctor finds in a Koa app. */
import { mayTrustProxies } from "../../../cli/source/syntax/probes.js";
import type { Finding } from "../../../cli/findings/finding.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { checkServer, checkTrustProxy, type ServerShape } from "../server/checks.js";
import { isOnApplication } from "../server/mount-checks.js";

const shape: ServerShape = {
  methods: ["use"],
  path: () => undefined,
  isOnApplication,
  reads: ["state.auth"],
  routers: ["koa", "@koa/router", "koa-router"],
  isOrdered: true,
  proxies: (all) =>
    checkTrustProxy(all, { told: mayTrustProxies.koa, line: "app.proxy = true, app.maxIpsCount = 1" }),
};

export const checkKoa = (all: Survey): readonly Finding[] => checkServer(all, shape);
