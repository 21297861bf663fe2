/** What a guarded place asks of whoever comes: the same for every framework. */
import { MissingPlugin, UnsupportedStrategy } from "../errors/index.js";
import { missingPlugin } from "./missing-plugin.js";
import { askedAtIn } from "../security/own-claims.js";
import type { Session } from "../types/entities.js";
import type { PluginPath } from "../types/flow.js";
import type { GuardQuestion, PluginRefusal } from "../plugins/host/plugin-host.js";
import type { Requirement } from "./guarded-place.js";
import type { SessionRead } from "../types/resolved-config.js";
import { membersOf } from "../types/members.js";

/** A factor is missing, or was shown too long ago. */
interface MissingFactor {
  /** Where the user shows it, below the base path. */
  readonly factor: PluginPath;
}

/** The sign-in is longer ago than these seconds. */
interface StaleSignIn {
  readonly maxAge: number;
}

/** Why a session is not enough: nobody is signed in, the sign-in is too long ago, or the role or a factor is missing. */
export type Shortfall = "unauthenticated" | "forbidden" | StaleSignIn | MissingFactor | PluginRefusal;

/** What is handed on, or what the session lacks. */
export type Judgement<Lack = Shortfall> =
  | { readonly read: SessionRead; readonly shortfall?: never }
  | { readonly read?: never; readonly shortfall: Lack };

/**
 * Judges a session by what a place asks for: first the guards of plugins, then the role, the factor, the age.
 *
 * @param now milliseconds since 1970
 * @returns the session with what plugins add to it, or what it lacks
 * @throws MissingPlugin for `factor` when no plugin can tell, and for an option that nobody knows: a guard that did not
 * ask would be open
 * @throws UnsupportedStrategy for `maxAge` with database sessions, whose rows do not tell when somebody signed in
 */
export async function judge(question: GuardQuestion, now = Date.now()): Promise<Judgement> {
  const { read, requirement, resolved } = question;
  assertAnswerable(question);
  if (!isSignedIn(read.session)) return { shortfall: "unauthenticated" };
  const verdict = await resolved.plugins?.guards?.judge(question);
  if (verdict?.refusal !== undefined) return { shortfall: verdict.refusal };
  const { role } = requirement;
  if (role !== undefined && verdict?.hasJudgedRole !== true && !hasRole(read.session, role))
    return { shortfall: "forbidden" };
  const shortfall = await missingProof(question, now);
  if (shortfall !== undefined) return { shortfall };
  return { read: verdict === undefined ? read : { ...read, session: { ...read.session, ...verdict.adds } } };
}

/** @throws for what no session could have, or nobody can tell of one */
function assertAnswerable({ requirement, request, resolved }: GuardQuestion): void {
  const guards = resolved.plugins?.guards;
  assertKnown(requirement, guards?.options);
  const { maxAge, factor } = requirement;
  if (factor !== undefined && resolved.plugins?.factor(factor) === undefined)
    throw missingPlugin(`require({ factor: "${factor}" })`);
  if (maxAge !== undefined && factor === undefined && resolved.strategy !== "jwt")
    throw new UnsupportedStrategy(databaseText);
  guards?.assertPossible({ requirement, request, resolved });
}

/** What the person has not shown, or too long ago. */
async function missingProof(
  { read, requirement: { maxAge, factor }, resolved }: GuardQuestion,
  now: number,
): Promise<MissingFactor | StaleSignIn | undefined> {
  const asked = factor === undefined ? undefined : resolved.plugins?.factor(factor);
  if (asked !== undefined)
    return (await asked.isProven({ resolved, read, maxAge })) ? undefined : { factor: asked.path };
  if (maxAge === undefined) return undefined;
  const askedAt = askedAtIn(read.token);
  return askedAt !== undefined && now / 1000 - askedAt <= maxAge ? undefined : { maxAge };
}

/** `path` and `redirectTo` say where a guard stands, and are no question. */
export const options: readonly string[] = ["role", "maxAge", "factor", "path", "redirectTo"];

function assertKnown(requirement: Requirement, ofPlugins: ReadonlySet<string> | undefined): void {
  for (const [name, value] of Object.entries(requirement))
    if (value !== undefined && !options.includes(name) && ofPlugins?.has(name) !== true)
      throw new MissingPlugin(`require({ ${name} }): an unknown option, or its plugin is missing`);
}

const databaseText =
  'require({ maxAge }) needs to know when the user signed in, and a row of the session table doesn\'t tell. Set session: { strategy: "jwt" }, or leave maxAge out';

/** A session callback may show nothing of a session. */
export const isSignedIn = (session: Session | null): session is Session =>
  session !== null && Object.keys(session).length > 0;

function hasRole({ user }: Session, wanted: string | readonly string[]): boolean {
  const { role, roles } = membersOf(user);
  const held: readonly unknown[] = [role, ...(Array.isArray(roles) ? roles : [])];
  return [wanted].flat().some((one) => held.includes(one));
}
