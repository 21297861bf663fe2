import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeProjects } from "../support/cli.js";
import { readPages, snippetsOf } from "./pages.js";
import { initialFiles, makeWorkshop, typeCheck, writeProject } from "./project.js";

const pages = readPages().map((page) => ({ ...page, snippets: snippetsOf(page) }));
const isProvider = ({ path: page }: { path: string }) => /^docs\/providers\/(?!README)/.test(page);
const providers = pages.filter(isProvider);
const written = pages.filter((page) => !isProvider(page));

let workshop: string;
let bases: string[];
beforeAll(async () => {
  workshop = makeWorkshop();
  bases = await initialFiles();
});
afterAll(() => {
  rmSync(workshop, { recursive: true, force: true });
  removeProjects();
});

describe("the code on the pages", () => {
  test("stands for a file each, so that it can be compiled", () => {
    const unnamed = written.flatMap(({ path: page, snippets }) =>
      snippets
        .filter(({ language, file }) => /^tsx?$/.test(language) && file === undefined)
        .map(({ code }) => `${page}: ${code}`),
    );
    expect(unnamed).toEqual([]);
    expect(written.flatMap(({ snippets }) => snippets.filter(({ file }) => file)).length).toBeGreaterThan(30);
  });

  test("compiles, strict, in what init leaves", async () => {
    for (const { path: page, snippets } of written)
      if (snippets.some(({ file }) => file !== undefined))
        writeProject(path.join(workshop, page.replaceAll("/", " ")), bases, snippets);
    const { stdout } = await typeCheck(workshop);
    expect(stdout).toBe("");
  });
});

test("the code on every provider's page is a configuration", async () => {
  const folder = makeWorkshop();
  try {
    const own = {
      adapter:
        'import { MemoryAdapter } from "authwright/adapters/memory";\nexport const adapter = MemoryAdapter();\n',
      users: 'export const findUser = (_name: unknown, _password: unknown) => ({ id: "1" });\n',
      mail: "export const sendMail = async (_to: string, _url: string): Promise<void> => {};\n",
    };
    const files = Object.entries(own).map(([name, code]) => ({ language: "ts", file: `${name}.ts`, code }));
    const samples = providers.flatMap(({ path: page, snippets }) =>
      snippets.map(({ code }, at) => ({
        language: "ts",
        file: `${path.basename(page, ".md")}-${at}.sample.ts`,
        code: `import type { AuthConfig } from "authwright";\n${code}config satisfies AuthConfig;\n`,
      })),
    );
    expect(samples.length).toBeGreaterThan(230);
    writeProject(path.join(folder, "providers"), [], [...files, ...samples]);
    expect((await typeCheck(folder)).stdout).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
