/** The root module of a Nest app: the class that `NestFactory.create` is given. */
import { importedFile } from "../../../cli/project/sources.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import {
  locateModule,
  parse,
  ts,
  unreadable,
  visit,
  type Located,
} from "../../../cli/source/syntax/syntax.js";
import { decoratorOf } from "../../../cli/source/syntax/decorators.js";

/** Where a class is named, and the file that it stands in. */
export interface RootModule {
  readonly file: string;
  readonly name: string;
}

export function locateRootModule(facts: ProjectFacts, { file, text }: SourceText): Located<RootModule> {
  const source = parse(text, file);
  const [call, second] = creationsIn(source);
  if (call === undefined) return unreadable(0, "no call of `NestFactory.create()` was found");
  if (second !== undefined) return unreadable(second.getStart(), "the file makes several applications");
  if (isOnFastify(call.getText()))
    return unreadable(call.getStart(), "this app runs on Fastify, and authwright/nest works on Express");
  const [given] = call.arguments;
  if (given === undefined || !ts.isIdentifier(given))
    return unreadable(call.getStart(), "the root module is not named in this line");
  const imported = locateModule(text, file)
    .imports.flatMap(({ specifier, names }) =>
      Object.entries(names).map((pair) => [specifier, ...pair] as const),
    )
    .find(([, , local]) => local === given.text);
  if (imported === undefined) return { kind: "found", place: { file, name: given.text } };
  const [specifier, name] = imported;
  const home = importedFile(facts.files, facts.tsconfig, file, specifier);
  return home === undefined
    ? unreadable(given.getStart(), `the file of \`${given.text}\` was not found`)
    : { kind: "found", place: { file: home, name } };
}

export const isOnFastify = (text: string): boolean => /\bFastifyAdapter\b/.test(text);

function creationsIn(source: ts.SourceFile): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { expression, name } = node.expression;
    if (expression.getText() === "NestFactory" && name.text === "create") found.push(node);
  });
  return found;
}

/** `@Module({ … })` of a class. */
export function moduleDecorator(source: ts.SourceFile, name: string): ts.CallExpression | undefined {
  let found: ts.CallExpression | undefined;
  visit(source, (node) => {
    if (ts.isClassDeclaration(node) && node.name?.text === name) found ??= decoratorOf(node, "Module");
  });
  return found;
}
