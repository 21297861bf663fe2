/** What a release is made of, without making one: `npm run release -- --dry-run` does that. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { notesOf, released } from "../../scripts/next-version.mjs";
import { projectRoot } from "../architecture/source-tree.js";
import { cleanEnv, run } from "../support/process.js";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

test("outside of the workflow a release is refused", async () => {
  const { code, stdout, stderr } = await run(process.execPath, ["scripts/release.mjs"], {
    cwd: projectRoot,
    env: cleanEnv({ CI: "1" }),
  });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("--dry-run");
});

test("the workflow publishes with provenance, without a token, by actions whose commit is pinned", () => {
  const text = read(".github/workflows/release.yml");
  const { on, permissions, jobs } = parse(text);
  expect(on).toEqual({ push: { tags: ["v*"] } });
  expect(permissions).toEqual({});
  expect(jobs.publish.permissions).toEqual({ contents: "read", "id-token": "write" });
  const steps: { uses?: string; run?: string }[] = jobs.publish.steps;
  expect(steps.flatMap(({ run: line }) => line ?? [])).toEqual(["npm test", "npm run release"]);
  for (const { uses } of steps.filter((step) => step.uses !== undefined)) {
    expect(uses).toMatch(/@[0-9a-f]{40}$/);
    expect(text).toMatch(new RegExp(`${uses} # v\\d+\\.`));
  }
  expect(text).not.toContain("secrets.");
  expect(read("scripts/release.mjs")).toContain('"publish", "--provenance"');
});

test("notes are what CHANGELOG.md says under Unreleased, and move below the version", () => {
  const changelog = "# Changelog\n\n## Unreleased\n\n### Added\n- One.\n\n## 0.1.0 (2026-01-01)\n- Old.\n";
  expect(notesOf(changelog)).toBe("### Added\n- One.");
  const after = released(changelog, "0.1.1", "2026-02-02");
  expect(after).toContain("## Unreleased\n\n## 0.1.1 (2026-02-02)\n\n### Added\n- One.\n\n## 0.1.0");
  expect(() => notesOf(after)).toThrow("nothing under");
  expect(notesOf("## Unreleased\n- Last.\n")).toBe("- Last.");
  expect(notesOf(read("CHANGELOG.md")).length).toBeGreaterThan(100);
});
