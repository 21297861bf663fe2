/** What doctor finds in a Koa app. */
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
    checkTrustProxy(all, { told: /\.proxy\s*=|\bproxy\s*:/, line: "app.proxy = true, app.maxIpsCount = 1" }),
};

export const checkKoa = (all: Survey): readonly Finding[] => checkServer(all, shape);
