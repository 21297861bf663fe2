import distance from "damerau-levenshtein";

/** The known word closest to a mistyped one, when it is close enough to be meant. A swap of neighbours counts once. */
export function closest(word: string, known: readonly string[]): string | undefined {
  let best: { word: string; steps: number } | undefined;
  for (const candidate of known) {
    const { steps } = distance(word.toLowerCase(), candidate.toLowerCase());
    if (!best || steps < best.steps) best = { word: candidate, steps };
  }
  if (!best || best.steps > Math.max(1, Math.floor(Math.min(word.length, best.word.length) / 2.5)))
    return undefined;
  return best.word;
}
