import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { readPages } from "./pages.js";

const pages = readPages();
const textOf = new Map(pages.map(({ path: name, text }) => [name, text]));

/** As GitHub makes them from headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

const prose = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");

const links = pages.flatMap(({ path: page, text }) =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => ({ page, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target)),
);

describe("links between pages", () => {
  test("lead to files that are there", () => {
    const dead = links.filter(({ page, target }) => {
      const [file = ""] = target.split("#");
      return file !== "" && !existsSync(path.join(projectRoot, path.dirname(page), file));
    });
    expect(links.length).toBeGreaterThan(600);
    expect(dead).toEqual([]);
  });

  test("lead to headings that are there", () => {
    const dead = links.filter(({ page, target }) => {
      const [file = "", anchor] = target.split("#");
      if (anchor === undefined) return false;
      const named = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
      return !anchorsOf(textOf.get(named) ?? "").includes(anchor);
    });
    expect(dead).toEqual([]);
  });
});

test("every page is reached from the README", () => {
  const seen = new Set<string>();
  const open = ["README.md"];
  for (let page = open.pop(); page !== undefined; page = open.pop()) {
    if (seen.has(page)) continue;
    seen.add(page);
    for (const { target } of links.filter((one) => one.page === page)) {
      const named = path.posix.join(path.posix.dirname(page), target.split("#")[0] ?? "");
      // GitHub shows the README of a folder, and its list of files where there is none.
      const inside = [...textOf.keys()].filter((name) => path.posix.dirname(name) === named);
      const index = inside.find((name) => name.endsWith("/README.md"));
      open.push(...(textOf.has(named) ? [named] : index ? [index] : inside));
    }
  }
  expect([...textOf.keys()].filter((name) => !seen.has(name))).toEqual([]);
});
