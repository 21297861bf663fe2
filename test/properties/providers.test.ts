/** Whatever people write around and into their list of providers: nothing of it is lost. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addProviders } from "../../src/cli/edit/auth-file.js";
import { removeProviders } from "../../src/cli/edit/auth-file-removal.js";
import { countSyntaxErrors } from "../../src/cli/source/syntax/syntax.js";
import { splice } from "../../src/cli/source/text/text-edit.js";

/** A thousand runs, on machines that have other work too. */
const slow = 1_200_000;
const runs = { numRuns: 1000 };
const known = { github: "GitHub", gitlab: "GitLab", apple: "Apple", discord: "Discord" } as const;
type Id = keyof typeof known;
const ids: readonly Id[] = ["github", "gitlab", "apple", "discord"];
const google = { specifier: "authwright/providers/google", name: "Google" };

interface Written {
  readonly file: string;
  readonly text: string;
  /** Providers in the list. */
  readonly ids: readonly Id[];
}

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const prose = fc.constantFrom(
  "note",
  "größe 世界",
  "👋 providers: [",
  "import x from 'y';",
  "a, b",
  "]",
  "don't",
  "// ",
);
const lineComment = prose.map((text) => `// ${text}`);
const blockComment = prose.map((text) => `/* ${text} */`);
const filler = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  lineComment,
  blockComment,
  word.map((name) => `const ${name}Value = { providers: 1, ${name}: "[${name}]" };`),
  word.map((name) => `export function ${name}Of(value: string) {\n  return value + "${name}"; // ${name}\n}`),
);

const elementOf = (id: Id): fc.Arbitrary<string> => {
  const name = known[id];
  return fc.constantFrom(
    name,
    name,
    `${name}()`,
    `${name}({ clientId: process.env.ID, name: "a, ]" })`,
    `${name}({\n      clientId: "x",\n      scope: ["a", "b"],\n    })`,
    `live && ${name}`,
    `...(live ? [${name}] : [])`,
    `(${name} as never)`,
  );
};

const list = fc
  .record({
    ids: fc.shuffledSubarray([...ids]),
    layout: fc.constantFrom("inline", "lines", "hugging", "spaced"),
    trailing: fc.boolean(),
    more: fc.boolean(),
  })
  .chain(({ ids: chosen, layout, trailing, more }) =>
    fc
      .record({
        elements: fc.tuple(...chosen.map((id) => elementOf(id))),
        above: fc.array(fc.option(fc.oneof(lineComment, blockComment, fc.constant("")), { nil: undefined }), {
          minLength: 6,
          maxLength: 6,
        }),
        beside: fc.array(fc.option(fc.oneof(lineComment, blockComment), { nil: undefined }), {
          minLength: 6,
          maxLength: 6,
        }),
        beforeComma: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      })
      .map(({ elements, above, beside, beforeComma }) => {
        const all = [...elements, ...(more ? ["...more"] : [])];
        const comma = (at: number) => (at < all.length - 1 || trailing ? "," : "");
        if (layout !== "lines") {
          const gap = layout === "spaced" ? " " : "";
          const end = all.length > 0 && trailing ? "," : "";
          const joint = layout === "hugging" ? ",\n    " : ", ";
          return { ids: chosen, code: `[${gap}${all.join(joint)}${end}${gap}]` };
        }
        const lines = all.flatMap((element, at) => {
          const note = above[at];
          const side = beside[at];
          const own =
            side?.startsWith("/*") && beforeComma[at]
              ? ` ${side}${comma(at)}`
              : `${comma(at)}${side ? ` ${side}` : ""}`;
          return [...(note === undefined ? [] : [note && `    ${note}`]), `    ${element}${own}`];
        });
        const last = above[5];
        return {
          ids: chosen,
          code: ["[", ...lines, ...(last === undefined ? [] : [last && `    ${last}`]), "  ]"].join("\n"),
        };
      }),
  );

