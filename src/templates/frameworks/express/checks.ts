/** What doctor finds in an Express app. */
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { placeIn, type Survey } from "../../../cli/findings/survey.js";
import { checkServer, type ServerShape } from "../server/checks.js";
import { retextFrom } from "../../../cli/findings/retext.js";
import { majorVersion } from "../../../cli/project/versions.js";
import { stringOf } from "../../../cli/source/configuration/literals.js";
import { baseOf, isOnApplication, mountedBasePath, type MountPoint } from "../server/mount-checks.js";
import { deploymentOf, type DeploymentFile } from "../../../cli/findings/deployment.js";

const shape: ServerShape = {
  methods: ["use", "all"],
  path: ({ args }) => stringOf(args[0]),
  isOnApplication,
  judge: wrongPattern,
  pages: "app.use(auth.pages)",
  reads: ["req.auth", "locals.session"],
  routers: ["express"],
  isOrdered: true,
  proxies: (all) => [...checkTrustProxy(all), ...(all.auth ? trustsAll(all) : [])],
};

export const mountedIn = (all: Survey): string | undefined => mountedBasePath(all, shape);

export const checkExpress = (all: Survey): readonly Finding[] => checkServer(all, shape);

/** A wildcard of the other version. */
function wrongPattern(all: Survey, { source, call }: MountPoint): Finding | undefined {
  const pattern = stringOf(call.args[0]) ?? "";
  const major = majorVersion(all.facts, "express") ?? 5;
  const isWrong = major >= 5 ? /\*(?!\w)|\(\.\*\)/.test(pattern) : /\*\w|\{/.test(pattern);
  if (!isWrong) return undefined;
  const message =
    major >= 5 ? `Express 5 refuses "${pattern}".` : `Express 4 takes "${pattern}" for plain text.`;
  const fix = `app.use("${baseOf(pattern)}", …)`;
  // Other methods than use() take nothing below a path without a wildcard.
  const isUse = call.callee.endsWith(".use");
  const repair = isUse ? retextFrom(source, call.start, pattern, baseOf(pattern)) : undefined;
  return finding("AUTH_D_EXPRESS_PATTERN", { ...placeIn(source, call.start), message, fix, repair });
}

function trustsAll({ sources }: Survey): Finding[] {
  return sources.flatMap((source) =>
    source.calls
      .filter(
        ({ callee, args }) =>
          (callee.endsWith(".set") && stringOf(args[0]) === "trust proxy" && args[1] === "true") ||
          (callee.endsWith(".enable") && stringOf(args[0]) === "trust proxy"),
      )
      .map(({ start }) => finding("AUTH_D_EXPRESS_TRUST_ALL", placeIn(source, start))),
  );
}

function checkTrustProxy(all: Survey): Finding[] {
  const deployment = deploymentOf(all);
  if (deployment === undefined || !deployment.isHostTrusted || deployment.isHostRefused) return [];
  return proxyTrust(all, deployment);
}

/** Without it every visitor has the proxy's address, for the throttle too, whatever AUTH_URL says. */
function proxyTrust({ facts, sources }: Survey, { path: saidIn, why, says }: DeploymentFile): Finding[] {
  const told = sources.flatMap(({ calls }) =>
    calls.filter(
      ({ callee, args }) => /\.(?:set|enable)$/.test(callee) && stringOf(args[0]) === "trust proxy",
    ),
  );
  const isByEnv = ({ args }: { args: readonly string[] }) => /\btrustProxy\b|TRUST_PROXY/.test(args[1] ?? "");
  if (told.some((call) => !isByEnv(call)) || (told.length > 0 && says("TRUST_PROXY"))) return [];
  if (told.length > 0) {
    const message = `${why}, and TRUST_PROXY is not set for it.`;
    const fix = "TRUST_PROXY=1 in its environment (how many proxies, or their addresses)";
    return [finding("AUTH_D_EXPRESS_TRUST_PROXY", { path: saidIn, message, fix })];
  }
  const path = facts.serverFile ?? saidIn;
  const message = `${why}, and ${facts.serverFile ?? "the server"} never sets "trust proxy".`;
  return [finding("AUTH_D_EXPRESS_TRUST_PROXY", { path, message })];
}
