import { expect, test } from "vitest";
import { commands, globalFlags, writeFlags } from "../../src/commands/manifest/manifest.js";
import { chooseProvider } from "../../src/commands/additions/provider.js";
import { readPages, snippetsOf } from "./pages.js";

/** `npx auth …` as the pages tell people to type it, in blocks and in running text. */
const typed = readPages().flatMap((page) => {
  const lines = snippetsOf(page)
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.split("\n"));
  const inline = [...page.text.matchAll(/`((?:npx (?:--no )?)?auth(?:wright)? [a-z][^`\n]*)`/g)].map(
    ([, text = ""]) => text,
  );
  return [...lines, ...inline].flatMap((line) => {
    const words = /(?:^|[|(] ?)(?:npx (?:--no )?)?auth(?:wright)? ([a-z].*)$/.exec(
      line.replace(/ +#.*$/, ""),
    )?.[1];
    return words === undefined ? [] : [{ page: page.path, line, words: words.split(/[ )"]+/) }];
  });
});

const commandOf = (words: readonly string[]) =>
  commands.find(({ name }) => name === words.slice(0, 2).join(" ")) ??
  commands.find(({ name }) => name === words[0]);

test("every command on a page exists, and so do its flags", () => {
  const wrong = typed.filter(({ words }) => {
    const command = commandOf(words);
    const isGroup = commands.some(({ name }) => name.startsWith(`${words[0]} `));
    if (!command) return !isGroup;
    const own = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
    const known = [...command.flags, ...globalFlags, ...writeFlags].flatMap(({ flags }) =>
      flags.split(/[ ,]+/),
    );
    return own.some(
      (word) => /^--?[a-z]/i.test(word) && word !== "--help" && !known.includes(word.replace(/[.,;:]$/, "")),
    );
  });
  expect(typed.length).toBeGreaterThan(100);
  expect(wrong.map(({ page, line }) => `${page}: ${line}`)).toEqual([]);
});

test("providers that pages add can be added", () => {
  const added = typed
    .flatMap(({ words: [name, ...rest] }) => {
      const flag = rest.findIndex((word) => word.startsWith("-"));
      return name === "add-provider" ? rest.slice(0, flag < 0 ? undefined : flag) : [];
    })
    .filter((id) => /^[a-z]/.test(id));
  expect(added.length).toBeGreaterThan(3);
  for (const id of new Set(added))
    expect(() => chooseProvider(id, { params: { tenant: "x", domain: "x", baseUrl: "x" } }), id).not.toThrow(
      /by hand|There is no/,
    );
});
