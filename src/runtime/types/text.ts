/** A text as pages and mails show it. */

/**
 * The forms of a text that depends on a number, by the plural category of its `{count}` in the language
 * (`Intl.PluralRules`). A category that is missing counts as `other`.
 */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  /** For every number that has no form of its own. */
  readonly other: string;
};

/** A text, or its forms by number. What stands in braces is filled in: `{app}`, `{count}`. */
export type Text = string | PluralText;

/** The type of translations of a table of English texts: the same names, and forms by number where English has them. */
export type TextsOf<English> = {
  readonly [Name in keyof English]: English[Name] extends string ? string : PluralText;
};
