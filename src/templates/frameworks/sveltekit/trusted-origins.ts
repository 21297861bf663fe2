/**
 * `csrf.trustedOrigins` of Kit: the sites whose forms reach the app. Apart from plan.ts, which loads no parser; the doctor
 * asks it too.
 */
import { insertItems } from "../../../cli/edit/comma-list.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import { keyOf } from "../../../cli/source/syntax/scopes.js";
import { memberAt } from "../../../cli/source/syntax/probes.js";
import { placedList } from "../../../cli/source/syntax/placed-list.js";
import { firstSyntaxError, parse, ts, unwrap, visit } from "../../../cli/source/syntax/syntax.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import type { EditResult } from "../../../cli/source/text/text-edit.js";
import { detectStyle, requote } from "../../../cli/source/text/text-style.js";
import { kitConfig } from "./place.js";

/** Providers that answer by a form, and where that comes from. */
export const formOrigins: Readonly<Record<string, string>> = { apple: "https://appleid.apple.com" };

/** Every origin is trusted by a star, or where the check is switched off. */
export const trustsForms = (text: string, origin: string): boolean =>
  [origin, '"*"', "'*'"].some((one) => text.includes(one)) || memberAt(text, ["checkOrigin"]) !== undefined;

export const trustLine = (origin: string): string => `csrf: { trustedOrigins: ["${origin}"] }`;

/** Kit answers a form of another site 403 before any code of the app runs. */
export async function acceptForm(
  { builder, facts }: Pick<InitContext, "builder" | "facts">,
  providerId: string,
): Promise<void> {
  const origin = formOrigins[providerId];
  if (origin === undefined) return;
  const file = kitConfig(facts.files)?.file ?? "svelte.config.js";
  const text = builder.text(file) ?? "";
  builder.edit(file, trust(text, file, origin), {
    reason: `takes forms of ${origin}, by which ${providerId} answers`,
    already: `takes forms of ${origin}`,
    snippet: `${trustLine(origin)}, // among the settings of Kit`,
  });
}

function trust(text: string, file: string, origin: string): EditResult {
  if (trustsForms(text, origin)) return { kind: "edits", edits: [] };
  const error = firstSyntaxError(text, file);
  if (error !== undefined)
    return { kind: "manual", line: lineAt(text, error), why: "the file has a syntax error" };
  const settings = settingsIn(parse(text, file));
  if (settings === undefined) return { kind: "manual", line: 1, why: "the settings of Kit were not found" };
  const present = settings.properties.find((one) => keyOf(one.name) === "csrf");
  if (present !== undefined)
    return { kind: "manual", line: lineAt(text, present.getStart()), why: "there is another csrf" };
  const style = detectStyle(text);
  const items = [requote(trustLine(origin), style.quote)];
  return { kind: "edits", edits: insertItems(text, placedList(settings, settings.properties), items, style) };
}

/** What `sveltekit({ … })` of a Vite configuration is given, or `kit` of `svelte.config.js`. */
function settingsIn(root: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  let found: ts.ObjectLiteralExpression | undefined;
  visit(root, (node) => {
    const value =
      ts.isCallExpression(node) && node.expression.getText() === "sveltekit"
        ? node.arguments[0]
        : ts.isPropertyAssignment(node) && keyOf(node.name) === "kit"
          ? node.initializer
          : undefined;
    const object = value && unwrap(value);
    if (object && ts.isObjectLiteralExpression(object)) found ??= object;
  });
  return found;
}
