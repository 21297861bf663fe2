import { tables } from "../../../runtime/plugins/password/tables.js";
import { packageName } from "../../package.js";
import type { PluginSupport } from "../plugin.js";

export const password: PluginSupport = {
  id: "password",
  factory: "password",
  subpath: `${packageName}/plugins/password`,
  about: "sign-up and sign-in with an address and a password, with verification, reset and change",
  tables,
  sendsMail: true,
  next: ["Link new users to password/sign-up, below the path of your other auth routes"],
};
