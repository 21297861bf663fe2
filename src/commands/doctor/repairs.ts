import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { EditResult } from "../../cli/source/text/text-edit.js";
import { setJson } from "../../cli/formats/json-file.js";
import { addIgnore, isIgnored } from "../../cli/formats/ignore-file.js";
import { envValue, renameKey, replaceValue } from "../../cli/formats/env-file.js";
import { stagedModules } from "../../cli/plan/staged-project.js";
import { envPlace } from "../../cli/plan/places.js";
import type { Plan } from "../../cli/plan/plan.js";
import { planRotate, type NewSecret } from "../additions/rotate.js";
import { planSecret } from "../../cli/plan/secret.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { ownPackage } from "../../templates/frameworks/index.js";
import type { Code, Finding, Repair } from "../../cli/findings/finding.js";
import { isSensitive, unkept } from "./checks/secrets.js";
import type { Survey } from "../../cli/findings/survey.js";

/** What a repair is made with. */
interface Work {
  readonly builder: PlanBuilder<ConfiguredProject>;
  readonly all: Survey;
  readonly secret: NewSecret;
  readonly code: Code;
}

type Repairer<Kind extends Repair["kind"]> = (
  work: Work,
  repair: Extract<Repair, { kind: Kind }>,
) => void | Promise<void>;

/**
 * In the order in which they are made: what hides secrets comes before what writes them, and what names places of a
 * text before what adds to it.
 */
const repairers: { readonly [Kind in Repair["kind"]]: Repairer<Kind> } = {
  ignore({ builder, code }, { file }) {
    const text = builder.text(".gitignore") ?? "";
    const edits = isIgnored(text, file) ? [] : [addIgnore(text, file)];
    const words = { ...wordsFor(code), kind: "ignore", reason: `${file} holds secrets` } as const;
    builder.edit(".gitignore", { kind: "edits", edits }, words);
  },
  mode: ({ builder }, { file }) => builder.restrict(file, "only its owner may read it (0600)"),
  variable: ({ builder, code }, { file, key }) => builder.cutEnv(file, key, `${key} goes, repairs ${code}`),
  async rename(work, { file, from, to }) {
    const { builder, all, code } = work;
    if (envValue(builder.text(file) ?? "", to)) return;
    // An empty line of the right name further down would count instead.
    builder.removeEnv(file, [{ key: to }], { secret: true, reason: "empty, and in the way" });
    const edits = renameKey(builder.text(file) ?? "", from, to);
    builder.replaceEnv(file, edits, `${from} becomes ${to}, repairs ${code}`);
    // What it holds is known for a secret from now on.
    if (isSensitive(to)) for (const lack of unkept(all.facts, file)) await repairOne(work, lack);
  },
  replace({ builder, secret: { value } }, { file, key }) {
    const edits = replaceValue(builder.text(file) ?? "", key, value);
    builder.replaceEnv(file, edits, `${key}: a new random secret in place of the public one`);
    builder.next(
      `Give ${key} the new value in the environment of every server too. Who is signed in by the public one signs in once more`,
    );
  },
  secret({ builder, all, secret: { value } }) {
    planSecret(builder, envPlace(all.facts, all.framework, undefined), { secret: value });
  },
  rotate: ({ builder, all, secret }) =>
    planRotate(builder, envPlace(all.facts, all.framework, undefined), secret),
  json({ builder, code }, { file, at, value }) {
    const edits = setJson(builder.text(file) ?? "{}", at, value);
    builder.edit(file, { kind: "edits", edits }, { ...wordsFor(code), reason: `"${at.at(-1)}": "${value}"` });
  },
  create: ({ builder }, { file, text, reason }) => builder.create(file, text, reason),
  splice: (work, { file, edits }) => edit(work, file, { kind: "edits", edits }),
  async load(work, { file }) {
    const { loadEnvFile } = await import("../../cli/edit/env-loading.js");
    edit(work, file, loadEnvFile(work.builder.text(file) ?? "", file));
  },
  async option(work, { name, value }) {
    const { builder, all } = work;
    const file = all.configuration?.home ?? "";
    const wanted = { options: [{ name, value, only: true }], imports: [] } as const;
    const { addOptions } = await import("../../cli/edit/config-option.js");
    const source = { file, text: builder.text(file) ?? "" };
    edit(work, file, await addOptions(source, ownPackage, wanted, stagedModules(builder)));
  },
};

/** What a person has to write stays a finding, and stops nothing else. */
function edit({ builder, code }: Work, file: string, result: EditResult): void {
  if (result.kind === "edits") builder.edit(file, result, wordsFor(code));
}

const wordsFor = (code: Code) => ({ reason: `repairs ${code}`, already: "done", snippet: "" });

/** One plan of everything that can be repaired safely; the rest stays for a person. */
export async function planRepairs(
  all: Survey,
  findings: readonly Finding[],
  secret: NewSecret,
): Promise<Plan> {
  const builder = new PlanBuilder(all.facts);
  const wanted = inPlaceOrder(
    findings.flatMap(({ repair = [], code }) => [repair].flat().map((one) => ({ repair: one, code }))),
  );
  for (const kind of kinds) {
    const ofKind = wanted.filter(({ repair }) => repair.kind === kind);
    // The same repair for several findings is one.
    const different = new Map(ofKind.map((one) => [JSON.stringify(one.repair), one]));
    for (const { repair, code } of different.values())
      await repairOne({ builder, all, secret, code }, repair);
  }
  return builder.finish("doctor");
}

const kinds = Object.keys(repairers);

async function repairOne<Kind extends Repair["kind"]>(
  work: Work,
  repair: Extract<Repair, { kind: Kind }>,
): Promise<void> {
  const repairer: Repairer<Kind> = repairers[repair.kind];
  await repairer(work, repair);
}

interface Wanted {
  readonly repair: Repair;
  readonly code: Code;
}

/** Places are those of the text as it is: the last ones of a file come first, and what reaches into another waits for the next run. */
function inPlaceOrder(wanted: readonly Wanted[]): Wanted[] {
  const others = wanted.filter(({ repair }) => repair.kind !== "splice");
  const splices: Wanted[] = [];
  const byEnd = wanted
    .filter(({ repair }) => repair.kind === "splice")
    .sort((a, b) => spanOf(b.repair).end - spanOf(a.repair).end);
  for (const one of byEnd) {
    const { file, end } = spanOf(one.repair);
    const meets = splices.some(({ repair }) => {
      const other = spanOf(repair);
      return (
        other.file === file && other.start < end && JSON.stringify(repair) !== JSON.stringify(one.repair)
      );
    });
    if (!meets) splices.push(one);
  }
  return [...others, ...splices];
}

/** From the first edit of a repair to its last one. */
function spanOf(repair: Repair): { file: string; start: number; end: number } {
  const { file, edits } = repair.kind === "splice" ? repair : { file: "", edits: [] };
  return {
    file,
    start: Math.min(...edits.map(({ start }) => start)),
    end: Math.max(...edits.map(({ end }) => end)),
  };
}
