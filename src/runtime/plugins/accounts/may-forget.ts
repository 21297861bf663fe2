/** May a user be deleted? Every plugin is asked before anything is written, and again when a planned deletion is due. */
import { withDeadline } from "../../callbacks/events.js";
import type { FlowContext } from "../../types/flow.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { askPlugins } from "../host/ask-plugins.js";
import type { AskedDeletion, DefinedPlugin } from "../host/plugin.js";
import { PluginError } from "../host/plugin-error.js";
import { scopeOf } from "../host/scope.js";

const deadlineMs = 10_000;

/** A plugin keeps the user; its code says why. */
export class DeletionRefused extends PluginError {
  readonly plugin: DefinedPlugin;
  constructor(code: string, plugin: DefinedPlugin) {
    super(code, `The plugin "${plugin.id}" keeps the user: ${code}`);
    this.plugin = plugin;
  }

  /** What the plugin says of it, in the language of the request. */
  text(context: FlowContext): string {
    return scopeOf(this.plugin, context.resolved).message(context, `kept-${this.code}`);
  }
}

/** @throws DeletionRefused; what a plugin throws, and an error where one does not answer in time: nobody goes then */
export async function assertMayForget(
  resolved: ResolvedConfig,
  userId: string,
  at: AskedDeletion["at"],
): Promise<void> {
  await askPlugins(resolved, async (plugin, own) => {
    const { id, mayForget } = plugin;
    const asked = mayForget?.(own, userId, { resolved, at });
    const code =
      asked && (await withDeadline(asked, deadlineMs, `The plugin "${id}" said nothing of a deletion`));
    if (code !== undefined) throw new DeletionRefused(code, plugin);
  });
}
