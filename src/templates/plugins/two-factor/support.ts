import { tables } from "../../../runtime/plugins/two-factor/tables.js";
import { packageName } from "../../package.js";
import type { PluginSupport } from "../plugin.js";

export const twoFactor: PluginSupport = {
  id: "two-factor",
  factory: "twoFactor",
  subpath: `${packageName}/plugins/two-factor`,
  about: "a second factor: codes of an authenticator app, recovery codes, passkeys",
  isFactor: true,
  tables,
  next: ["Link users who are signed in to two-factor/set-up, below the path of your other auth routes"],
};
