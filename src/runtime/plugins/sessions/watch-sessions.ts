/**
 * Around the sessions of a configuration: each has a row that says where and when it is used, and those of strategy "jwt"
 * can be ended. For plugins that show or end sessions; several of them watch once.
 */
import { toError } from "../../errors/index.js";
import { askedAtClaim, epochClaim, sessionIdIn } from "../../security/own-claims.js";
import type { JWT } from "../../types/entities.js";
import type {
  ResolvedConfig,
  SessionContext,
  SessionRead,
  SessionStrategy,
  SignInResult,
} from "../../types/resolved-config.js";
import type { AroundSessions, PluginDefinition } from "../host/plugin.js";
import { endingInTime, withoutOld } from "./session-begin.js";
import { isReplaced, sessionIdOf, tokenIdOf } from "./session-ids.js";
import { askedNow, dateOf, rowNow } from "./session-rows.js";
import { endOneSession, epochOf, longAgo, statesOf } from "./session-states.js";
import { sessionInfo } from "./session-tables.js";

/** How sessions are watched. */
export interface WatchOptions {
  /**
   * How long a process goes on without asking whether a session of strategy "jwt" was ended; 0: each check asks. Of
   * several plugins that watch, the smallest number holds.
   */
  readonly cacheSeconds: number;
}

/** For how long one read of a session takes answers of before. */
interface CacheLimit {
  cacheMs: number;
}

/** Configurations as watched strategies are given them: who finds one here has nothing to add but a lower limit. */
const watched = new WeakMap<ResolvedConfig, CacheLimit>();

/** What a plugin puts into the place of a configuration that is watched is watched, too. */
export function asWatched(from: ResolvedConfig, to: ResolvedConfig): ResolvedConfig {
  const limit = watched.get(from);
  if (limit !== undefined) watched.set(to, limit);
  return to;
}

/** `aroundSessions` of a plugin whose tables hold `sessionTables`. */
export function watchSessions({
  cacheSeconds,
}: WatchOptions): NonNullable<PluginDefinition["aroundSessions"]> {
  return (sessions, around) => {
    const watcher = new Watcher(around, cacheSeconds * 1000);
    const read =
      <Args extends unknown[]>(ask: (context: SessionContext, ...args: Args) => Promise<SessionRead>) =>
      async (context: SessionContext, ...args: Args): Promise<SessionRead> => {
        if (watcher.isPassed(context)) return ask(context, ...args);
        const found = await ask(watcher.watch(context), ...args);
        await watcher.see(context, found);
        return endingInTime(context, around, found);
      };
    const pass =
      <T>(ask: (context: SessionContext) => Promise<T>) =>
      (context: SessionContext): Promise<T> =>
        ask(watcher.isPassed(context) ? context : watcher.watch(context));
    return {
      read: read(sessions.read),
      refresh: read(sessions.refresh),
      update: read(sessions.update),
      shown: pass(sessions.shown),
      current: pass(sessions.current),
      sessionBinding: pass(sessions.sessionBinding),
      end: pass(sessions.end),
      create: (context, signedIn) =>
        watcher.isPassed(context)
          ? sessions.create(context, signedIn)
          : watcher.create(sessions, context, signedIn),
    };
  };
}

/** What the strategies are given in place of the configuration: it tells what they do with sessions. */
interface Hooks {
  readonly epoch?: number | undefined;
  /** A token was made. */
  readonly onToken?: (token: JWT) => void;
  /** A row of the session table was made. */
  readonly onRow?: (sessionToken: string) => void;
}

class Watcher {
  readonly #around: AroundSessions;
  readonly #cacheMs: number;

  constructor(around: AroundSessions, cacheMs: number) {
    this.#around = around;
    this.#cacheMs = cacheMs;
  }