const configuration: fc.Arbitrary<Written> = fc
  .record({
    list,
    shape: fc.constantFrom("call", "constant", "function", "class", "satisfies", "list", "push"),
    head: fc.constantFrom("", "", '"use server";\n', "#!/usr/bin/env node\n", "/* licence */\n\n"),
    between: fc.array(filler, { maxLength: 3 }),
    tail: fc.array(filler, { maxLength: 3 }),
    importNote: fc.option(lineComment, { nil: "" }),
    eol: fc.constantFrom("\n", "\r\n"),
    indent: fc.constantFrom("  ", "    ", "\t"),
    bom: fc.boolean(),
    semicolons: fc.boolean(),
    single: fc.boolean(),
    final: fc.boolean(),
    javascript: fc.boolean(),
  })
  .map((way) => {
    const { code } = way.list;
    const imports = [
      'import { FrameworkAuth } from "authwright/next";',
      ...way.list.ids.map((id) => `import ${known[id]} from "authwright/providers/${id}";`),
      'import { live, more } from "./more.js";',
    ];
    const bodies: Record<typeof way.shape, string> = {
      call: `export const { auth } = FrameworkAuth({\n  providers: ${code},\n  debug: true, // kept\n});`,
      constant: `const config = {\n  providers: ${code},\n};\n\nexport const { auth } = FrameworkAuth(config);`,
      function: `export const { auth } = FrameworkAuth(async (req) => ({\n  debug: req === undefined,\n  providers: ${code},\n}));`,
      class: `class Options {\n  providers = ${code};\n}\nexport const { auth } = FrameworkAuth(new Options());`,
      satisfies: `export const config = {\n  "providers": ${code},\n} satisfies object;`,
      list: `const providers = ${code};\n\nexport const { auth } = FrameworkAuth({ providers, pages: {} });`,
      push: `const providers = ${code};\nif (live) providers.push(more);\nexport default FrameworkAuth({ providers });`,
    };
    const lines = [
      ...imports.map((line) => (way.importNote ? `${line} ${way.importNote}` : line)),
      "",
      ...way.between,
    ];
    let text = `${way.head}${lines.join("\n")}\n${bodies[way.shape]}\n${way.tail.join("\n")}`;
    text = text.replace(/\n*$/, "\n").replace(/^(?: {2})+/gm, (gap) => way.indent.repeat(gap.length / 2));
    if (!way.semicolons) text = text.replace(/;$/gm, "");
    if (way.single) text = text.replaceAll('"', "'").replaceAll("don't", "do not");
    if (!way.final) text = text.replace(/\n$/, "");
    if (way.bom && !text.startsWith("#!")) text = `\uFEFF${text}`;
    const typed = /satisfies|as never|value: string/.test(text) || !way.javascript;
    return { file: typed ? "auth.ts" : "auth.js", text: text.replaceAll("\n", way.eol), ids: way.list.ids };
  })
  .filter(({ file, text }) => countSyntaxErrors(text, file) === 0);

const inOrder = (lines: readonly string[], all: readonly string[]): boolean => {
  let at = 0;
  for (const line of all) if (line === lines[at]) at += 1;
  return at === lines.length;
};

/** Lines of a text that no edit touches. */
function untouched(text: string, edits: readonly { start: number; end: number }[]): string[] {
  let start = 0;
  return text.split("\n").filter((line) => {
    const [from, to] = [start, start + line.length];
    start = to + 1;
    return edits.every(
      (edit) => edit.end <= from || edit.start > to || (edit.start === from && edit.end === from),
    );
  });
}

test(
  "adding: only insertions, every line that is not edited stays, once is enough, and removing is the inverse",
  async () => {
    await fc.assert(
      fc.asyncProperty(configuration, async ({ file, text }) => {
        const result = await addProviders({ file, text }, "authwright", [google]);
        if (result.kind === "manual") throw new Error(`${result.line}: ${result.why}`);
        expect(result.edits.every(({ start, end }) => start === end)).toBe(true);
        const after = splice(text, result.edits);
        expect(countSyntaxErrors(after, file)).toBe(0);
        expect(inOrder(untouched(text, result.edits), after.split("\n"))).toBe(true);
        expect(after.split("\r\n").length - 1).toBe(text.includes("\r\n") ? after.split("\n").length - 1 : 0);
        expect(await addProviders({ file, text: after }, "authwright", [google])).toMatchObject({
          edits: [],
        });
        const back = await removeProviders({ file, text: after }, "authwright", ["google"]);
        expect(back).toMatchObject({ kind: "edits", removed: ["google"], files: [{ file, text }] });
      }),
      runs,
    );
  },
  slow,
);

const marks = (text: string) => (text.match(/\/\/.*|\/\*.*?\*\//g) ?? []).map((mark) => mark.trim()).sort();

test(
  "removing what a person wrote: comments and everything else stay, the rest of the list too",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        configuration.filter((one) => one.ids.length > 0),
        fc.nat(),
        async ({ file, text, ids: listed }, pick) => {
          const id = listed[pick % listed.length] ?? "github";
          const result = await removeProviders({ file, text }, "authwright", [id]);
          if (result.kind === "manual") throw new Error(`${result.line}: ${result.why}`);
          const after = result.files[0]?.text ?? "";
          expect(countSyntaxErrors(after, file)).toBe(0);
          expect(after).not.toMatch(new RegExp(`\\b${known[id]}\\b`));
          for (const other of listed)
            if (other !== id) expect(after.match(new RegExp(`\\b${known[other]}\\b`, "g"))).toHaveLength(2);
          expect(marks(after)).toEqual(marks(text));
          expect(after.includes("...more")).toBe(text.includes("...more"));
          expect(await removeProviders({ file, text: after }, "authwright", [id])).toMatchObject({
            files: [],
          });
        },
      ),
      runs,
    );
  },
  slow,
);
