/** Which page explains which code: a page per group, with a heading per code. */

export interface CodeGroup {
  /** Name of the page. */
  readonly id: string;
  readonly title: string;
  /** One sentence at the top of the page. */
  readonly about: string;
  /** Beginnings of its codes, without `AUTH_E_`; the longest one that fits wins. `""` takes what nobody else takes. */
  readonly codes: readonly string[];
}

const words = (text: string): readonly string[] => text.split(" ");

/** Of errors and warnings of the command line. */
export const errorGroups: readonly CodeGroup[] = [
  {
    id: "command-line",
    title: "What was typed",
    about:
      "The command, a flag or an answer is missing or wrong. Nothing was written; most end with exit code 2.",
    codes: words(
      "USAGE MISSING_ANSWER STDIN UNKNOWN_ SESSION PARAM ROLE PROTECT_ MISSING_PARAM ONE_PROVIDER PACKAGE_MANAGER PORT URL REQUIRE ENV_VALUE ENV_PATH NO_FILE",
    ),
  },
  {
    id: "project",
    title: "The project",
    about: "The project isn't what the command needs, or can't be read.",
    codes: [""],
  },
  {
    id: "writing",
    title: "Writing, installing and taking back",
    about:
      "What stands in the way of writing a plan, or of undoing one. Files are written all or not at all.",
    codes: words(
      "CONFLICT ANOTHER_PLAN CHANGED TRACKED_ENV FILE BUSY ROLLBACK JOURNAL FOREIGN_JOURNAL NO_JOURNAL INSTALL INTERRUPTED INTERNAL RECOVERED DIRTY ENV_KEPT LEFT_OVER COMMENT PEER",
    ),
  },
  {
    id: "providers",
    title: "Providers",
    about: "A provider that can't be added as it is, and what to know of those that can.",
    codes: words(
      "PROVIDER_ VERIFY LOCALHOST NO_PROVIDERS MAIL_ SHORT_MAIL_CODE PASSKEY_ PROXY_ORIGINS CREDENTIALS_",
    ),
  },
  {
    id: "secrets",
    title: "Secrets and session tokens",
    about: "`auth secret` and `auth token`.",
    codes: words(
      "NO_SECRET SECRET LAST_SECRET LEGACY_SECRET DROPS_SECRET NOT_STAGED STAGED SESSION_TOKEN NO_TOKEN TOKEN_ CLAIMS EXPIRED LARGE NO_SUBJECT COOKIE_NAME PLAIN_COOKIE",
    ),
  },
  {
    id: "database",
    title: "The database",
    about: "`auth db`, `auth users`, and the tables of plugins.",
    codes: words(
      "NO_DATABASE_URL DATABASE BATCH NO_DRIVER NO_TABLE NO_USER TWO_USERS UNPROVEN ADMINISTRATOR REASON UNTIL DRIFT PLUGIN_",
    ),
  },
  {
    id: "migrate",
    title: "Moving from another library",
    about: "`auth migrate`, and projects that still have the library before.",
    codes: words(
      "OLD_ MIGRATE_ NOTHING_TO_MIGRATE SESSIONS_ SESSION_COLUMNS STORE_ACCOUNTS LINKING GUARD_SESSION SIGN_IN_TEXT NO_SUBPATH NEXT_VERSION",
    ),
  },
  {
    id: "running",
    title: "Running apps",
    about: "`auth dev` and `auth doctor`.",
    codes: words("START PRODUCTION UNKNOWN_USER NO_SCRIPT FINDINGS"),
  },
];

/** Where a code is explained, from the folder of its pages: `secrets.md#auth_e_no_secret`. */
export function pageOf(code: string, groups: readonly CodeGroup[]): string {
  const { id } = groupOf(code, groups);
  return `${id}.md#${code.toLowerCase()}`;
}

/** The group whose beginning fits best. */
export function groupOf(code: string, groups: readonly CodeGroup[]): CodeGroup {
  const name = code.replace(/^AUTH_[A-Z]_/, "");
  const fits = groups.flatMap((group) =>
    group.codes.flatMap((start) => (name.startsWith(start) ? [{ group, length: start.length }] : [])),
  );
  const [best] = fits.sort((a, b) => b.length - a.length);
  if (!best) throw new RangeError(`${code} belongs to no group`);
  return best.group;
}
