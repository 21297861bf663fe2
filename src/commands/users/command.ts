/** `auth users`: who is an administrator, who is kept out, and whose sessions end, from the terminal. */
import { userInfo } from "node:os";
import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { findWorkspace } from "../../cli/project/workspace.js";
import { CliError, printable, usageError } from "../../cli/terminal/errors.js";
import { readAddress } from "../database/address.js";
import type { Connection } from "../database/connection.js";
import { openDatabase, projectDriver } from "../database/open.js";
import { findUser, type FoundUser, listUsers, type ShownUser, showUser } from "./find-user.js";
import { linesOf, runStatements, type UserStatement, Statements } from "./statements.js";
import { findUserTables, type UserTables } from "./user-tables.js";

/** A database that is open, with its tables. */
interface Opened extends CommandContext {
  readonly connection: Connection;
  readonly tables: UserTables;
}

interface Verb {
  run(context: CommandContext): CommandResult;
}

const withDatabase =
  (run: (opened: Opened) => Promise<void>): Verb["run"] =>
  async (context) => {
    const connection = await openDatabase(
      readAddress(context),
      projectDriver(findWorkspace(context.cwd).root),
      false,
    );
    try {
      await run({ ...context, connection, tables: await findUserTables(connection) });
    } finally {
      await connection.close();
    }
  };

export const list: Verb = {
  run: withDatabase(async ({ connection, tables, options, output }) => {
    const found = await listUsers(connection, tables, options.text("from") ?? "");
    output.result(found, found.users.map(lineOf).join("\n"));
    if (found.next !== null) output.note(`There are more: auth users list --from ${printable(found.next)}`);
  }),
};

export const show: Verb = {
  run: withDatabase(async (opened) => {
    const shown = await shownUser(opened);
    opened.output.result(shown, linesAbout(shown).join("\n"));
  }),
};

/** What a command does to one user. */
interface Deed {
  /** Asked before it; several: each. */
  readonly questions: readonly string[];
  readonly statements: readonly UserStatement[];
  readonly done: string;
  /** Where no row was changed. */
  readonly nothing: string;
}

const changing = (deedOf: (shown: ShownUser, statements: Statements, opened: Opened) => Deed): Verb => ({
  run: withDatabase(async (opened) => {
    const { connection, tables, options, output } = opened;
    const shown = await shownUser(opened);
    const { questions, statements, done, nothing } = deedOf(
      shown,
      new Statements(connection, tables),
      opened,
    );
    const user = { id: shown.id, email: shown.email };
    const lines = linesOf(statements);
    if (options.is("dryRun"))
      return output.result({ user, statements: lines, done: false }, lines.join("\n"));
    output.note(linesAbout(shown).join("\n"));
    const prompts = await promptsFor(opened);
    for (const question of statements.length === 0 ? [] : questions)
      if (!(await prompts.confirm(question))) return output.note("Nothing was written.");
    const changed = await runStatements(connection, statements);
    output.result({ user, statements: lines, done: changed > 0 }, changed > 0 ? done : nothing);
  }),
});

export const grant = changing((shown, statements, { args }) => {
  const name = nameOf(shown);
  const isByAddress = args[0]?.includes("@") === true;
  if (isByAddress && !shown.isEmailConfirmed)
    throw new CliError(
      "AUTH_E_UNPROVEN",
      `Nobody has proven the address of ${name}: it may be a stranger's.`,
      {
        hint: `Let them sign in by a mailed link first. To go on all the same, look at their ways in and name them by id: auth users grant ${shown.id}`,
      },
    );
  const question = `Make ${name} an administrator? Administrators see every user, and act for them.`;
  return {
    questions: isByAddress ? [question] : [question, "Is it the person you mean? Look at the ways in above."],
    statements: shown.isAdministrator ? [] : statements.grant(shown.id, userInfo().username, new Date()),
    done: `${name} is an administrator from the next sign-in on. Pages: /admin/users`,
    nothing: `${name} is an administrator already.`,
  };
});

export const revoke = changing((shown, statements) => ({
  questions: [`Take the grant of ${nameOf(shown)} back?`],
  statements: statements.revoke(shown.id),
  done: `${nameOf(shown)} is no administrator any more.`,
  nothing: `${nameOf(shown)} was no administrator.`,
}));

export const ban = changing((shown, statements, { options }) => {
  if (shown.isAdministrator)
    throw new CliError("AUTH_E_ADMINISTRATOR", `${nameOf(shown)} is an administrator.`, {
      hint: `Take the grant back first: auth users revoke ${shown.id}`,
    });
  return {
    questions: [`Ban ${nameOf(shown)}? All sessions end, and stay ended.`],
    statements: statements.ban(
      shown.id,
      reasonIn(options.text("reason")),
      untilIn(options.text("until")),
      new Date(),
    ),
    done: `${nameOf(shown)} is banned, and signed out everywhere.`,
    nothing: "Nothing was written.",
  };
});

export const unban = changing((shown, statements) => ({
  questions: [`Let ${nameOf(shown)} in again?`],
  statements: statements.unban(shown.id),
  done: `${nameOf(shown)} may sign in again.`,
  nothing: `${nameOf(shown)} was not banned.`,
}));

export const signOut = changing((shown, statements) => ({
  questions: [`Sign ${nameOf(shown)} out everywhere?`],
  statements: statements.endSessions(shown.id, new Date()),
  done: `${nameOf(shown)} is signed out everywhere: at once with sessions of the database, else within a minute.`,
  nothing: "Nothing was written.",
}));

async function shownUser({ connection, tables, args }: Opened): Promise<ShownUser> {
  return showUser(connection, tables, await findUser(connection, tables, args[0] ?? ""));
}

const nameOf = ({ email, id }: FoundUser): string => printable(email ?? id);

const lineOf = (user: FoundUser): string =>
  [user.id, user.email ?? "-", user.name ?? "", user.isEmailConfirmed ? "" : "(not confirmed)"]
    .filter(Boolean)
    .map(printable)
    .join("  ");

function linesAbout(user: ShownUser): readonly string[] {
  const { accounts, sessions, isAdministrator, ban: banned } = user;
  return [
    lineOf(user),
    `accounts: ${accounts.length === 0 ? "none" : accounts.map(printable).join(", ")}`,
    ...(sessions === null ? [] : [`sessions in the database: ${sessions}`]),
    ...(isAdministrator ? ["administrator"] : []),
    ...(banned === null
      ? []
      : [
          `banned ${banned.until === null ? "for good" : `until ${banned.until}`}: ${printable(banned.reason)}`,
        ]),
  ];
}

const longestReason = 200;

function reasonIn(text = ""): string {
  const reason = text.trim();
  if (reason !== "" && reason.length <= longestReason && printable(reason) === reason) return reason;
  throw usageError(
    "AUTH_E_REASON",
    "A ban has a reason of 1 to 200 characters on one line.",
    'Say it with --reason "…": other administrators read it, the user does not.',
  );
}

function untilIn(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(text);
  // Other ways to write a date mean other days elsewhere.
  const isDay = !Number.isNaN(date.valueOf()) && date.toISOString().slice(0, 10) === text;
  if (isDay && date.valueOf() > Date.now()) return date;
  throw usageError(
    "AUTH_E_UNTIL",
    `--until ${text}: not a day to come.`,
    "Write it as 2031-01-31, or leave it out: the ban then stays until it is taken back.",
  );
}
