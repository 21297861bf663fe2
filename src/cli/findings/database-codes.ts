// data file
/** Every finding in the rows of a database (`--url-env`). */
import type { CodePage } from "./codes.js";

export const databaseCodes = {
  AUTH_D_DATABASE_TABLE: {
    level: "error",
    what: "The database lacks a table of a plugin.",
    why: "What keeps its rows there is off, and what guards by them refuses everybody.",
    fix: "auth db migrate",
    example: "no table auth_admin_ban, with the plugin admin in the configuration",
  },
  AUTH_D_DATABASE_ADMINISTRATOR: {
    level: "warning",
    what: "Nobody is an administrator.",
    why: "The plugin `admin` shows its pages to users with a grant alone, and a grant comes from the terminal.",
    fix: "auth users grant you@example.com",
    example: "an empty table auth_admin_grant",
  },
  AUTH_D_DATABASE_OWNER: {
    level: "warning",
    what: "An organisation with members has no owner.",
    why: "A statement of SQL, or code of the app, took its owners away: nobody may rename or delete it, or name an owner.",
    fix: "Open its page as its highest member: it may be taken over 30 days after a member has looked at it",
    example: "acme, whose only owner was deleted with delete from users",
  },
} as const satisfies Readonly<Record<string, CodePage>>;

export type DatabaseCode = keyof typeof databaseCodes;
