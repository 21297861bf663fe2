/** What answers in a Nuxt app, and what guards it: pages, files of the server, and the rules of nuxt.config, where `auth protect` adds one. */
import { requirementText } from "../../../cli/edit/requirement.js";
import { checkAnswered } from "../../../cli/plan/answered.js";
import { asksBelow, guardPattern, type ProtectContext } from "../../../cli/plan/protected-path.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { readIfText } from "../../../cli/project/files.js";
import { projectModules } from "../../../cli/project/sources.js";
import { guardsOf } from "../../../cli/findings/auth-expressions.js";
import { noOptions, type Value } from "../../../cli/source/names/values.js";
import { optionsIn } from "../../../cli/source/routes/requirement.js";
import type { Survey } from "../../../cli/findings/survey.js";
import {
  accessOfAsked,
  allOf,
  unclear,
  type Access,
  type AppRoute,
} from "../../../cli/source/syntax/access.js";
import { readsSession, setupScript } from "../../../cli/source/syntax/probes.js";
import { holdsAt, plainPath } from "../../../cli/source/routes/route-path.js";
import { parse, ts, unwrap, visit } from "../../../cli/source/syntax/syntax.js";
import { membersOf, pathOfRule, routeRulesIn } from "../nitro/rules.js";
import { unguarded } from "../unguarded.js";
import { middlewareAccess } from "./own-middleware.js";
import { nuxtConfig, routesIn, type NuxtRoute } from "./place.js";
import { addToMember, ruleMember } from "./plan.js";

/** What `definePageMeta({ auth })` of a page asks for; undefined: nothing. */
function pageAccess(facts: ProjectFacts, file: string, text: string): Access | undefined {
  const script = setupScript(text);
  if (!script.includes("definePageMeta")) return undefined;
  const root = parse(script, `${file}.ts`);
  const optionsOf = optionsIn(root, projectModules(facts));
  let found: Access | undefined;
  visit(root, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== "definePageMeta") return;
    const meta = node.arguments[0] && unwrap(node.arguments[0]);
    const asked = meta && ts.isObjectLiteralExpression(meta) ? membersOf(meta)["auth"] : undefined;
    if (asked !== undefined) found = accessOfRule(optionsOf(asked), "definePageMeta({ auth })");
  });
  return found;
}

const accessOfRule = (asked: Value, guard: string): Access =>
  accessOfAsked(asked.kind === "text" && asked.text === "true" ? noOptions : asked, guard);

/** The guards of nuxt.config, with the paths that they hold for. */
export function ruleGuards(
  facts: ProjectFacts,
): readonly { readonly path: string; readonly access: Access }[] {
  const config = nuxtConfig(facts.files);
  if (config === undefined || !config.text.includes("routeRules")) return [];
  const optionsOf = optionsIn(parse(config.text, config.file), projectModules(facts));
  return routeRulesIn(config.text, config.file).flatMap(({ pattern, members: { auth } }) =>
    auth === undefined
      ? []
      : [
          {
            path: pathOfRule(pattern),
            access: accessOfRule(optionsOf(auth), `routeRules["${pattern}"].auth`),
          },
        ],
  );
}

/** What guards an address. */
export function accessAt(
  all: Survey,
  { file, isPage }: NuxtRoute,
  path: string,
  rules: ReturnType<typeof ruleGuards>,
): Access | undefined {
  const holding = rules.filter((one) => holdsAt(one.path, path, false)).map(({ access }) => access);
  const text = readIfText(all.facts.files, file)?.text ?? "";
  if (isPage) {
    const asked = [pageAccess(all.facts, file, text), middlewareAccess(all.facts.files, text)];
    return allOf([...holding, ...asked].filter((one) => one !== undefined));
  }
  // `auth.require(event, { role: "admin" })`
  const own = guardsOf(all, file, 1).map(({ node, asked }) => accessOfAsked(asked, node.getText()));
  const unread = own.length === 0 && readsSession(text) ? [unclear("its code reads the session itself")] : [];
  return allOf([...holding, ...own, ...unread]);
}

/** Every route of the app with what guards it. */
export function routesOf(all: Survey): readonly AppRoute[] {
  const { files } = all.facts;
  const rules = ruleGuards(all.facts);
  return routesIn(files).map((route): AppRoute => {
    const { file, address } = route;
    const method = route.isPage ? "GET" : methodOf(file);
    const path = plainPath(address);
    const place = { method, file, line: 1 };
    if (path === undefined)
      return { ...place, path: address, access: unclear("its address is not in sight") };
    // What a page asks for itself is judged where it renders: a link inside the app asks for rules.
    const isLinked = route.isPage && rules.some((one) => holdsAt(one.path, path, false));
    return {
      ...place,
      path,
      access: accessAt(all, route, path, rules) ?? unguarded(method, path),
      ...(isLinked && { isLinked }),
    };
  });
}

/** `orders.post.ts` */
function methodOf(file: string): string {
  const word = file.split("/").at(-1)?.split(".").at(-2) ?? "";
  return ["post", "put", "patch", "delete"].includes(word) ? word.toUpperCase() : "GET";
}

/** `auth protect` in Nuxt: a rule for the path, which holds for pages and for what the server answers. */
export function protectNuxt(context: ProtectContext): void {
  const { builder, paths, requirement } = context;
  const { facts } = builder;
  checkAnswered(context);
  const config = nuxtConfig(facts.files);
  const file = config?.file ?? `nuxt.config.${facts.language}`;
  for (const one of paths) {
    const path = guardPattern(one, requirement);
    const pattern = `${path}/**`;
    const guard = requirementText(requirement, '"') || "true";
    const member = ruleMember(pattern, guard);
    builder.edit(file, addToMember(builder.text(file) ?? "", file, member), {
      reason: asksBelow(requirement, [path]),
      already: `${path} is guarded`,
      snippet: `routeRules: { ${member.item} },`,
    });
  }
}
