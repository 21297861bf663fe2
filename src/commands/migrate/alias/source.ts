/** What package.json is to ask for: the package that runs, from where it came from itself. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { packageName, packageVersion } from "../../../cli/formats/own-package.js";
import { readTarball } from "../../../cli/formats/tarball.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { originOf, type Origin } from "../../../cli/project/origin.js";
import { majorOf } from "../../../cli/project/versions.js";
import { usageError, type CliError } from "../../../cli/terminal/errors.js";

export interface AliasSource {
  /** `npm:authwright@1.0.0`, or `file:vendor/authwright-1.0.0.tgz` from the root of the workspace. */
  readonly spec: string;
  /** What the lock file must say of it, where that is known. */
  readonly integrity: string | undefined;
  /** The tarball, from the root of the workspace. */
  readonly tarball: string | undefined;
}

/**
 * @param from a version, or a tarball with its path from `cwd`; undefined: as the running package
 * @throws CliError exit 2 where nothing says that what would be installed is this package
 */
export function sourceOf(
  facts: ProjectFacts,
  from: string | undefined,
  cwd: string,
  origin: Origin = originOf(),
): AliasSource {
  if (from !== undefined && majorOf(from) === undefined)
    return tarballSource(
      facts,
      path.resolve(cwd, from.startsWith("file:") ? from.slice("file:".length) : from),
    );
  const version = from ?? packageVersion;
  if (origin.from === "registry") {
    const integrity = version === packageVersion ? origin.integrity : undefined;
    return { spec: `npm:${packageName}@${version}`, integrity, tarball: undefined };
  }
  if (from !== undefined)
    throw noSource(
      `This command line did not come from a registry: ${packageName} ${from} there may be another package.`,
      keepTarball,
    );
  if (origin.from === "tarball") return tarballSource(facts, origin.file, origin.integrity);
  throw noSource("No lock file says where this command line came from.", keepTarball);
}

const keepTarball = `Keep its tarball in the repository, and name it: --from vendor/${packageName}-${packageVersion}.tgz`;

const noSource = (message: string, hint: string): CliError =>
  usageError("AUTH_E_ALIAS_SOURCE", message, hint);

/** @param known what it was when it was installed */
function tarballSource(facts: ProjectFacts, file: string, known?: string): AliasSource {
  const name = path.basename(file);
  if (!existsSync(file)) throw noSource(`There is no file ${file}.`, keepTarball);
  const packed = readTarball(readFileSync(file));
  if (packed?.name !== packageName)
    throw noSource(
      `${name} is not a tarball of ${packageName}.`,
      `npm pack ${packageName} makes one from its own folder.`,
    );
  if (known?.startsWith("sha512-") && known !== packed.integrity)
    throw noSource(
      `${name} is another file than the one that this command line was installed from.`,
      `Name the one that is meant: --from ${name}`,
    );
  const outermost = realpathSync(facts.gitRoot ?? facts.workspaceRoot);
  const real = realpathSync(file);
  if (path.relative(outermost, real).startsWith("..") || path.isAbsolute(path.relative(outermost, real)))
    throw noSource(
      `${name} lies outside of the repository, where others who install the app do not have it.`,
      `Copy it into the repository, and name it: mkdir -p vendor && cp ${file} vendor/ && npx auth migrate --alias --from vendor/${name}`,
    );
  const tarball = path.relative(realpathSync(facts.workspaceRoot), real).split(path.sep).join("/");
  return { spec: `file:${tarball}`, integrity: packed.integrity, tarball };
}
