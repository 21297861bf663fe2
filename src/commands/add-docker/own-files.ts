/** What files of the user's own, where ours would stand, still lack: lines to take over, none once they are there. */
import { coversFolder } from "../../cli/formats/glob.js";

/** A line, and the word that says that a file has its like already. */
interface Need {
  readonly line: string;
  readonly word: string;
}

/** What the files are written with. */
export interface DockerNeeds {
  readonly user: string;
  readonly databaseFile: string | undefined;
  /** Names and values of variables that the app cannot do without. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
}

/** @param content what we would write there */
type Lacking = (text: string, content: string, needs: DockerNeeds) => readonly string[];

const unmet = (text: string, needs: readonly Need[]): readonly string[] =>
  needs.filter(({ word }) => !text.includes(word)).map(({ line }) => line);

/** The lines of what we would write that have one of these words. */
const linesWith = (content: string, words: readonly string[]): readonly Need[] =>
  words.flatMap((word) => {
    const line = content.split("\n").find((one) => !one.trim().startsWith("#") && one.includes(word));
    return line === undefined ? [] : [{ line: line.trim(), word }];
  });

const ofImage: Lacking = (text, content, { user, databaseFile }) => {
  const users = text.split("\n").flatMap((line) => {
    const [instruction, name] = line.trim().split(" ");
    return instruction?.toUpperCase() === "USER" ? (name ?? []) : [];
  });
  const isRoot = !text.includes("nonroot") && ["root", "0", undefined].includes(users.at(-1));
  return [
    ...(text.includes("NODE_ENV") ? [] : ["ENV NODE_ENV=production"]),
    ...(databaseFile === undefined ? [] : unmet(text, linesWith(content, [databaseFile]))),
    ...(isRoot ? [`USER ${user}`] : []),
  ];
};

/** What does not keep a secret out of the image, and is not asked of a file that is there. */
const ownBusiness = ["dist", ".next", ".gitignore", ".dockerignore", "Dockerfile", "nginx.conf", "**/*.log"];

const ofIgnored: Lacking = (text, content) => {
  const patterns = linesOf(text).map((line) => (line.startsWith("/") ? line.slice(1) : line));
  return linesOf(content).filter((line) => {
    const isAsked = !line.startsWith("!") && !ownBusiness.includes(line) && !line.endsWith("ml");
    const name = line.replaceAll("**/", "").replaceAll("*", "x");
    return isAsked && !patterns.some((pattern) => coversFolder(pattern, name));
  });
};

const linesOf = (text: string): readonly string[] =>
  text.split("\n").flatMap((line) => (line.trim() === "" || line.startsWith("#") ? [] : line.trim()));

const ofServices: Lacking = (text, content, { variables }) => {
  // Servers for local work alone: the app is none of them.
  if (!text.includes("build:") && !text.includes("env_file")) {
    const start = content.indexOf("  app:");
    return content.slice(start).trimEnd().split("\n");
  }
  if (text.includes("env_file")) return [];
  return unmet(
    text,
    variables.map(({ name, value }) => ({ line: `${name}: "${value}"`, word: name })),
  );
};

const ofProxy: Lacking = (text, content) =>
  unmet(text, linesWith(content, ["X-Forwarded-Proto", "X-Forwarded-Host", "large_client_header_buffers"]));

/** By the template of the file. */
const lacking: Readonly<Record<string, Lacking>> = {
  "docker/Dockerfile.hbs": ofImage,
  "docker/dockerignore.hbs": ofIgnored,
  "docker/compose.hbs": ofServices,
  "docker/nginx.hbs": ofProxy,
};

/** The lines that a file lacks beside what it has. */
export const lackingLines = (
  template: string,
  texts: { readonly present: string; readonly content: string },
  needs: DockerNeeds,
): readonly string[] => lacking[template]?.(texts.present, texts.content, needs) ?? [];
