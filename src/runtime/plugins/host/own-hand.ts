/** Whoever acts for somebody changes nothing of theirs: one question for routes of the core, of plugins, and functions. */
import type { SessionContext } from "../../types/resolved-config.js";
import type { ChangedThing, DefinedPlugin } from "./plugin.js";
import { PluginError } from "./plugin-error.js";
import { hostOf, pluginsOf, scopeOf } from "./scope.js";

/** A route or a function, as far as it says what it changes. */
interface SaidChange {
  /** undefined, `reading`: nothing. */
  readonly of?: ChangedThing | "reading" | undefined;
  readonly impersonation?: "allow" | undefined;
}

/** Whether only the user themselves may have it done. */
export const needsOwnHand = ({ of = "reading", impersonation }: SaidChange): boolean =>
  of !== "reading" && impersonation !== "allow";

/** @throws PluginError with `impersonating` where somebody acts for the user of the session */
export async function assertOwnHand(change: SaidChange, context: SessionContext): Promise<void> {
  if (!needsOwnHand(change)) return;
  if (await isImpersonating(context))
    throw new PluginError("impersonating", "Whoever acts for a user changes nothing of theirs");
}

/** Does somebody act for the user of the session? */
export async function isImpersonating(context: SessionContext): Promise<boolean> {
  for (const plugin of pluginsOf(context.resolved.config)) if (await isBy(plugin, context)) return true;
  return false;
}

/** By a plugin that is off nobody acts for anybody: its cookie opens nothing. */
async function isBy(plugin: DefinedPlugin, context: SessionContext): Promise<boolean> {
  const { resolved } = context;
  try {
    return (await plugin.isImpersonating?.(scopeOf(plugin, resolved), context)) === true;
  } catch (thrown) {
    if (hostOf(resolved).isOff(plugin, resolved.logger, thrown)) return false;
    throw thrown;
  }
}
