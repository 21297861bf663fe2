/**
 * What guards a Nest app: `@Require()` above every controller, or every handler, below a path, and the routes for `auth
 * test init`. Apart from plan.ts: together they are too long.
 */
import { addImports } from "../../../cli/edit/imports.js";
import { requirementText, type WrittenRequirement } from "../../../cli/edit/requirement.js";
import { splice, type EditResult } from "../../../cli/source/text/text-edit.js";
import {
  asksBelow,
  covers,
  noOrganization,
  organizationPart,
  type ProtectContext,
  type ProtectedPath,
} from "../../../cli/plan/protected-path.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { listSources, projectModules } from "../../../cli/project/sources.js";
import { readIfText } from "../../../cli/project/files.js";
import { indentAt, lineAt } from "../../../cli/source/text/layout.js";
import { Names, type SourceText } from "../../../cli/source/names/names.js";
import { textReader } from "../../../cli/source/names/texts.js";
import { authExpressionsOf } from "../../../cli/findings/auth-expressions.js";
import { authExpressionsIn, type AuthExpressions } from "../../../cli/source/routes/auth-expressions.js";
import { otherGuard, requires } from "../../../cli/source/routes/requirement.js";
import { countSyntaxErrors, locateModule, parse } from "../../../cli/source/syntax/syntax.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { usageError } from "../../../cli/terminal/errors.js";
import { packageName } from "../../../cli/formats/own-package.js";
import {
  controllersIn,
  inFrontOfAll,
  type Controller,
  type Guardable,
  type WrittenPrefix,
} from "../../../cli/source/syntax/decorators.js";
import { modulePathsIn } from "../../../cli/source/syntax/module-paths.js";
import type { Survey } from "../../../cli/findings/survey.js";
import {
  accessOfAsked,
  allOf,
  unclear,
  type Access,
  type AppRoute,
} from "../../../cli/source/syntax/access.js";
import { planFiles } from "./served-files.js";
import { plainPath } from "../../../cli/source/routes/route-path.js";
import { unguarded } from "../unguarded.js";

export function protectNest(context: ProtectContext): void {
  const { builder, framework, paths, requirement } = context;
  const { facts } = builder;
  const server = facts.serverFile;
  const all = [...listSources(facts.files)].map((file): SourceText => ({
    file,
    text: readIfText(facts.files, file)?.text ?? "",
  }));
  const known = authExpressionsIn(
    all.filter(({ text }) => text.includes("@Controller")).map(({ text, file }) => parse(text, file)),
    projectModules(facts),
  );
  const { controllers } = controllersOf(facts, all, known);
  assertAnswered(context, controllers);
  if (server !== undefined)
    planFiles(
      context,
      server,
      all.filter(({ text }) => text.includes("Static")),
    );
  const argument = requirementText(requirement, '"');
  for (const source of all) {
    const wanted = controllers
      .filter((one) => one.source === source)
      .flatMap(({ controller }) => placesIn(controller, context));
    if (wanted.length === 0) continue;
    builder.edit(source.file, guardEdit(source, wanted, `${packageName}/${framework.subpath}`), {
      reason: asksBelow(
        requirement,
        paths.map(({ text }) => text),
      ),
      already: "is guarded",
      snippet: `import { Require } from "${packageName}/${framework.subpath}";\n\n@Require(${argument}) // above the controller or the handler`,
    });
  }
}

interface PlacedController {
  readonly source: SourceText;
  readonly controller: Controller;
}

/** The controllers of an app, and what stands in front of all addresses; undefined where only a run knows that. */
function controllersOf(facts: ProjectFacts, all: readonly SourceText[], { asked }: AuthExpressions) {
  const textOf = textReader(new Names(projectModules(facts)));
  const server = all.find(({ file }) => file === facts.serverFile);
  const inFront: WrittenPrefix =
    server === undefined ? { prefix: "" } : inFrontOfAll(parse(server.text, server.file), textOf);
  const modules = all.filter(({ text }) => text.includes("@Module") || text.includes("RouterModule"));
  const pathOf = modulePathsIn(
    modules.map(({ text, file }) => parse(text, file)),
    textOf,
  );
  const controllers = all
    .filter(({ text }) => text.includes("@Controller"))
    .flatMap((source) =>
      controllersIn(parse(source.text, source.file), inFront, pathOf, { askedOf: asked, textOf }).map(
        (controller): PlacedController => ({ source, controller }),
      ),
    );
  return { prefix: inFront.prefix, controllers };
}

/** @throws CliError where no handler answers at one of the paths; those whose addresses are not in sight are named */
function assertAnswered({ builder, paths }: ProtectContext, controllers: readonly PlacedController[]): void {
  const handlers = controllers.flatMap(({ source, controller }) =>
    controller.handlers.map(({ address, node }) => ({
      address,
      place: `${source.file}:${lineAt(source.text, node.getStart())}`,
    })),
  );
  const addresses = handlers.flatMap(({ address }) => address ?? []);
  const unread = handlers.flatMap(({ address, place }) => (address === undefined ? [place] : []));
  const unreadText = `handlers whose addresses are not in sight (${unread.slice(0, 3).join(", ")}${unread.length > 3 ? ` and ${unread.length - 3} more` : ""})`;
  const empty = paths.find((one) => !addresses.some((address) => covers(one, address)));
  if (empty) {
    const has = [...new Set(addresses)].slice(0, 12);
    throw usageError(
      "AUTH_E_PROTECT_NOTHING",
      `Nothing of this app answers at ${empty.text}${unread.length > 0 ? " as far as its addresses are in sight" : ""}.`,
      `It has ${[...has, ...(unread.length > 0 ? [unreadText] : [])].join(", ")}`,
    );
  }
  if (unread.length > 0)
    builder.warn(
      "AUTH_W_ROUTES_UNREAD",
      `There are ${unreadText}. Write @Require() above those that are below ${paths.map(({ text }) => text).join(", ")}.`,
    );
}

