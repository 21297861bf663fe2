/** What the page kit says itself; everything else a plugin says. */
import type { Text, TextsOf } from "../../types/text.js";

/** In English. */
export const texts = {
  more: "More",
  first: "Back to the beginning",
  confirm: "Type {name} to confirm",
  copy: "Copy",
  copied: "Copied",
} as const satisfies Readonly<Record<string, Text>>;

/** Texts of the page kit, for languages. */
export type PageKitMessages = TextsOf<typeof texts>;

export type KitText = keyof typeof texts;
