/** docs/doctor: one page per group of findings of `auth doctor`, from the two tables of codes. */
import { groupLinks, groupPage } from "./code-pages.mjs";
import { loadSource } from "./load-sources.mjs";

const cell = (text) => text.replaceAll("|", "\\|");
/** Angle brackets of placeholders would be taken for HTML. */
const words = (text) => cell(text).replaceAll("<", "&lt;");

/** @returns {Promise<[string, string][]>} file and text of every page, the index first */
export async function doctorPages() {
  const { codes } = await loadSource("src/cli/doctor/codes.ts");
  const { liveCodes } = await loadSource("src/cli/doctor/live/codes.ts");
  const { findingGroups } = await loadSource("src/cli/doctor/code-groups.ts");
  const { groupOf } = await loadSource("src/cli/terminal/code-pages.ts");
  const place = (code) => `${groupOf(code, findingGroups).id}.md#${code.toLowerCase()}`;
  const rows = (table) =>
    Object.entries(table)
      .map(([code, { level, what }]) => `| [${code}](${place(code)}) | ${level} | ${words(what)} |`)
      .join("\n");
  const index = `# What auth doctor finds

\`auth doctor\` reads the files of a project and runs none of them. \`--fix\` repairs what can be repaired safely, as a plan that is shown first and that \`auth undo\` takes back. The exit code is 1 when there is an error; warnings and hints alone give 0.

${groupLinks(findingGroups)}

| code | level | says |
|---|---|---|
${rows(codes)}

## In an app that runs

\`auth doctor --url https://app.example.com\` goes through a sign-in as a browser does and names the first thing that is wrong. Where the app runs under \`auth dev\` it signs the first user in and out again; at a real provider it stops.

| code | level | says |
|---|---|---|
${rows(liveCodes)}
`;
  const all = Object.entries({ ...codes, ...liveCodes });
  const pages = findingGroups.map((group) => [
    `docs/doctor/${group.id}.md`,
    groupPage(group, all.filter(([code]) => groupOf(code, findingGroups).id === group.id).map(entry)),
  ]);
  return [["docs/doctor/README.md", index], ...pages];
}

const entry = ([code, { level, what, why, fix, example }]) => `## ${code}

${what} (${level}) ${why}

Seen with:

\`\`\`text
${example}
\`\`\`

What to do:

\`\`\`text
${fix}
\`\`\``;
