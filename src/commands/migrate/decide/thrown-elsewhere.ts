/** Functions of the app that `authorize` calls, and that throw: what they throw had reached the page. */
import { resolveModule } from "../../../cli/old-auth/sources.js";
import { isKnownError, thrownAdvice } from "../rules/next-auth/sign-in.js";
import type { Surveyed } from "../survey/file.js";
import type { locateThrow } from "../survey/called.js";
import type { Todo } from "../todo.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { readIfText } from "../../../cli/project/files.js";
import { lineAt } from "../../../cli/source/text/layout.js";

interface Place {
  readonly file: string;
  readonly text: string;
  /** As its own file calls it. */
  readonly name: string;
}

export const thrownElsewhere = (
  facts: ProjectFacts,
  surveyed: Surveyed,
  findThrow: typeof locateThrow,
): Todo[] =>
  (surveyed.own?.called ?? []).flatMap(({ name, offset }) => {
    const place = placeOf(facts, surveyed, name);
    const thrown = place && findThrow(place.text, place.file, place.name, isKnownError);
    if (!place || thrown === undefined) return [];
    const advice = thrownAdvice(
      `\`${name}\`, which \`authorize\` calls,`,
      `in ${place.file}:${lineAt(place.text, thrown)}`,
    );
    return [{ path: surveyed.file, line: lineAt(surveyed.text, offset), ...advice }];
  });

/** The file of the app that a function is from: this one, or one that it imports. */
function placeOf(facts: ProjectFacts, { file, text, uses }: Surveyed, name: string): Place | undefined {
  const binding = uses.statements
    .flatMap(({ specifier, bindings }) => bindings.map((one) => ({ specifier, ...one })))
    .find(({ local }) => local === name);
  if (!binding) return { file, text, name };
  const found = resolveModule(binding.specifier, file, facts);
  const read = found === undefined ? undefined : readIfText(facts.files, found)?.text;
  return found === undefined || read === undefined
    ? undefined
    : { file: found, text: read, name: binding.imported };
}
