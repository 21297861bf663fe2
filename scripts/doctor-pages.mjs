/** docs/doctor: one page per group of findings of `auth doctor`, from the tables of codes. */
import { groupLinks, groupPage } from "./code-pages.mjs";
import { loadSource } from "./load-sources.mjs";

const cell = (text) => text.replaceAll("|", "\\|");
/** Angle brackets of placeholders would be taken for HTML. */
const words = (text) => cell(text).replaceAll("<", "&lt;");

/** @returns {Promise<[string, string][]>} file and text of every page, the index first */
export async function doctorPages() {
  const { codes } = await loadSource("src/cli/findings/codes.ts");
  const { liveCodes } = await loadSource("src/cli/findings/live-codes.ts");
  const { databaseCodes } = await loadSource("src/cli/findings/database-codes.ts");
  const { findingGroups } = await loadSource("src/cli/findings/code-groups.ts");
  const { groupOf } = await loadSource("src/cli/terminal/code-pages.ts");
  const place = (code) => `${groupOf(code, findingGroups).id}.md#${code.toLowerCase()}`;
  const link = (code) => `[${code}](${place(code)})`;
  const rows = Object.entries(codes).map(
    ([code, { level, what, repair }]) =>
      `| ${link(code)} | ${level} | ${repair ? "repairs it" : ""} | ${words(what)} |`,
  );
  const rowsOf = (table) =>
    Object.entries(table)
      .map(([code, { level, what }]) => `| ${link(code)} | ${level} | ${words(what)} |`)
      .join("\n");
  const index = `# What auth doctor finds

\`auth doctor\` reads the files of a project and runs none of them. \`--fix\` repairs where one edit is right whatever the app is meant to do. It shows its plan first, and \`auth undo\` takes it back. The rest is for a person to decide. The exit code is 1 when there is an error; warnings and hints alone give 0.

${groupLinks(findingGroups)}

| code | level | \`--fix\` | says |
|---|---|---|---|
${rows.join("\n")}

## In the rows of a database

\`auth doctor --url-env DATABASE_URL\` also opens the database that this variable names, with a driver of the project, and reads it.

| code | level | says |
|---|---|---|
${rowsOf(databaseCodes)}

## In an app that runs

\`auth doctor --url https://app.example.com\` goes through a sign-in as a browser does and names the first thing that is wrong. Where the app runs under \`auth dev\` it signs the first user in and out again; at a real provider it stops.

| code | level | says |
|---|---|---|
${rowsOf(liveCodes)}
`;
  const all = Object.entries({ ...codes, ...databaseCodes, ...liveCodes });
  const pages = findingGroups.map((group) => [
    `docs/doctor/${group.id}.md`,
    groupPage(
      { ...group, title: `Doctor: ${group.title}` },
      all.filter(([code]) => groupOf(code, findingGroups).id === group.id).map(entry),
    ),
  ]);
  return [["docs/doctor/README.md", index], ...pages];
}

const entry = ([code, { level, what, why, fix, example, repair }]) => `## ${code}

**${level[0].toUpperCase()}${level.slice(1)}:** ${what} ${why}

Seen with:

\`\`\`text
${example}
\`\`\`

What to do:

\`\`\`text
${fix}
\`\`\`${repair ? `\n\n\`--fix\` repairs it: it ${repair}` : ""}`;
