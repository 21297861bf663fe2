import { tables } from "../../../runtime/plugins/access-tokens/tables.js";
import { packageName } from "../../../cli/formats/own-package.js";
import type { PluginSupport } from "../plugin.js";

export const accessTokens: PluginSupport = {
  id: "access-tokens",
  factory: "accessTokens",
  subpath: `${packageName}/plugins/access-tokens`,
  about: "valid access tokens for the APIs of providers, renewed before they end",
  tables,
  next: [
    {
      line: "Ask for a token where you call an API: auth.accessToken, in docs/plugins/access-tokens.md of the package",
    },
  ],
};
