export const areas: readonly { readonly name: string; readonly paths: readonly string[] }[];
export const dataFiles: Readonly<Record<string, string>>;
export const frameworkPlaces: { readonly descriptions: string; readonly searched: readonly string[] };
export const providerTypePlaces: { readonly searched: readonly string[]; readonly free: readonly string[] };
export const sourcePatternPlaces: { readonly searched: readonly string[] };
export function isIn(file: string, paths: readonly string[]): boolean;
