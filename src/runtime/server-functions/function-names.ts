/**
 * Functions of `auth` that plugins of this package have, by name: every app finds them, so that one without the plugin is
 * told which is missing. A name that is none of a plugin's is no member of `auth`, whatever asks for it.
 */
export const functionNames = [
  "accessToken",
  "sessions.list",
  "sessions.revoke",
  "sessions.revokeOthers",
  "sessions.revokeAll",
  "accounts.list",
  "accounts.link",
  "accounts.unlink",
] as const;

/** One of them. */
export type FunctionName = (typeof functionNames)[number];
