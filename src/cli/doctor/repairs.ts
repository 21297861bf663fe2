import { setJson } from "../formats/json-file.js";
import { addIgnore, isIgnored } from "../formats/ignore-file.js";
import { envPlace } from "../plan/places.js";
import type { Plan } from "../plan/plan.js";
import { planRotate, type NewSecret } from "../plan/rotate.js";
import { planSecret } from "../plan/secret.js";
import { PlanBuilder } from "../plan/plan-builder.js";
import type { Code, Finding, Repair } from "./finding.js";
import type { Survey } from "./survey.js";

/** What a repair is made with. */
interface Work {
  readonly builder: PlanBuilder;
  readonly all: Survey;
  readonly secret: NewSecret;
  readonly code: Code;
}

type Repairer<Kind extends Repair["kind"]> = (work: Work, repair: Extract<Repair, { kind: Kind }>) => void;

/** In the order in which they are made: what hides secrets comes before what writes them. */
const repairers: { readonly [Kind in Repair["kind"]]: Repairer<Kind> } = {
  ignore({ builder, code }, { file }) {
    const text = builder.text(".gitignore") ?? "";
    const edits = isIgnored(text, file) ? [] : [addIgnore(text, file)];
    const words = { ...wordsFor(code), kind: "ignore", reason: `${file} holds secrets` } as const;
    builder.edit(".gitignore", { kind: "edits", edits }, words);
  },
  mode: ({ builder }, { file }) => builder.restrict(file, "only its owner may read it (0600)"),
  secret({ builder, all, secret: { value } }) {
    planSecret(builder, all.facts, envPlace(all.framework, undefined), { secret: value });
  },
  rotate: ({ builder, all, secret }) =>
    planRotate(builder, all.facts, envPlace(all.framework, undefined), secret),
  variable: ({ builder, code }, { file, key }) => builder.cutEnv(file, key, `${key} goes, repairs ${code}`),
  json({ builder, code }, { file, at, value }) {
    const edits = setJson(builder.text(file) ?? "{}", at, value);
    builder.edit(file, { kind: "edits", edits }, { ...wordsFor(code), reason: `"${at.at(-1)}": "${value}"` });
  },
  splice: ({ builder, code }, { file, edits }) =>
    builder.edit(file, { kind: "edits", edits }, wordsFor(code)),
};

const wordsFor = (code: Code) => ({ reason: `repairs ${code}`, already: "done", snippet: "" });

/** One plan of everything that can be repaired safely; the rest stays for a person. */
export function planRepairs(all: Survey, findings: readonly Finding[], secret: NewSecret): Plan {
  const builder = new PlanBuilder(all.facts.files);
  const wanted = findings.flatMap(({ repair, code }) => (repair ? [{ repair, code }] : []));
  for (const kind of kinds) {
    const ofKind = wanted.filter(({ repair }) => repair.kind === kind);
    // The same repair for several findings is one.
    const different = new Map(ofKind.map((one) => [JSON.stringify(one.repair), one]));
    for (const { repair, code } of different.values()) repairOne({ builder, all, secret, code }, repair);
  }
  return builder.finish("doctor");
}

const kinds = Object.keys(repairers);

function repairOne<Kind extends Repair["kind"]>(work: Work, repair: Extract<Repair, { kind: Kind }>): void {
  const repairer: Repairer<Kind> = repairers[repair.kind];
  repairer(work, repair);
}
