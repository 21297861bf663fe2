/** `auth protect` in Nitro: a file of middleware for each path, whose guard goes by the path itself. */
import { requirementText } from "../../../cli/edit/requirement.js";
import { checkAnswered } from "../../../cli/plan/answered.js";
import type { ProtectContext, ProtectedPath } from "../../../cli/plan/protected-path.js";
import { render } from "../../render.js";
import { starredPattern } from "../server/protect.js";
import { scannedFolder } from "./place.js";
import { authSpecifier, nitroStyle } from "./plan.js";

export function protectNitro(context: ProtectContext): void {
  const { builder, facts, authFile, paths, requirement } = context;
  checkAnswered(context);
  const folder = scannedFolder(facts.files) ?? "";
  const style = nitroStyle(facts, folder);
  for (const one of paths) {
    const file = `${folder}middleware/${nameOf(one)}.${facts.language}`;
    const path = starredPattern(one);
    const auth = authSpecifier(authFile, file);
    const written = requirementText({ path, ...requirement }, style.quote);
    const text = render("frameworks/nitro/guard.hbs", { auth, requirement: written }, style);
    const present = builder.text(file);
    if (present === undefined || present === text) {
      builder.create(file, text, `asks for a user below ${path}`);
      continue;
    }
    const words = { reason: "", already: "", snippet: text };
    builder.edit(file, { kind: "manual", line: 1, why: "a file with other content is there" }, words);
  }
}

/** `/teams/:id/settings` as `teams-any-settings`. */
const nameOf = ({ segments }: ProtectedPath): string => segments.map((one) => one ?? "any").join("-");
