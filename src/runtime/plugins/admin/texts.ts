/** Texts of the plugin: of its pages and mails, and of what was refused. */
import type { Text, TextsOf } from "../../types/text.js";

/** In English. */
export const texts = {
  users: "Users",
} as const satisfies Readonly<Record<string, Text>>;

/** Texts of the plugin `admin`, for languages. */
export type AdminMessages = TextsOf<typeof texts>;

export type AdminText = keyof typeof texts;
