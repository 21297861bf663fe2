/** A provider that only sends mails becomes one that people sign in by, too. */
import { cutItem } from "../../cli/edit/comma-list.js";
import type { EditResult } from "../../cli/source/text/text-edit.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

/**
 * Takes `signIn: false` out of the providers with these ids, where they are in the configuration with it.
 * What cannot be edited is left to a person, and nothing is written.
 */
export async function planSignIn(
  builder: PlanBuilder<ConfiguredProject>,
  ids: readonly string[],
): Promise<void> {
  const { facts } = builder;
  for (const { id, file, edit } of await senderEdits(facts, new Set(ids), (one) => builder.text(one)))
    builder.edit(file, edit, {
      reason: `${id} signs in as well, without signIn: false`,
      already: "",
      snippet: `// in the options of ${id}, out with: signIn: false`,
    });
}

/** What keeps a provider of the configuration from signing in, and the edit that takes it out. */
interface SenderEdit {
  readonly id: string;
  readonly file: string;
  readonly edit: EditResult;
}

/** @param textOf the text of a file as it is planned */
async function senderEdits(
  { configuration }: ConfiguredProject,
  wanted: ReadonlySet<string>,
  textOf: (file: string) => string | undefined,
): Promise<readonly SenderEdit[]> {
  const found = (configuration?.providers ?? []).flatMap(({ module, options }) => {
    const option = options.find(({ path }) => path === "signIn");
    const isOn = option === undefined || option.value === "true" || option.value === "undefined";
    return module !== undefined && wanted.has(module) && !isOn ? [{ id: module, option }] : [];
  });
  if (found.length === 0) return [];
  const { locateSenderOption } = await import("../../cli/source/providers/sender-option.js");
  // From the end on: an edit moves nothing in front of it.
  const ordered = found.sort((one, other) => other.option.at.line - one.option.at.line);
  return ordered.map(({ id, option: { at, value } }) => {
    const text = textOf(at.path) ?? "";
    const place = value === "false" ? locateSenderOption(text, at.path, at.line) : undefined;
    if (place === undefined) {
      const why = `${id} only sends mails while signIn is false, which is not written out in its call`;
      return { id, file: at.path, edit: { kind: "manual", line: at.line, why } };
    }
    const { argument, list, item } = place;
    const edits = argument ? [{ ...argument, text: "" }] : cutItem(text, list, item);
    return { id, file: at.path, edit: { kind: "edits", edits } };
  });
}
