/** What plans wrote as whole files, kept in `.auth/manifest`: told from what people wrote, and a base for merging. */
export interface Generated {
  /** Path → what was written there, newest last. Never of an env file. */
  readonly files: Readonly<Record<string, readonly GeneratedFile[]>>;
}

export interface GeneratedFile {
  /** Id of the plan. */
  readonly plan: string;
  readonly hash: string;
  readonly text: string;
}

export const manifestPath = ".auth/manifest";

/** A manifest that cannot be read says nothing: every file then counts as somebody's own. */
export function parseGenerated(text: string | undefined): Generated {
  try {
    const { files } = (text === undefined ? {} : JSON.parse(text)) as { files?: unknown };
    const entries = Object.entries((files ?? {}) as Readonly<Record<string, unknown>>);
    return {
      files: Object.fromEntries(
        entries.flatMap(([file, all]) => (Array.isArray(all) ? [[file, all.filter(isGeneratedFile)]] : [])),
      ),
    };
  } catch {
    return { files: {} };
  }
}

const isGeneratedFile = (one: unknown): one is GeneratedFile =>
  typeof one === "object" &&
  one !== null &&
  ["plan", "hash", "text"].every((name) => typeof (one as Record<string, unknown>)[name] === "string");

export const isGenerated = ({ files }: Generated, path: string, hash: string): boolean =>
  Object.hasOwn(files, path) && files[path]?.some((one) => one.hash === hash) === true;

/** What was written there last. */
export const lastGenerated = ({ files }: Generated, path: string): string | undefined =>
  Object.hasOwn(files, path) ? files[path]?.at(-1)?.text : undefined;
