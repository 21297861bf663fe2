/** The tables of docs/plugins: which apps users were walked through, when, and with which code. */
import { KeptTable } from "./kept-table.js";

/** A row that passed whole. */
interface Passed {
  /** With the installation. */
  readonly seconds: number;
  readonly commit: string;
}

/** Framework, store and kind of sessions, of the title of a row. */
function placeOf(title: string): readonly string[] {
  const words = title.split(", ");
  return [words[0] ?? "", words.slice(1, -1).join(", "), words.at(-1) ?? ""];
}

const place = ["framework", "store", "sessions"];

export const walkedApps = new KeptTable<Passed>(
  {
    page: "docs/plugins/README.md",
    file: "test/e2e/plugin-results.json",
    heads: [...place, "seconds", "commit"],
  },
  (title, { seconds, commit }) => [...placeOf(title), seconds, commit],
);

/** A row of teams that passed whole; the seconds begin with the first command. */
export interface PassedTeam {
  /** The last command has ended. */
  readonly commanded: number;
  /** Somebody without an account has become a member. */
  readonly joined: number;
  readonly commit: string;
}

export const teams = new KeptTable<PassedTeam>(
  {
    page: "docs/plugins/organizations.md",
    file: "test/e2e/team-results.json",
    heads: [...place, "commands", "first member", "commit"],
  },
  (title, { commanded, joined, commit }) => [...placeOf(title), `${commanded} s`, `${joined} s`, commit],
);

/** A row of back offices that passed whole; the seconds begin with the first command. */
export interface PassedOffice {
  /** The last command has ended. */
  readonly commanded: number;
  /** An administrator has found a user. */
  readonly found: number;
  readonly commit: string;
}

export const backOffices = new KeptTable<PassedOffice>(
  {
    page: "docs/plugins/admin.md",
    file: "test/e2e/office-results.json",
    heads: ["framework", "second factor", "sessions", "commands", "first user", "commit"],
  },
  (title, { commanded, found, commit }) => [...placeOf(title), `${commanded} s`, `${found} s`, commit],
);
