import { setJson } from "../formats/json-file.js";
import { addIgnore, isIgnored } from "../formats/ignore-file.js";
import { envPlace } from "../plan/places.js";
import type { Plan } from "../plan/plan.js";
import { planSecret } from "../plan/secret.js";
import { Staging } from "../plan/staging.js";
import type { Finding } from "./finding.js";
import type { Survey } from "./survey.js";

/** One plan of everything that can be repaired safely; the rest stays for a person. */
export function planRepairs(all: Survey, findings: readonly Finding[], secret: string): Plan {
  const { facts, framework } = all;
  const staging = new Staging(facts.files);
  // What hides secrets comes before what writes them.
  const order = ["ignore", "mode", "secret", "json", "splice"];
  const repairs = findings
    .flatMap(({ repair, code }) => (repair ? [{ repair, code }] : []))
    .sort((a, b) => order.indexOf(a.repair.kind) - order.indexOf(b.repair.kind));
  for (const { repair, code } of repairs) {
    const words = { reason: `repairs ${code}`, already: "done", snippet: "" };
    if (repair.kind === "secret") {
      planSecret(staging, facts, envPlace(framework, undefined), { secret });
    } else if (repair.kind === "ignore") {
      const text = staging.text(".gitignore") ?? "";
      const edits = isIgnored(text, repair.file) ? [] : [addIgnore(text, repair.file)];
      staging.edit(
        ".gitignore",
        { kind: "edits", edits },
        { ...words, kind: "ignore", reason: `${repair.file} holds secrets` },
      );
    } else if (repair.kind === "mode") {
      staging.restrict(repair.file, "only its owner may read it (0600)");
    } else if (repair.kind === "json") {
      const edits = setJson(staging.text(repair.file) ?? "{}", repair.at, repair.value);
      staging.edit(
        repair.file,
        { kind: "edits", edits },
        { ...words, reason: `"${repair.at.at(-1)}": "${repair.value}"` },
      );
    } else {
      staging.edit(repair.file, { kind: "edits", edits: repair.edits }, words);
    }
  }
  return staging.finish("doctor");
}
