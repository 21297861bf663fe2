/** Names in a row of a plan: the diff shows all of them. */
export const shortList = (names: readonly string[]): string =>
  names.length <= 4 ? names.join(", ") : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
