/** What is used of the components. */
export type UsedOfSvelte = "no user menu" | "all components";
/** Bytes that they may add to the usual app; they may only fall. */
export const limitsInSvelte: Readonly<Record<UsedOfSvelte, number>>;
/** Bytes that they add to an app that uses nothing of Svelte, and to one that uses it as most do; compressed. */
export function addedToSvelte(): Promise<
  Readonly<Record<"empty" | "usual", Readonly<Record<UsedOfSvelte, number>>>>
>;
