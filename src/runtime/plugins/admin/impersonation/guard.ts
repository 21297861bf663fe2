/** What somebody who acts for a user gets at guarded places: to read, and what the app says. */
import { PluginError } from "../../host/plugin-error.js";
import type { PluginGuard } from "../../host/plugin-guard.js";

const reads: ReadonlySet<string> = new Set(["GET", "HEAD"]);

const refused = (what: string) => new PluginError("impersonating", `Whoever acts for a user ${what}`);

export const impersonationGuard: PluginGuard = {
  options: ["impersonation"],
  findProblem: ({ requirement: { impersonation } }) =>
    impersonation === undefined || impersonation === "allow"
      ? undefined
      : new PluginError("invalid", 'require({ impersonation }) takes "allow", or is left out'),
  judge(_own, { read, requirement, request }) {
    if (!read.session?.impersonatedBy) return undefined;
    const { factor, maxAge, impersonation } = requirement;
    if (factor !== undefined) return refused("has shown no factor of theirs");
    if (maxAge !== undefined) return refused("has not signed in as them");
    const isAllowed = reads.has(request.method) || impersonation === "allow";
    return isAllowed ? undefined : refused("changes nothing of theirs here");
  },
};
