import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ids } from "../../scripts/examples.mjs";
import { projectRoot } from "../architecture/source-tree.js";

export interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Everything that is written for readers. */
export function readPages(): Page[] {
  const top = readdirSync(projectRoot).filter(
    (name) => name.endsWith(".md") && name !== "THIRD-PARTY-NOTICES.md",
  );
  const docs = readdirSync(path.join(projectRoot, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.split(path.sep).join("/")}`);
  const examples = ids.map((id) => `examples/${id}/README.md`);
  return [...top, ...docs, "examples/README.md", ...examples, "skills/authwright/SKILL.md"].map((name) => ({
    path: name,
    text: readFileSync(path.join(projectRoot, name), "utf8"),
  }));
}

export interface Snippet {
  readonly language: string;
  /** The file that it stands for, from the line of the fence: ```ts src/auth.ts */
  readonly file: string | undefined;
  readonly code: string;
}

/** The fenced code of a page. */
export function snippetsOf({ text }: Page): Snippet[] {
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", file, code = ""]) => ({ language, file, code }),
  );
}
