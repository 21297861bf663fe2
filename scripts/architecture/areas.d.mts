export const areas: readonly { readonly name: string; readonly paths: readonly string[] }[];
export const topFolders: readonly string[];
export const generatedFiles: readonly string[];
export const dataFiles: Readonly<Record<string, string>>;
export const frameworkFolder: string;
export const sourceRooms: readonly string[];
export function isIn(file: string, paths: readonly string[]): boolean;
