/** Where `auth init` puts the endpoints: where no route of the app answers. */
import type { Framework } from "../project/framework.js";
import type { ConfiguredProject } from "../project/facts.js";
import { isBelowBase, isEndpoint } from "../source/routes/endpoint-paths.js";
import { CliError, exitCodes, usageError } from "../terminal/errors.js";
import type { PlanBuilder } from "./plan-builder.js";

/** What answers in an app already, as far as its files and its code say it. */
export interface TakenAddresses {
  readonly addresses: readonly string[];
  /** Paths below which something answers that lists no routes. */
  readonly mounts: readonly string[];
  /** Places in files where routes are added whose addresses are not in sight. */
  readonly unread: readonly string[];
}

/** What decides where the endpoints are. */
interface Wanted {
  /** What a person has named: `--base-path`. */
  readonly asked: string | undefined;
  /** Ids of the plugins, whose endpoints are below the same path. */
  readonly plugins: readonly string[];
  readonly taken: TakenAddresses;
}

/**
 * @throws CliError where the app answers below every path that comes into question, or in place of endpoints below the
 * one that was named
 */
export function chooseBase(
  builder: Pick<PlanBuilder, "warn">,
  framework: Framework,
  { asked, plugins, taken }: Wanted,
): string {
  const { basePath, otherBases } = framework;
  const hidden = (base: string) => taken.addresses.filter((one) => isEndpoint(one, base, plugins));
  if (otherBases === undefined) {
    if (hidden(basePath).length > 0)
      builder.warn(
        "AUTH_W_BASE_PATH",
        `This app answers at ${listed(hidden(basePath))}, where an endpoint of sign-in is: one of the two hides the other.`,
      );
    return basePath;
  }
  if (asked !== undefined) {
    if (hidden(asked).length > 0)
      throw takenError(
        `This app answers at ${listed(hidden(asked))}, where an endpoint of sign-in would be.`,
      );
    return asked;
  }
  const below = (base: string) =>
    [...taken.addresses, ...taken.mounts].filter((one) => isBelowBase(one, base));
  const free = [basePath, ...otherBases].find((base) => below(base).length === 0);
  if (free === undefined)
    throw takenError(`This app answers at ${listed([basePath, ...otherBases].flatMap(below))}.`);
  if (free !== basePath)
    builder.warn(
      "AUTH_W_BASE_PATH",
      `This app answers at ${listed(below(basePath))}: the endpoints of sign-in are below ${free}.`,
    );
  if (taken.unread.length > 0)
    builder.warn(
      "AUTH_W_ROUTES_UNREAD",
      `${listed(taken.unread)}: routes whose addresses are not in sight. If one is below ${free}, run this again with --base-path.`,
    );
  return free;
}

/** @throws CliError for what is no path, and where the configuration or files of the app decide */
export function readBasePath(
  { authFile }: Pick<ConfiguredProject, "authFile">,
  framework: Framework,
  given: string | undefined,
): string | undefined {
  if (given === undefined) return undefined;
  if (authFile !== undefined)
    throw usageError(
      "AUTH_E_BASE_PATH",
      `--base-path is for a new configuration, and ${authFile} is there already.`,
      `Set basePath in ${authFile}, and mount the endpoints there.`,
    );
  if (framework.otherBases === undefined)
    throw usageError(
      "AUTH_E_BASE_PATH",
      `--base-path ${given}: in ${framework.name} the endpoints are below ${framework.basePath}.`,
      "Leave --base-path out.",
    );
  if (/^(?:\/[\w~-][\w.~-]*)+$/.test(given)) return given;
  throw usageError(
    "AUTH_E_BASE_PATH",
    `--base-path ${given} is no path of letters, digits and -._~.`,
    "Write it as --base-path /api/auth",
  );
}

const takenError = (message: string): CliError =>
  new CliError("AUTH_E_BASE_TAKEN", message, {
    exitCode: exitCodes.conflict,
    hint: "Nothing was written. Name a path for the endpoints of sign-in: --base-path /sign-in-api",
  });

/** The first three, and how many more there are. */
function listed(addresses: readonly string[]): string {
  const all = [...new Set(addresses)];
  const more = all.length > 3 ? ` and ${all.length - 3} more` : "";
  return all.slice(0, 3).join(", ") + more;
}
