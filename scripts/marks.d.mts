/** Packages with icons, in the order in which they are asked. */
export const iconPackages: readonly string[];
