/**
 * `csrf.trustedOrigins` of Kit: the sites whose forms reach the app. Apart from plan.ts, which loads no parser; the doctor
 * asks it too.
 */
import { cutItem, insertItems } from "../../../cli/edit/comma-list.js";
import { keyOf } from "../../../cli/source/syntax/scopes.js";
import { memberAt } from "../../../cli/source/syntax/probes.js";
import { placedList } from "../../../cli/source/syntax/placed-list.js";
import { firstSyntaxError, parse, ts, unwrap, visit } from "../../../cli/source/syntax/syntax.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { listSources } from "../../../cli/project/sources.js";
import type { RefusedForm, PlanContext } from "../support.js";
import type { EditResult, TextEdit } from "../../../cli/source/text/text-edit.js";
import { detectStyle, requote } from "../../../cli/source/text/text-style.js";
import { kitConfig } from "./place.js";

/** Providers that answer by a form, and where that comes from. */
export const formOrigins: Readonly<Record<string, string>> = { apple: "https://appleid.apple.com" };

/** Every origin is trusted by a star, or where the check is switched off. */
export const trustsForms = (text: string, origin: string): boolean =>
  [origin, '"*"', "'*'"].some((one) => text.includes(one)) || memberAt(text, ["checkOrigin"]) !== undefined;

export const trustLine = (origin: string): string => `csrf: { trustedOrigins: ["${origin}"] }`;

/** Kit answers a form of another site 403 before any code of the app runs. */
export async function acceptForm({ builder }: PlanContext, providerId: string): Promise<void> {
  const { facts } = builder;
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

/** Kit refuses its forms again, where a plan of ours let them in and nothing else of the app waits for one. */
export async function refuseForm({ builder, left, wrote }: RefusedForm, providerId: string): Promise<void> {
  const { facts } = builder;
  const origin = formOrigins[providerId];
  const config = kitConfig(facts.files);
  const text = config && builder.text(config.file);
  if (origin === undefined || config === undefined || !text?.includes(origin)) return;
  if (left.some(({ module }) => module !== undefined && formOrigins[module] === origin)) return;
  const { file } = config;
  const line = lineAt(text, text.indexOf(origin));
  const edits = distrust(text, file, origin);
  const reader = [...listSources(facts.files)].find(
    (one) => one !== file && (builder.text(one) ?? "").includes(new URL(origin).host),
  );
  const why = !wrote(file, origin)
    ? "no plan known here wrote it"
    : reader !== undefined
      ? `${reader} names it`
      : edits === undefined
        ? "its place is not plain"
        : undefined;
  if (why !== undefined || edits === undefined)
    return builder.warn("AUTH_W_LEFT_OVER", `${file}:${line}: forms of ${origin} are still taken: ${why}.`);
  const reason = `takes no forms of ${origin} any more`;
  builder.edit(file, { kind: "edits", edits }, { reason, already: "", snippet: "" });
}

/** The origin goes, and with it what would be left empty. */
function distrust(text: string, file: string, origin: string): TextEdit[] | undefined {
  const settings = settingsIn(parse(text, file));
  const csrf = settings && memberOf(settings, "csrf");
  if (settings === undefined || csrf === undefined) return undefined;
  const object = unwrap(csrf.initializer);
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  const origins = memberOf(object, "trustedOrigins");
  if (origins === undefined) return undefined;
  const list = unwrap(origins.initializer);
  if (!ts.isArrayLiteralExpression(list)) return undefined;
  const item = list.elements.find((one) => ts.isStringLiteralLike(one) && one.text === origin);
  if (item === undefined) return undefined;
  const cut = (within: ts.Node, items: ts.NodeArray<ts.Node>, gone: ts.Node) =>
    cutItem(text, placedList(within, items), { start: gone.getStart(), end: gone.getEnd() });
  if (list.elements.length > 1) return cut(list, list.elements, item);
  if (object.properties.length > 1) return cut(object, object.properties, origins);
  return cut(settings, settings.properties, csrf);
}

const memberOf = (object: ts.ObjectLiteralExpression, name: string): ts.PropertyAssignment | undefined =>
  object.properties.filter(ts.isPropertyAssignment).find((one) => keyOf(one.name) === name);

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
