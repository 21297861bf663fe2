/** Cases of the catalogue that cannot apply, and why. Everything else has a test. */
export const notOurs: Readonly<Record<string, string>> = {};
