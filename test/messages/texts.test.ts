import { describe, expect, test } from "vitest";
import { english, formsOf, textsOf, translations } from "./languages.js";

/** Ids of plugins that languages have no texts of yet: English stands in for them. */
const untranslated: readonly string[] = [];

const asEnglish = textsOf(english);
const wanted = [...asEnglish.keys()].filter((name) => !untranslated.includes(name.split(".")[0]!));
const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();

describe.each([english, ...translations].map((language) => [language.locale, language] as const))(
  "%s",
  (locale, language) => {
    const texts = textsOf(language);

    test("has every text, none more, none empty, none with white space around it", () => {
      const missing = wanted.filter((name) => !texts.has(name));
      expect(missing, "write them, or name the plugin in `untranslated`").toEqual([]);
      expect([...texts.keys()].filter((name) => !asEnglish.has(name))).toEqual([]);
      const bad = [...texts].filter(([, text]) =>
        formsOf(text).some((form) => form === "" || form !== form.trim()),
      );
      expect(bad).toEqual([]);
    });

    test("fills in what English fills in", () => {
      const wrong = [...texts].filter(([name, text]) => {
        const expected = holes(formsOf(asEnglish.get(name)!).at(-1)!);
        const last = typeof text === "string" ? text : text.other;
        const strays = formsOf(text)
          .flatMap(holes)
          .filter((hole) => !expected.includes(hole));
        return strays.length > 0 || holes(last).join() !== expected.join();
      });
      expect(wrong).toEqual([]);
    });

    test("has the plural forms that Intl.PluralRules names for it, and no others", () => {
      const categories = [...new Intl.PluralRules(locale).resolvedOptions().pluralCategories].sort();
      const plurals = [...texts].filter(([, text]) => typeof text !== "string");
      expect(plurals.map(([name]) => name).sort()).toEqual(
        [...asEnglish]
          .filter(([name, text]) => texts.has(name) && typeof text !== "string")
          .map(([name]) => name)
          .sort(),
      );
      for (const [name, text] of plurals) expect(Object.keys(text).sort(), name).toEqual(categories);
    });
  },
);

test("a translation is one: hardly a text is the English one", () => {
  for (const language of translations) {
    const same = [...textsOf(language)].filter(
      ([name, text]) => JSON.stringify(text) === JSON.stringify(asEnglish.get(name)),
    );
    expect(same.map(([name]) => name).length, language.locale).toBeLessThan(8);
  }
});
