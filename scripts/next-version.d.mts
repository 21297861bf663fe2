export function nextVersion(
  version: string,
  changes: { breaks: readonly string[]; additions: readonly string[] },
): string;
export function notesOf(changelog: string): string;
export function released(changelog: string, version: string, date: string): string;
