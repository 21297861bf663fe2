/** The twelve jobs, with sessions in the database: what commands do of them, and what is left to write by hand. */
import type { ByHand, Job } from "./job.js";

/** What differs between frameworks. */
export interface Differing {
  /** The call of the provider's API, and the line that asks for tokens that last. */
  readonly api: readonly ByHand[];
  /** Whether `auth init` puts a button on every page. */
  readonly hasLayout: boolean;
}

/** @returns the jobs in a framework, in the order in which they are done */
export const everydayJobs = ({ api, hasLayout }: Differing): readonly Job[] => [
  {
    name: "0 sign in",
    commands: [
      ["init", "--provider", "github,google"],
      ["add-adapter", "kysely"],
    ],
  },
  { name: "1 protect a page", commands: [["protect", "/orders"]] },
  { name: "2 protect an API route", commands: [["protect", "/api/orders"]] },
  {
    name: "3 a role in the session, typed",
    commands: [
      ["add-role", "admin"],
      ["protect", "/api/admin", "--role", "admin"],
    ],
  },
  {
    name: "4 e-mail and password: sign-up, verification, reset, change",
    commands: [["add-plugin", "password", "--sign-in-links"]],
  },
  { name: "5 sign-in link: with job 4" },
  {
    name: "6, 7 the provider's API, with a fresh token",
    commands: [["add-plugin", "access-tokens"]],
    byHand: api,
  },
  { name: "8 list and unlink accounts", commands: [["add-plugin", "account"]] },
  { name: "9 sign out everywhere: on the page of job 8" },
  { name: "10 Docker", commands: [["add-docker"]] },
  ...(hasLayout ? [{ name: "11 a button and a menu on every page", commands: [["init", "--layout"]] }] : []),
];

/** Tokens that are renewed, in the auth file as `init` writes it. */
export const lastingTokens = (file: string): ByHand => ({
  file,
  instead: "Google,",
  lines: 'Google({ authorization: { params: { access_type: "offline", prompt: "consent" } } }),',
});
