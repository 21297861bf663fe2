/** Pages that explain codes, a group each: the parts that errors and findings have in common. */

/** @param {{ id: string, title: string }[]} groups */
export const groupLinks = (groups) => groups.map(({ id, title }) => `- [${title}](${id}.md)`).join("\n");

/** @param {{ title: string, about: string }} group @param {string[]} entries a heading and its text each */
export const groupPage = ({ title, about }, entries) =>
  `# ${title}\n\n${about} All codes: [index](README.md).\n\n${entries.join("\n\n")}\n`;
