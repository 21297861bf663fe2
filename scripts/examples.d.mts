interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
export const folder: string;
export const ids: readonly string[];
export const made: readonly string[];
export function readExample(id: string): Record<string, string>;
export function makeExample(
  id: string,
  auth: (cwd: string, args: readonly string[]) => Promise<Finished>,
): Promise<Record<string, string>>;
