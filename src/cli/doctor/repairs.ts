import { setJson } from "../formats/json-file.js";
import { addIgnore, isIgnored } from "../formats/ignore-file.js";
import { envPlace } from "../plan/places.js";
import type { Plan } from "../plan/plan.js";
import { planRotate, type NewSecret } from "../plan/rotate.js";
import { planSecret } from "../plan/secret.js";
import { Staging } from "../plan/staging.js";
import type { Code, Finding, Repair } from "./finding.js";
import type { Survey } from "./survey.js";

/** What a repair is made with. */
interface Work {
  readonly staging: Staging;
  readonly all: Survey;
  readonly secret: NewSecret;
  readonly code: Code;
}

type Repairer<Kind extends Repair["kind"]> = (work: Work, repair: Extract<Repair, { kind: Kind }>) => void;

/** In the order in which they are made: what hides secrets comes before what writes them. */
const repairers: { readonly [Kind in Repair["kind"]]: Repairer<Kind> } = {
  ignore({ staging, code }, { file }) {
    const text = staging.text(".gitignore") ?? "";
    const edits = isIgnored(text, file) ? [] : [addIgnore(text, file)];
    const words = { ...wordsFor(code), kind: "ignore", reason: `${file} holds secrets` } as const;
    staging.edit(".gitignore", { kind: "edits", edits }, words);
  },
  mode: ({ staging }, { file }) => staging.restrict(file, "only its owner may read it (0600)"),
  secret({ staging, all, secret: { value } }) {
    planSecret(staging, all.facts, envPlace(all.framework, undefined), { secret: value });
  },
  rotate: ({ staging, all, secret }) =>
    planRotate(staging, all.facts, envPlace(all.framework, undefined), secret),
  variable: ({ staging, code }, { file, key }) => staging.cutEnv(file, key, `${key} goes, repairs ${code}`),
  json({ staging, code }, { file, at, value }) {
    const edits = setJson(staging.text(file) ?? "{}", at, value);
    staging.edit(file, { kind: "edits", edits }, { ...wordsFor(code), reason: `"${at.at(-1)}": "${value}"` });
  },
  splice: ({ staging, code }, { file, edits }) =>
    staging.edit(file, { kind: "edits", edits }, wordsFor(code)),
};

const wordsFor = (code: Code) => ({ reason: `repairs ${code}`, already: "done", snippet: "" });

/** One plan of everything that can be repaired safely; the rest stays for a person. */
export function planRepairs(all: Survey, findings: readonly Finding[], secret: NewSecret): Plan {
  const staging = new Staging(all.facts.files);
  const wanted = findings.flatMap(({ repair, code }) => (repair ? [{ repair, code }] : []));
  for (const kind of kinds) {
    const ofKind = wanted.filter(({ repair }) => repair.kind === kind);
    // The same repair for several findings is one.
    const different = new Map(ofKind.map((one) => [JSON.stringify(one.repair), one]));
    for (const { repair, code } of different.values()) repairOne({ staging, all, secret, code }, repair);
  }
  return staging.finish("doctor");
}

const kinds = Object.keys(repairers);

function repairOne<Kind extends Repair["kind"]>(work: Work, repair: Extract<Repair, { kind: Kind }>): void {
  const repairer: Repairer<Kind> = repairers[repair.kind];
  repairer(work, repair);
}
