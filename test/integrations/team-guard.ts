/** A plugin whose guard knows who is in which team, and a key. */
import type { PathRequirement, ServerAuthConfig } from "../../src/runtime/integrations/node.js";
import { encode } from "../../src/runtime/jwt.js";
import { PluginError } from "../../src/runtime/plugins/host/plugin-error.js";
import type { PluginGuard } from "../../src/runtime/plugins/host/plugin-guard.js";
import { namedPart } from "../../src/runtime/server-functions/named-part.js";
import { membersOf } from "../../src/runtime/types/members.js";
import { fixedCode } from "../plugins/fixed-code.js";

const secret = "test-secret-test-secret-test-secret-000";

const teams: Readonly<Record<string, string>> = { acme: "admin", blue: "member" };
/** Ada is in two teams; a key of hers is in a header. */
const teamGuard: PluginGuard = {
  options: ["team", "can"],
  findProblem: ({ requirement }) =>
    "can" in requirement && !("team" in requirement) ? (new TypeError("can needs team") as never) : undefined,
  admits: async (_own, { request, requirement }) =>
    "team" in requirement && request.header("x-key") !== null
      ? request.header("x-key") === "ada"
        ? { session: { user: { name: "Ada" }, expires: "" }, cookies: [] }
        : new PluginError("scope", "wrong key")
      : undefined,
  judge(_own, { requirement, request }) {
    const { team, role } = membersOf(requirement);
    if (team === undefined) return undefined;
    const name =
      typeof team === "string"
        ? namedPart(team, membersOf(requirement)["path"] as string | undefined, request)
        : String(membersOf(team)["name"]);
    if (name === "busy") return new PluginError("too-many", "wait", { retryAfter: 7 });
    const held = name === undefined || !Object.hasOwn(teams, name) ? undefined : teams[name];
    if (held === undefined) return new PluginError("not-found", "no member");
    if (role !== undefined && role !== held) return new PluginError("forbidden", "another role");
    return { adds: { team: name } as object, hasJudgedRole: true };
  },
};
export const config: ServerAuthConfig = {
  secret,
  providers: [],
  plugins: [fixedCode({ tables: [], steps: [], guard: teamGuard })],
  logger: { error: () => undefined, warn: () => undefined },
};
/** Options that no type knows. */
export const asking = (requirement: object): PathRequirement => requirement;

export const cookie = async (): Promise<string> => {
  const token = { sub: "1", name: "Ada", role: "owner" };
  return `authjs.session-token=${await encode({ secret, salt: "authjs.session-token", token })}`;
};
export const asScript = { "sec-fetch-mode": "cors", accept: "application/json" };
export const asPage = { "sec-fetch-mode": "navigate", accept: "text/html" };
