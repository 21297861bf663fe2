/** Names of the functions of `auth` that need a plugin: `sessions.list`. */

/**
 * Those that every app finds, so that one without the plugin is told which is missing; modules of plugins add theirs by
 * `provideFunctions`.
 */
export const functionNames = new Set([
  "accessToken",
  "sessions.list",
  "sessions.revoke",
  "sessions.revokeOthers",
  "sessions.revokeAll",
  "accounts.list",
  "accounts.link",
  "accounts.unlink",
]);