  /** Another one watches already. Without a store nobody can be asked: a guard that reads tokens alone. */
  isPassed({ resolved }: SessionContext): boolean {
    const limit = watched.get(resolved);
    if (limit !== undefined) limit.cacheMs = Math.min(limit.cacheMs, this.#cacheMs);
    return resolved.adapter === undefined || limit !== undefined;
  }

  watch<Context extends SessionContext>(context: Context, hooks: Hooks = {}): Context {
    const { resolved } = context;
    const { revokedSessions: inner, adapter } = resolved;
    const limit: CacheLimit = { cacheMs: this.#cacheMs };
    const changed = {
      ...resolved,
      revokedSessions: {
        ...inner,
        stamp(token: JWT, before?: JWT, askedAt?: number) {
          const stamped = inner.stamp(token, before, askedAt);
          hooks.onToken?.(stamped);
          if (before !== undefined || hooks.epoch === undefined) return stamped;
          return { ...stamped, [epochClaim]: hooks.epoch };
        },
        add: async (token: JWT, until: Date) => {
          await inner.add(token, until);
          await this.#forget(context, sessionIdIn(token));
        },
        has: async (token: JWT) => (await inner.has(token)) || this.#isEnded(context, token, limit),
      },
      adapter: adapter && {
        ...adapter,
        createSession: async (session: Parameters<typeof adapter.createSession>[0]) => {
          const created = await adapter.createSession(session);
          hooks.onRow?.(created?.sessionToken ?? session.sessionToken);
          return created;
        },
        ...withoutOld(context, adapter, this.#around, (token) => this.#forget(context, token)),
        deleteSession: (async (token) => {
          const deleted = await adapter.deleteSession(token);
          await this.#forget(context, token);
          return deleted;
        }) as typeof adapter.deleteSession,
      },
    } satisfies ResolvedConfig;
    watched.set(changed, limit);
    return { ...context, resolved: changed };
  }

  async create(
    sessions: SessionStrategy,
    context: SessionContext,
    signedIn: SignInResult,
  ): ReturnType<SessionStrategy["create"]> {
    const { resolved } = context;
    const userId = signedIn.user.id === undefined ? undefined : String(signedIn.user.id);
    // Asked before there is a token: whoever ends all sessions meanwhile ends this one too.
    const known =
      userId === undefined || resolved.strategy !== "jwt"
        ? undefined
        : await this.#around.unlessOff(resolved, (own) => epochOf(own, userId));
    const replaced = await this.#replacedBy(sessions, context);
    const made: string[] = [];
    const note = (token: string | undefined): void => {
      if (token !== undefined) made[0] = token;
    };
    const hooks: Hooks = { epoch: known?.epoch, onToken: (token) => note(sessionIdIn(token)), onRow: note };
    const created = await sessions.create(this.watch(context, hooks), signedIn);
    const [token] = made;
    // A session that goes on has its row.
    if (token !== undefined && userId !== undefined && signedIn.adds !== "session")
      await this.#quietly(context, async () => {
        const id = await tokenIdOf(token);
        await this.#around.unlessOff(resolved, (own) =>
          own.records(sessionInfo).insert({ ...rowNow(context, askedNow(signedIn)), id, userId }),
        );
      });
    if (replaced !== undefined && replaced !== token) await this.#forget(context, replaced);
    return created;
  }

  /** The session of strategy "jwt" whose cookie a sign-in overwrites: nobody has it any more. */
  async #replacedBy(sessions: SessionStrategy, context: SessionContext): Promise<string | undefined> {
    if (context.resolved.strategy !== "jwt" || context.cookieHeader === null) return undefined;
    let token: JWT | null = null;
    await this.#quietly(context, async () => {
      token = await sessions.shown(context);
    });
    return token === null ? undefined : sessionIdIn(token);
  }

  /** Notes that a session of the database was seen; those of strategy "jwt" are noted when they are judged. */
  async see(context: SessionContext, { adapterSession, user }: SessionRead): Promise<void> {
    if (adapterSession === undefined || user === undefined) return;
    const { resolved } = context;
    await this.#quietly(context, async () => {
      const id = await tokenIdOf(adapterSession.sessionToken);
      const now = () => rowNow(context, { createdAt: longAgo, askedAt: null });
      const session = { id, userId: String(user.id), epoch: undefined, now };
      await this.#around.unlessOff(resolved, (own) => statesOf(resolved).isEnded(own, session, seenCacheMs));
    });
  }

  async #isEnded(context: SessionContext, token: JWT, { cacheMs }: CacheLimit): Promise<boolean> {
    const rid = sessionIdIn(token);
    const { sub: userId } = token;
    if (rid === undefined || userId === undefined) return false;
    const { resolved } = context;
    const claimed = token[epochClaim];
    // A token that does not say when its user signed in must not count as young.
    const began = dateOf(token["auth_time"]) ?? longAgo;
    const session = {
      id: await tokenIdOf(rid),
      userId,
      epoch: typeof claimed === "number" ? claimed : 0,
      now: () => rowNow(context, { createdAt: began, askedAt: dateOf(token[askedAtClaim]) ?? null }),
    };
    const isEnded = await this.#around.unlessOff(resolved, (own) =>
      statesOf(resolved).isEnded(own, session, cacheMs),
    );
    return isEnded === true;
  }

  /** A session that was signed out is listed no more, and a copy of its cookie opens nothing in other processes either. */
  async #forget(context: SessionContext, token: string | undefined): Promise<void> {
    const { resolved } = context;
    if (token === undefined) return;
    await this.#quietly(context, async () => {
      await this.#around.unlessOff(resolved, async (own) => {
        if (resolved.strategy !== "database")
          return endOneSession(resolved, own, { id: await tokenIdOf(token) });
        // The end of a token that was replaced is not that of the session.
        return (
          !(await isReplaced(own, token)) &&
          endOneSession(resolved, own, { id: await sessionIdOf(own, token) })
        );
      });
      statesOf(resolved).forgetSession(await tokenIdOf(token));
    });
  }

  /** What is only shown must not keep anybody from signing in or out. */
  async #quietly({ resolved }: SessionContext, run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (thrown) {
      resolved.logger.error(toError(thrown));
    }
  }
}

/** Sessions of the database are in their table or not; their rows here only say when they were seen. */
const seenCacheMs = 60_000;
