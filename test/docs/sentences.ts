/** Sentences of a page, as its readers count them. */

/** Paragraphs, items of lists and cells of tables, without code, marks and what stands in front of a page. */
const parts = (text: string): readonly string[] =>
  text
    .replace(/^---\n[^]*?\n---\n/, "")
    .replaceAll(/^```[^]*?^```$/gm, "\n")
    .replaceAll(/<!--[^]*?-->|<[^>]+>/g, "")
    .replaceAll(/`[^`]*`/g, "Code")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("*", "")
    .split(/\n\s*\n|\n(?=\s*(?:-|\d+\.) )|\n(?=[|#])|(?<!\\)\|/);

/** A word begins with a letter or a digit; a sentence ends before a capital. */
const sentences = (part: string): readonly string[] => part.split(/(?<=[.!?]["”)]?)\s+(?=["“(]?[\p{Lu}…])/u);
const wordsOf = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The number of words, and the sentence. */
export const sentencesOver = (most: number, text: string): readonly string[] =>
  parts(text)
    .flatMap(sentences)
    .filter((sentence) => wordsOf(sentence) > most)
    .map((sentence) => `${wordsOf(sentence)}: ${sentence.trim()}`);
