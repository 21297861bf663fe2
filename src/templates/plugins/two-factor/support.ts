import { tables } from "../../../runtime/plugins/two-factor/tables.js";
import { packageName } from "../../../cli/formats/own-package.js";
import type { PluginSupport } from "../plugin.js";

export const twoFactor: PluginSupport = {
  id: "two-factor",
  factory: "twoFactor",
  subpath: `${packageName}/plugins/two-factor`,
  about: "a second factor: codes of an authenticator app, recovery codes, passkeys",
  isFactor: true,
  tables,
  page: { path: "/two-factor/set-up", link: "Set up two-step sign-in", within: "account" },
};
