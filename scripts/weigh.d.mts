export interface App {
  readonly title: string;
  readonly code: string;
  /** Id of the provider by which the app is asked. */
  readonly signsInWith?: string;
  /** Bytes of one file as esbuild makes it, compressed; may only fall. */
  readonly limit?: number;
  readonly limitOfReach?: number;
  readonly limitAtStart?: number;
  /** What the limit is to become. */
  readonly goal?: number;
}
export const appsBySize: readonly App[];
/**
 * Bytes of one file minified, and compressed as esbuild and rolldown make it; split into files, of those that requests
 * can make the app load, and of those that are loaded at the start.
 */
export function measure(app: App): Promise<{
  readonly plain: number;
  readonly esbuild: number;
  readonly rolldown: number;
  /** undefined: nobody signs in with the app. */
  readonly reach: number | undefined;
  readonly start: number;
}>;
/** Modules in the files that requests can make the app load. */
export function modulesReached(app: App): Promise<readonly string[]>;
export function modulesOf(
  app: App,
): Promise<readonly { readonly module: string; readonly plain: number; readonly alone: number }[]>;
