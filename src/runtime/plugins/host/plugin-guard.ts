/** What a plugin asks at guarded places, and what it hands on there. Internal: the shape may change. */
import type { AuthError } from "../../errors/index.js";
import type { Awaitable } from "../../types/entities.js";
import type { SessionRead } from "../../types/resolved-config.js";
import type { PluginError } from "./plugin-error.js";
import type { GuardQuestion, Handed } from "./plugin-host.js";
import type { PluginScope } from "./plugin-scope.js";

/** The part of a plugin that guarded places ask. */
export interface PluginGuard {
  /** Options of `auth.require()` that it knows; declared in `Requirement` by the plugin's module. */
  readonly options: readonly string[];
  /** Is what a place asks for impossible? Asked before anything else: it is answered to everybody, and to the log. */
  findProblem?(question: Omit<GuardQuestion, "read">): AuthError | undefined;
  /**
   * Lets somebody in without a session, as by a key in a header. The cookie of a session is not read then.
   * @returns undefined: nobody asks for that
   */
  admits?(
    own: PluginScope,
    question: Omit<GuardQuestion, "read">,
  ): Promise<SessionRead | PluginError | undefined>;
  /**
   * Asked at every guarded place where somebody is let in, whatever its options are.
   * @returns undefined: it has nothing to say; an error: nobody is let in
   */
  judge(own: PluginScope, question: GuardQuestion): Awaitable<Handed | PluginError | undefined>;
}
