/** Modules named outside of imports: `require`, `declare module`, types in comments, mocks, settings. */
import type { Mention } from "../../../../cli/old-auth/statements.js";
import { changeOf, leave, mergeChanges, noChange, type Change } from "../../change.js";
import { augmentedSubpath } from "../../../../cli/old-auth/names.js";
import { subpathOfPackage, moduleFor, nameFor, type TargetRules } from "../../../../cli/old-auth/targets.js";

/** @param staying modules that the file goes on importing: what mocks them stays with them */
export const migrateMentions = (
  mentions: readonly Mention[],
  rules: TargetRules,
  staying: ReadonlySet<string>,
): Change =>
  mergeChanges(
    mentions.map((mention) =>
      staying.has(mention.specifier) && mention.kind !== "augmentation"
        ? stayingMention(mention)
        : migrateMention(mention, rules),
    ),
  );

const stayingMention = ({ kind, start, specifier }: Mention): Change =>
  kind === "call"
    ? leave({
        offset: start,
        why: `this mocks "${specifier}", which the code that is tested no longer calls`,
        write: "mock the file that calls NextAuth: { auth: … }",
      })
    : noChange;

function migrateMention(mention: Mention, rules: TargetRules): Change {
  if (mention.kind === "text") return textMention(mention, rules);
  return mention.kind === "augmentation" ? augmentation(mention, rules) : codeMention(mention, rules);
}

function textMention({ specifier, start }: Mention, rules: TargetRules): Change {
  const target = moduleFor(specifier, rules);
  return leave({
    offset: start,
    why: `"${specifier}" is named here`,
    write: target.kind === "found" ? target.specifier : rules.packageName,
  });
}

function augmentation({ specifier, start, end }: Mention, rules: TargetRules): Change {
  const subpath = augmentedSubpath[specifier];
  if (subpath !== undefined)
    return changeOf({ edits: [{ start, end, text: subpathOfPackage(rules, subpath) }] });
  return leave({
    offset: start,
    why: `"${specifier}" cannot be extended`,
    write: `declare module "${rules.packageName}"`,
  });
}

function codeMention({ specifier, kind, start, end, names }: Mention, rules: TargetRules): Change {
  const targets = names.map(({ text }) => nameFor(specifier, text, rules));
  const target = targets.find((one) => one.kind === "none") ?? targets[0] ?? moduleFor(specifier, rules);
  if (target.kind === "none") {
    const { why, write, breaks } = target;
    return leave({ offset: start, why, write, ...(kind === "require" && breaks && { breaks }) });
  }
  if (targets.some((one) => one.kind === "found" && one.specifier !== target.specifier))
    return leave({
      offset: start,
      why: "these names come from two modules now",
      write: `${names.map(({ text }) => text).join(", ")} from "${target.specifier}" and others`,
    });
  const renamed = targets.flatMap((one, at) => {
    const place = names[at];
    const isOther = one.kind === "found" && place !== undefined && one.name !== place.text;
    return isOther && kind === "type" ? [{ start: place.start, end: place.end, text: one.name }] : [];
  });
  return changeOf({ edits: [{ start, end, text: target.specifier }, ...renamed] });
}