/** The controller, where all its handlers answer there and none has a guard or `@Public()` of its own; else those handlers that do. */
function placesIn(controller: Controller, { paths, requirement }: ProtectContext): readonly AskingPlace[] {
  const below = controller.handlers.flatMap((handler): AskingPlace[] => {
    const { address } = handler;
    if (address === undefined || !paths.some((one) => covers(one, address))) return [];
    const asks = requirementAt(paths, requirement, address);
    return asks === "word" ? [] : [{ ...handler, asks }];
  });
  const [first] = below;
  const isWhole =
    below.length > 0 &&
    below.length === controller.handlers.length &&
    below.every(({ isPublic, asks }) => !isPublic && isSame(asks, first?.asks));
  if (isWhole && (controller.asked.length > 0 || below.every(isOpen)))
    return [{ ...controller, asks: first?.asks ?? requirement }];
  return below
    .filter(({ node }, at) => below.findIndex((one) => one.node === node) === at)
    .map((one) =>
      below.every((other) => other.node !== one.node || isSame(other.asks, one.asks))
        ? one
        : { ...one, asks: "other" },
    );
}

/** A place, with what its guard is to ask for; "other": its addresses have no one name for the organisation. */
interface AskingPlace extends Guardable {
  readonly asks: WrittenRequirement | "other";
}

/** A decorator knows the organisation by the parameter of its route. */
function requirementAt(
  paths: readonly ProtectedPath[],
  requirement: WrittenRequirement,
  address: string,
): WrittenRequirement | "word" | "other" {
  const { organization } = requirement;
  if (typeof organization !== "string") return requirement;
  const part = organizationPart(paths, organization, address);
  return typeof part === "object" ? { ...requirement, organization: part.parameter } : part;
}

const isSame = (one: AskingPlace["asks"], other: AskingPlace["asks"] | undefined): boolean =>
  one === other ||
  (typeof one === "object" && typeof other === "object" && one.organization === other.organization);

const isOpen = ({ asked }: Guardable): boolean => asked.length === 0;

function guardEdit({ file, text }: SourceText, places: readonly AskingPlace[], subpath: string): EditResult {
  const manual = (offset: number, why: string): EditResult => ({
    kind: "manual",
    line: lineAt(text, offset),
    why,
  });
  for (const { node, asked, asks } of places) {
    if (asks === "other") return manual(node.getStart(), noOrganization);
    const [first] = asked;
    if (first !== undefined && !asked.some((one) => requires(one, asks)))
      return manual(node.getStart(), otherGuard(first, asks));
  }
  const open = places.filter(isOpen);
  if (open.length === 0) return { kind: "edits", edits: [] };
  const module = locateModule(text, file);
  const isImported = module.imports.some(
    ({ specifier, names }) => specifier === subpath && "Require" in names,
  );
  if (!isImported && module.names.has("Require"))
    return manual(0, "the name `Require` is taken in this file");
  const style = detectStyle(text);
  const decorator = ({ asks }: AskingPlace) =>
    `@Require(${asks === "other" ? "" : requirementText(asks, style.quote)})`;
  const edits = [
    ...(isImported ? [] : addImports(text, module, [{ specifier: subpath, names: ["Require"] }], style)),
    ...open.map((place) => {
      const start = place.node.getStart();
      return { start, end: start, text: decorator(place) + style.eol + indentAt(text, start) };
    }),
  ];
  return countSyntaxErrors(splice(text, edits), file) > 0
    ? manual(places[0]?.node.getStart() ?? 0, "the line cannot be added safely")
    : { kind: "edits", edits };
}

/** The controllers of an app that was surveyed, and what stands in front of all addresses. */
export const readControllers = (all: Survey) =>
  controllersOf(
    all.facts,
    all.sources.map(({ path: file, text }) => ({ file, text })),
    authExpressionsOf(all),
  );

/** Whether a guard stands in front of the whole app. */
export const isGuardedWhole = ({ sources }: Survey): boolean =>
  sources.some(
    ({ names, calls }) =>
      names.has("APP_GUARD") || calls.some(({ callee }) => callee.endsWith(".useGlobalGuards")),
  );

/** The handlers of a Nest app's controllers, with what guards them. */
export function routesOf(all: Survey): readonly AppRoute[] {
  const everywhere = isGuardedWhole(all) ? [unclear("a guard of the whole app decides")] : [];
  return readControllers(all).controllers.flatMap(({ source, controller }) =>
    controller.handlers.map((handler): AppRoute => {
      const { address, method, node } = handler;
      const line = lineAt(source.text, node.getStart());
      const place = { method, file: source.file, line };
      const path = address === undefined ? undefined : plainPath(address);
      if (path === undefined)
        return {
          ...place,
          path: address ?? `/path-of-line-${line}`,
          isUnread: true,
          access: unclear("its path is an expression: put in one that it answers"),
        };
      const opened = handler.isPublic ? [unclear("@Public() may open it")] : [];
      const found = allOf([...everywhere, ...opened, ...guardsOf(controller), ...guardsOf(handler)]);
      return { ...place, path, access: found ?? unguarded(method, path) };
    }),
  );
}

function guardsOf({ asked, isGuarded }: Guardable): readonly Access[] {
  if (asked.length > 0) return asked.map((one) => accessOfAsked(one, "@Require()"));
  return isGuarded ? [unclear("a guard of the app's own decides")] : [];
}
