/** What a provider says, where it becomes a right of the user. */
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { configMember, type Survey } from "../../../cli/findings/survey.js";
import { collect } from "../../../cli/source/syntax/collect.js";
import { parse, ts, unwrap } from "../../../cli/source/syntax/syntax.js";

const rightNames: readonly string[] = ["role", "roles", "plan", "admin", "isAdmin"];

/** A store keeps what `profile()` gives a new user, as far as the table has such columns. */
export function rights(all: Survey): Finding[] {
  if (configMember(all, "adapter") === undefined) return [];
  return all.providers.flatMap(({ id, members }) =>
    members
      .filter(({ path }) => path === "profile")
      .flatMap(({ value, at }) =>
        rightsIn(value).map((name) =>
          finding("AUTH_D_PROVIDER_RIGHTS", {
            ...at,
            message: `profile() of ${id} fills ${name} by what the provider says.`,
          }),
        ),
      ),
  );
}

/** Names that an object of the function fills by more than a text or a word of its own. */
const rightsIn = (code: string): readonly string[] =>
  collect(parse(`(${code})`, "profile.ts"), (node) => {
    const isNamed = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
    if (!isNamed || !rightNames.includes(node.name.getText())) return [];
    const isOwn = ts.isPropertyAssignment(node) && isFixed(unwrap(node.initializer));
    return isOwn ? [] : [node.name.getText()];
  });

const isFixed = (value: ts.Expression): boolean =>
  ts.isLiteralExpression(value) || (ts.isToken(value) && !ts.isIdentifier(value));
