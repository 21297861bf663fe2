import { finding, type Finding } from "../../../../cli/findings/finding.js";
import { retextFrom } from "../../../../cli/findings/retext.js";
import { placeIn, type Survey } from "../../../../cli/findings/survey.js";
import { majorVersion } from "../../../../cli/project/versions.js";
import { stringOf } from "../../../../cli/source/configuration/literals.js";
import {
  baseOf,
  checkMounts,
  isOnApplication,
  mountedBasePath,
  type MountPoint,
  type MountShape,
} from "../../server/checks/mount.js";

const shape: MountShape = {
  methods: ["use", "all"],
  path: ({ args }) => stringOf(args[0]),
  isOnApplication,
  judge: wrongPattern,
  pages: "app.use(auth.pages)",
  reads: ["req.auth", "locals.session"],
};

export const mountedIn = (all: Survey): string | undefined => mountedBasePath(all, shape);

/** How the endpoints are mounted on an Express server. */
export const checkMount = (all: Survey): Finding[] =>
  all.auth ? [...trustsAll(all), ...checkMounts(all, shape)] : [];

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
