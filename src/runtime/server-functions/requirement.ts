/** What a guarded place asks of whoever comes: the same for every framework. */
import { MissingPlugin, UnsupportedStrategy } from "../errors/index.js";
import { missingPlugin } from "./missing-plugin.js";
import { askedAtIn } from "../security/own-claims.js";
import type { Session } from "../types/entities.js";
import type { PluginPath } from "../types/flow.js";
import type { GuardedRequest, PluginRefusal } from "./guarded-request.js";
import type { ResolvedConfig, SessionRead } from "../types/resolved-config.js";
import { membersOf } from "../types/members.js";

/** The user of a session, with what the app declares of it. */
type SessionUser = NonNullable<Session["user"]>;

/** The texts that a member may be; any text where it can be none. */
type TextOf<Member> = [Extract<Member, string>] extends [never] ? string : Extract<Member, string>;

/**
 * Names of roles: those that the app declares for `role` of `User`. Any text where it declares none, or has `roles`.
 * @example declare module "authwright" { interface User { role?: "user" | "admin" } }
 */
type RoleName = "roles" extends keyof SessionUser ? string : TextOf<SessionUser["role" & keyof SessionUser]>;

/** What `auth.require()` asks for beside a session. Plugins add options of their own. */
export interface Requirement {
  /** One role, or several of which one is enough: `user.role`, or a member of `user.roles`, as the session shows them. */
  readonly role?: RoleName | readonly RoleName[] | undefined;
  /**
   * Seconds since the person was asked who they are, at most. Who was asked earlier, or before an update that counts it,
   * signs in again. Of a provider that knows `max_age` the `auth_time` of its ID token counts (OpenID Connect Core 1.0,
   * section 2), of every other way the time of the sign-in. Needs sessions of the strategy "jwt". With `factor`: seconds since the user showed that factor, with sessions
   * of either strategy.
   */
  readonly maxAge?: number | undefined;
  /** A second factor that the user must have shown in this session, by the id of its plugin: "two-factor". */
  readonly factor?: string | undefined;
}

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

/** Who comes to a guarded place, and what the place asks for. */
export interface Judged {
  readonly read: SessionRead;
  readonly requirement: Requirement;
  readonly request: GuardedRequest;
  readonly resolved: ResolvedConfig;
}

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
export async function judge(judged: Judged, now = Date.now()): Promise<Judgement> {
  const { read, requirement, resolved } = judged;
  const guards = resolved.plugins?.guards;
  assertKnown(requirement, guards?.options);
  const { role, maxAge, factor } = requirement;
  const { session, token } = read;
  const asked = factor === undefined ? undefined : resolved.plugins?.factor(factor);
  if (factor !== undefined && asked === undefined) throw missingPlugin(`require({ factor: "${factor}" })`);
  if (maxAge !== undefined && asked === undefined && resolved.strategy !== "jwt")
    throw new UnsupportedStrategy(databaseText);
  guards?.assertPossible(judged);
  if (!isSignedIn(session)) return { shortfall: "unauthenticated" };
  const verdict = await guards?.judge(judged);
  if (verdict?.refusal !== undefined) return { shortfall: verdict.refusal };
  if (role !== undefined && verdict?.hasJudgedRole !== true && !hasRole(session, role))
    return { shortfall: "forbidden" };
  const shown = verdict === undefined ? read : { ...read, session: { ...session, ...verdict.adds } };
  if (asked !== undefined)
    return (await asked.isProven({ resolved, read, maxAge }))
      ? { read: shown }
      : { shortfall: { factor: asked.path } };
  if (maxAge === undefined) return { read: shown };
  const askedAt = askedAtIn(token);
  return askedAt !== undefined && now / 1000 - askedAt <= maxAge
    ? { read: shown }
    : { shortfall: { maxAge } };
}

/** `path` and `redirectTo` say where a guard stands, and are no question. */
export const options: readonly string[] = ["role", "maxAge", "factor", "path", "redirectTo"];

function assertKnown(requirement: Requirement, ofPlugins: ReadonlySet<string> | undefined): void {
  for (const [name, value] of Object.entries(requirement))
    if (value !== undefined && !options.includes(name) && ofPlugins?.has(name) !== true)
      throw new MissingPlugin(
        `require({ ${name} }): nobody knows this option. Check its spelling, or add the plugin that has it`,
      );
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
