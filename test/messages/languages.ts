/** All languages of the package, and their texts one by one. */
import ar from "../../src/runtime/messages/ar.js";
import de from "../../src/runtime/messages/de.js";
import en from "../../src/runtime/messages/en.js";
import es from "../../src/runtime/messages/es.js";
import fr from "../../src/runtime/messages/fr.js";
import ja from "../../src/runtime/messages/ja.js";
import pt from "../../src/runtime/messages/pt.js";
import zh from "../../src/runtime/messages/zh.js";
import type { CompleteMessages, Text } from "../../src/runtime/messages/index.js";
import { pluginEnglish } from "../../src/runtime/plugins/registry.js";

export const english = en;
export const translations: readonly CompleteMessages[] = [de, fr, es, pt, ja, zh, ar];

const groups = ["core", ...(Object.keys(pluginEnglish) as (keyof typeof pluginEnglish)[])] as const;

/** `group.name` → text. */
export const textsOf = (language: CompleteMessages): Map<string, Text> =>
  new Map(
    groups.flatMap((group) =>
      Object.entries((language[group] ?? {}) as Readonly<Record<string, Text>>).map(
        ([name, text]) => [`${group}.${name}`, text] as const,
      ),
    ),
  );

export const formsOf = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));

/** What stands between the braces of all texts of a language. */
export const fragmentsOf = (language: CompleteMessages): Set<string> =>
  new Set(
    [...textsOf(language).values()]
      .flatMap(formsOf)
      .flatMap((text) => text.split(/\{\w+\}/))
      .map((part) => part.trim())
      .filter((part) => /\p{L}{2}/u.test(part)),
  );
