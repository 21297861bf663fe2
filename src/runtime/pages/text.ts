/** Texts by name, in the language of a request; what it lacks is English. */
import type { Language, Text } from "../types/messages.js";
import type { Html } from "./html.js";

type Values = Readonly<Record<string, string | number>>;

/** One text, with what stands in braces filled in; braces without a value stay. */
export type Say<Name extends string> = (name: Name, values?: Values) => string;

/** A text in its parts: what stood in braces, and what was between. */
export const fill = <T extends Html | string | number>(
  text: string,
  values: Readonly<Record<string, T>>,
): (T | string)[] =>
  text.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? (values[part] ?? `{${part}}`) : part));

/**
 * @param english the texts of a module of pages
 * @param group those of the core, or of a plugin by its id
 */
export const textOf =
  <Name extends string>(
    language: Language | undefined,
    english: Readonly<Record<Name, Text>>,
    group = "core",
  ): Say<Name> =>
  (name, values = {}) => {
    const { locale = "en", texts } = language ?? {};
    const text: Text = texts?.[group]?.[name] ?? english[name];
    const form =
      typeof text === "string"
        ? text
        : (text[new Intl.PluralRules(locale).select(Number(values["count"]))] ?? text.other);
    return fill(form, values)
      .map((part) => part.toLocaleString(locale))
      .join("");
  };
