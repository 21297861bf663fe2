/** What users are bound by: links at the end of every page and every mail. */
import { safeAddress } from "./safe-values.js";
import type { Text } from "../types/text.js";
import type { Theme } from "../types/theme.js";
import { type Html, html } from "./html.js";

/** In English. */
export const footerEnglish = {
  terms: "Terms",
  privacy: "Privacy",
} as const satisfies Readonly<Record<string, Text>>;

/** Those that the app has, each as it is to be written. */
export const footerOf = <T>(
  { footer }: Theme,
  write: (name: keyof typeof footerEnglish, address: string) => T,
): T[] =>
  (["terms", "privacy"] as const).flatMap((name) => {
    const address = safeAddress(footer?.[name]);
    return address ? [write(name, address)] : [];
  });

/** @returns undefined: there are none */
export const inLine = ([first, second]: Html[]): Html | undefined =>
  first && html`${first}${second && html` · ${second}`}`;
