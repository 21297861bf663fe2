/** Setting a project up twice changes nothing the second time, however its files are written. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeFiles } from "../../src/cli/apply/apply.js";
import { envValue, parseEnv } from "../../src/cli/formats/env-file.js";
import { planInit } from "../../src/commands/init/plan.js";
import { blockers, isEmpty } from "../../src/cli/plan/plan.js";
import { chooseProvider } from "../../src/commands/additions/provider.js";
import { detectConfigured } from "../../src/commands/steps/open-configuration.js";
import { findFramework } from "../../src/templates/frameworks/index.js";
import { full } from "./draw.js";

/** A thousand runs with AUTHWRIGHT_TEST_FULL, on machines that have other work too. */
const slow = 1_200_000;
const secret = "test-secret-test-secret-test-secret-000";
let home = "";
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), "authwright properties "));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Project {
  readonly framework: "express" | "next";
  readonly files: Readonly<Record<string, string>>;
}

const note = fc.constantFrom("", "", "// note", "/* größe 世界 */", '// app.get("/x")');
const save = fc.record({
  eol: fc.constantFrom("\n", "\r\n"),
  indent: fc.constantFrom("  ", "    ", "\t"),
  bom: fc.boolean(),
  semicolons: fc.boolean(),
  single: fc.boolean(),
  final: fc.boolean(),
});

function written(
  way: { [key in "bom" | "semicolons" | "single" | "final"]: boolean } & { eol: string; indent: string },
) {
  return (text: string) => {
    let made = text.replace(/^(?: {2})+/gm, (gap) => way.indent.repeat(gap.length / 2));
    if (!way.semicolons) made = made.replace(/;$/gm, "");
    if (way.single) made = made.replaceAll('"', "'");
    if (!way.final) made = made.replace(/\n$/, "");
    return (way.bom ? "\uFEFF" : "") + made.replaceAll("\n", way.eol);
  };
}

const envLine = fc.oneof(
  fc.constantFrom(
    "# comment",
    "",
    "export B='x'",
    'C="two\nlines"',
    "D=1 # note",
    "AUTH_SECRET=",
    "AUTH_GITHUB_ID=mine",
  ),
  fc.stringMatching(/^[A-Z]{1,6}=[a-z0-9]{0,6}$/),
);
const envFile = fc.option(
  fc.tuple(fc.array(envLine, { maxLength: 6 }), fc.constantFrom("\n", "\r\n"), fc.boolean()),
  { nil: undefined },
);

const env = (made: readonly [readonly string[], string, boolean] | undefined): string | undefined =>
  made && made[0].join(made[1]) + (made[2] ? made[1] : "");

const manifestOf = (space: string, eol: string, content: object) =>
  JSON.stringify(content, undefined, space).replaceAll("\n", eol) + eol;

const express: fc.Arbitrary<Project> = fc
  .record({
    way: save,
    notes: fc.array(note, { minLength: 6, maxLength: 6 }),
    json: fc.boolean(),
    typescript: fc.boolean(),
    port: fc.constantFrom("3000", "process.env.PORT ?? 8080", "port"),
    env: envFile,
    example: envFile,
    ignore: fc.constantFrom(undefined, "node_modules\n", ".env*\n", "dist\r\n.env", "*.log"),
  })
  .map((one): Project => {
    const [a, b, c, d, e, f] = one.notes;
    const server = `${a}
import express from "express";
import path from "node:path"; ${b}

${c}
const app = express();
const port = 4000;
${one.json ? "app.use(express.json());\n" : ""}app.use(express.static(path.join("public")));
${d}
app.get("/", (_req, res) => {
  ${e}
  res.send("hello");
});

app.listen(${one.port}); ${f}
`.replace(/^ *\n(?=import)/, "");
    const { way } = one;
    const devDependencies = one.typescript ? { typescript: "6" } : {};
    const files = {
      "package.json": manifestOf(way.indent, way.eol, {
        name: "shop",
        type: "module",
        dependencies: { express: "^5.3.0" },
        devDependencies,
      }),
      [one.typescript ? "src/server.ts" : "server.js"]: written(way)(server),
      ...(one.typescript && {
        "tsconfig.json": '{ "compilerOptions": { "module": "NodeNext", "strict": true } }\n',
      }),
    };
    return { framework: "express", files: withMore(files, one) };
  });

const next: fc.Arbitrary<Project> = fc
  .record({
    way: save,
    src: fc.boolean(),
    typescript: fc.boolean(),
    version: fc.constantFrom("14.2.0", "15.5.0", "^16.4.0"),
    env: envFile,
    example: envFile,
    ignore: fc.constantFrom(undefined, ".env*\n", "/node_modules\r\n.env.local\r\n"),
  })
  .map((one): Project => {
    const { way } = one;
    const base = one.src ? "src/" : "";
    const devDependencies = one.typescript ? { typescript: "6" } : {};
    const page = "export default function Page() {\n  return <p>hello</p>;\n}\n";
    const files = {
      "package.json": manifestOf(way.indent, way.eol, {
        name: "shop",
        dependencies: { next: one.version, react: "19" },
        devDependencies,
      }),
      [`${base}app/page.${one.typescript ? "tsx" : "jsx"}`]: written(way)(page),
    };
    return { framework: "next", files: withMore(files, one) };
  });

function withMore(
  files: Record<string, string>,
  more: {
    env: Parameters<typeof env>[0];
    example: Parameters<typeof env>[0];
    ignore: string | undefined;
  },
): Record<string, string> {
  const further = Object.entries({
    ".env": env(more.env),
    ".env.example": env(more.example),
    ".gitignore": more.ignore,
  });
  return {
    ...files,
    ...Object.fromEntries(further.flatMap(([file, text]) => (text === undefined ? [] : [[file, text]]))),
  };
}

function put(files: Project["files"]): string {
  const folder = path.join(home, "project");
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const plan = async (folder: string, framework: Project["framework"]) => {
  const found = findFramework(framework);
  if (!found) throw new Error(framework);
  const providers = [chooseProvider("github")];
  return planInit(await detectConfigured(folder), {
    framework: found,
    providers,
    secret,
    esm: false,
    install: false,
    force: false,
  });
};

/** The lines of a text are all in another one, in order; the end of the last one may have got a comma or a break. */
function keepsLines(before: string, after: string): boolean {
  const lines = after.split("\n").map((line) => line.trimEnd());
  let at = 0;
  return before
    .split("\n")
    .map((line) => line.trimEnd())
    .every((line) => {
      const found = lines.findIndex((one, index) => index >= at && (one === line || one === `${line},`));
      at = found + 1;
      return found !== -1;
    });
}

test(
  "init twice: the second plan is empty; what was there is there still",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(express, next), async ({ framework, files }) => {
        const folder = put(files);
        const first = await plan(folder, framework);
        expect(blockers(first)).toEqual([]);
        expect(isEmpty(first)).toBe(false);
        writeFiles(first);
        const second = await plan(folder, framework);
        expect(second.steps.filter(({ status }) => status !== "already")).toEqual([]);
        expect(second.changes).toEqual([]);
        for (const [file, text] of Object.entries(files)) {
          const now = readFileSync(path.join(folder, file), "utf8");
          if (!file.startsWith(".env")) expect(keepsLines(text, now), file).toBe(true);
          else
            for (const { key, value } of parseEnv(text))
              if (value !== "" && envValue(text, key) === value) expect(envValue(now, key), file).toBe(value);
        }
      }),
      { numRuns: full ? 1000 : 100 },
    );
  },
  slow,
);
