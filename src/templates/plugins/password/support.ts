import { tables } from "../../../runtime/plugins/password/tables.js";
import { packageName } from "../../../cli/formats/own-package.js";
import type { PluginSupport } from "../plugin.js";

export const password: PluginSupport = {
  id: "password",
  factory: "password",
  subpath: `${packageName}/plugins/password`,
  about: "sign-up and sign-in with an address and a password, with verification, reset and change",
  signIn: "E-mail and password",
  tables,
  sendsMail: true,
  wellKnown: ["change-password"],
  optional: {
    package: "@node-rs/argon2",
    range: "^2.0.2",
    gives: "Optional: hash new passwords by argon2id in place of scrypt",
  },
  next: [{ line: "The sign-in page links to sign-up:", page: "/password/sign-up" }],
};
