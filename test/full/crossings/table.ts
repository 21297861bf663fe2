/** The one table of the crossings: what is crossed with what, and what can't meet. */
import { envLines } from "./env-lines.js";
import { type Factors, type Row, type Rule } from "./pairs.js";
import { projectNamed, projects } from "./projects.js";
import { shapes } from "./shapes.js";
import { plugins as registered } from "../../../src/templates/plugins/index.js";

/** A command that a row runs, and what it changes for those who visit. */
export interface CrossedCommand {
  readonly id: string;
  /** What it needs, done first. */
  readonly first?: readonly (readonly string[])[];
  readonly words: readonly string[];
  /** Who is let in at /orders; without it the visits go to the guarded page that `init` wrote. */
  readonly guards?: { readonly role?: string };
  /** The project has a route of a team: /teams/acme; and who is let in there, once it is guarded. */
  readonly team?: { readonly role?: "owner" };
  /** Each run makes something new. */
  readonly isNeverDone?: true;
  /** A session from before the command is still one after it. */
  readonly keepsSessions?: true;
}

const protect = ["protect", "/orders"];
const organizations = ["add-plugin", "organizations", "--transport", "nodemailer"];
const forTeam = ["protect", "/teams/:team", "--organization", "team"];

const commands: readonly CrossedCommand[] = [
  { id: "init", words: ["init", "--provider", "github"] },
  { id: "add-provider", words: ["add-provider", "gitlab"] },
  { id: "remove-provider", first: [["add-provider", "gitlab"]], words: ["remove-provider", "gitlab"] },
  { id: "add-adapter", words: ["add-adapter", "kysely"] },
  { id: "add-adapter --session jwt", words: ["add-adapter", "kysely", "--session", "jwt"] },
  { id: "add-plugin password", words: ["add-plugin", "password", "--transport", "nodemailer"] },
  {
    id: "add-plugin two-factor,account",
    words: ["add-plugin", "two-factor,account", "--transport", "nodemailer"],
  },
  {
    id: "remove-plugin",
    first: [["add-plugin", "access-tokens"]],
    words: ["remove-plugin", "access-tokens"],
  },
  { id: "add-role", words: ["add-role", "admin"], keepsSessions: true },
  { id: "protect", words: protect, guards: {}, keepsSessions: true },
  {
    id: "protect --role",
    first: [["add-role", "admin"]],
    words: [...protect, "--role", "admin"],
    guards: { role: "admin" },
  },
  { id: "protect --max-age", words: [...protect, "--max-age", "300"], guards: {} },
  { id: "protect --organization", first: [organizations], words: forTeam, team: {} },
  {
    id: "protect --organization --role",
    first: [organizations],
    words: [...forTeam, "--role", "owner"],
    team: { role: "owner" },
  },
  { id: "test init, organizations", first: [organizations, forTeam], words: ["test", "init"], team: {} },
  { id: "test init", words: ["test", "init"], keepsSessions: true },
  { id: "secret rotate", words: ["secret", "rotate"], isNeverDone: true, keepsSessions: true },
  { id: "add-docker", words: ["add-docker"], keepsSessions: true },
];

export const commandNamed = (id: string): CrossedCommand => {
  const found = commands.find((one) => one.id === id);
  if (found === undefined) throw new Error(`No command is called ${id}`);
  return found;
};

/** Stores by name, with the command that brings them. */
export const stores: Readonly<Record<string, readonly string[] | undefined>> = {
  none: undefined,
  "kysely, SQLite": ["add-adapter", "kysely", "--dialect", "sqlite"],
  "kysely, PostgreSQL": ["add-adapter", "kysely", "--dialect", "postgres"],
  pg: ["add-adapter", "pg"],
};

export const isPostgres = (store: string | undefined): boolean =>
  store === "pg" || store === "kysely, PostgreSQL";

export const factors = {
  project: projects.map(({ id }) => id),
  shape: shapes.map(({ id }) => id),
  command: commands.map(({ id }) => id),
  env: envLines.map(({ id }) => id),
  // Of test/edit/variants.ts.
  saved: ["as it is", "CRLF", "BOM", "tabs", "no semicolons", "single quotes"],
  plugins: ["none", ...registered.map(({ id }) => id), "password,two-factor"],
  store: Object.keys(stores),
  strategy: ["jwt", "database"],
} satisfies Factors;

/** Rows that take minutes where others take seconds. */
export const costly: ReadonlySet<string> = new Set(
  projects.filter(({ isBundled }) => isBundled).map(({ id }) => id),
);

const rule = (of: readonly (keyof typeof factors)[], holds: (row: Row) => boolean): Rule => ({ of, holds });
const project = (row: Row) => projectNamed(row["project"] ?? "");
const command = (row: Row) => commandNamed(row["command"] ?? "");
const namesPlugin = (row: Row): boolean =>
  [...(command(row).first ?? []), command(row).words].some(([name]) => name?.includes("-plugin"));

export const rules: readonly Rule[] = [
  // Rows of sessions need a store, and so do plugins.
  rule(["strategy", "store"], ({ strategy, store }) => strategy === "jwt" || store !== "none"),
  rule(["plugins", "store"], ({ plugins, store }) => plugins === "none" || store !== "none"),
  rule(["command", "store"], (row) => !command(row).id.startsWith("add-adapter") || row["store"] === "none"),
  rule(["command", "store"], (row) => !namesPlugin(row) || row["store"] !== "none"),
  rule(["command", "plugins"], (row) => {
    const has = (row["plugins"] ?? "").split(",");
    const isFresh = (id: string) => !id.split(",").some((one) => has.includes(one));
    return [...(command(row).first ?? []), command(row).words].every(
      ([name, id = ""]) => name !== "add-plugin" || isFresh(id),
    );
  }),
  // Rows of a session table don't tell when somebody signed in.
  rule(
    ["command", "strategy"],
    (row) => command(row).id !== "protect --max-age" || row["strategy"] === "jwt",
  ),
  // The listener of a server without a framework chooses by the address: the command shows the line.
  rule(["command", "project"], (row) => {
    const { guards, team } = command(row);
    return (guards === undefined && team === undefined) || row["project"] !== "node-ts";
  }),
  rule(["shape", "project"], (row) => {
    const only = shapes.find(({ id }) => id === row["shape"])?.only;
    const { language } = project(row);
    return only === undefined || language === "typed" || (only === "modules" && language === "modules");
  }),
];
