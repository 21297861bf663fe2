export type Members = Record<string, string>;
export interface Api {
  exports: Record<string, Record<string, string>>;
  declarations: Record<string, Members>;
}
export function readApi(folder: string): Api;
export function compareApi(before: Api, after: Api): { breaks: string[]; additions: string[] };
