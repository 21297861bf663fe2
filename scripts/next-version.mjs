/** Which version a release has, and what its notes say. */
import inc from "semver/functions/inc.js";
import major from "semver/functions/major.js";

/**
 * A break is a major version, an addition a minor one, all else a patch. Before 1.0.0, as `^0.1.0` reads it, a break is
 * a minor version and all else a patch.
 *
 * @param {string} version of the last release
 * @param {{ breaks: readonly string[], additions: readonly string[] }} changes of the public API
 */
export function nextVersion(version, { breaks, additions }) {
  const isEarly = major(version) === 0;
  if (breaks.length > 0) return inc(version, isEarly ? "minor" : "major");
  return inc(version, additions.length > 0 && !isEarly ? "minor" : "patch");
}

/** What CHANGELOG.md says under `## Unreleased`. @throws Error where that is nothing */
export function notesOf(changelog) {
  const [, notes = ""] = /^## Unreleased\n([^]*?)(?=^## |$(?![^]))/m.exec(changelog) ?? [];
  if (notes.trim() === "") throw new Error("CHANGELOG.md has nothing under ## Unreleased");
  return notes.trim();
}

/** The changelog with these notes under a version. */
export const released = (changelog, version, date) =>
  changelog.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} (${date})\n`);
