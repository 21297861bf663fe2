export interface App {
  readonly title: string;
  readonly code: string;
  /** Bytes of the one bundle, compressed; may only fall. */
  readonly limit?: number;
  readonly limitAtStart?: number;
  /** What the limits are to become. */
  readonly goal?: number;
  readonly goalAtStart?: number;
}
export const appsBySize: readonly App[];
/**
 * Bytes: the one bundle minified and compressed, that with what providers written by hand load, the sum of its chunks,
 * and those that are loaded at the start.
 */
export function measure(app: App): Promise<{
  readonly plain: number;
  readonly whole: number;
  readonly chunks: number;
  readonly start: number;
}>;
export function modulesOf(
  app: App,
): Promise<readonly { readonly module: string; readonly plain: number; readonly alone: number }[]>;
