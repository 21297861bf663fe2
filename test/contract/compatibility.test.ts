import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { decisions } from "./decisions.js";

it("docs/compatibility.md lists every exchange that differs, with its reason", () => {
  const text = readFileSync(new URL("../../docs/compatibility.md", import.meta.url), "utf8");
  for (const [id, { parts, reason }] of Object.entries(decisions)) {
    expect(text).toContain(`| \`${id}\` | ${parts.join(", ")} | ${reason} |`);
  }
  expect(text.match(/^\| `(?:core|conf|express)-/gm)).toHaveLength(Object.keys(decisions).length);
});
