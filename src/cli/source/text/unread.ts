/** Files of a project that this run could not read: they end no command, and are named once at its end. */
export interface UnreadFile {
  readonly file: string;
  /** As part of a sentence: "is nested too deep". */
  readonly why: string;
}

const unread = new Map<string, string>();

export function noteUnread({ file, why }: UnreadFile): void {
  if (!unread.has(file)) unread.set(file, why);
}

/** All that were noted since the last call. */
export function takeUnread(): readonly UnreadFile[] {
  const found = [...unread].map(([file, why]) => ({ file, why }));
  unread.clear();
  return found;
}
