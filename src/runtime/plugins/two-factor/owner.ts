import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { PluginScope } from "../host/plugin.js";

/** Whose rows. */
export interface Owner {
  readonly resolved: ResolvedConfig;
  readonly own: Pick<PluginScope, "records">;
  readonly userId: string;
}
