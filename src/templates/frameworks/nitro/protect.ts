/**
 * What guards a Nitro app: in `auth protect` a file of middleware for each path, whose guard goes by the path itself;
 * in `auth test init` the files that answer, with the middleware in front.
 */
import { requirementText } from "../../../cli/edit/requirement.js";
import { checkAnswered } from "../../../cli/plan/answered.js";
import {
  asksBelow,
  covers,
  guardPattern,
  type ProtectContext,
  type ProtectedPath,
} from "../../../cli/plan/protected-path.js";
import { leavePublicFiles } from "../../../cli/plan/public-files.js";
import { render } from "../../render.js";
import { h3 } from "../h3/support.js";
import { endpointRoute, nitroConfig, platformOf, routesIn, scannedFolder } from "./place.js";
import { authSpecifier, nitroStyle } from "./plan.js";
import { pathOfRule, routeRulesIn } from "./rules.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { guardsOf, pathGuard, type PathGuard } from "../../../cli/findings/auth-expressions.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { readIfText } from "../../../cli/project/files.js";
import {
  accessOfAsked,
  allOf,
  unclear,
  type Access,
  type AppRoute,
} from "../../../cli/source/syntax/access.js";
import { readsSession } from "../../../cli/source/syntax/probes.js";
import { holdsAt, plainPath } from "../../../cli/source/routes/route-path.js";
import { unguarded } from "../unguarded.js";

export function protectNitro(context: ProtectContext): void {
  const { builder, authFile, paths, requirement } = context;
  const { facts } = builder;
  checkAnswered(context);
  const folder = scannedFolder(facts.files) ?? "";
  leaveAnswered(context, folder);
  const style = nitroStyle(facts, folder);
  for (const one of paths) {
    const file = `${folder}middleware/${nameOf(one)}.${facts.language}`;
    const path = guardPattern(one, requirement);
    const auth = authSpecifier(authFile, file);
    const written = requirementText({ path, ...requirement }, style.quote);
    const text = render("frameworks/nitro/guard.hbs", { auth, requirement: written }, style);
    const present = builder.text(file);
    if (present === undefined || present === text) {
      builder.create(file, text, asksBelow(requirement, [path]));
      planInFront(context, { name: nameOf(one), folder, style });
      continue;
    }
    const words = { reason: "", already: "", snippet: text };
    builder.edit(file, { kind: "manual", line: 1, why: "a file with other content is there" }, words);
  }
}

/** The plugin that puts the guard of a file of middleware in front of rules and files. */
function planInFront(
  { builder }: ProtectContext,
  { name, folder, style }: { name: string; folder: string; style: ReturnType<typeof nitroStyle> },
): void {
  const { facts } = builder;
  const file = `${folder}plugins/auth-${name}.${facts.language}`;
  const data = { subpath: `${packageName}/${h3.subpath}`, guard: `../middleware/${name}` };
  builder.create(
    file,
    render("frameworks/nitro/in-front.hbs", data, style),
    "in front of rules and files too",
    { keep: (text) => text.includes("inFront(") },
  );
}

/** Names what is answered before any code of the app: by the build, or by the platform. */
function leaveAnswered(context: ProtectContext, folder: string): void {
  const { builder, paths } = context;
  const { facts } = builder;
  const platform = platformOf(facts.files);
  if (platform !== undefined)
    for (const at of new Set([`${folder}public/`, "public/"])) leavePublicFiles(context, at);
  const config = nitroConfig(facts.files);
  if (config === undefined || !config.text.includes("routeRules")) return;
  const early = platform === undefined ? ["prerender"] : ["prerender", "redirect", "proxy", "isr"];
  for (const { pattern, line, members } of routeRulesIn(config.text, config.file)) {
    const option = early.find((one) => one in members);
    const rule = pathOfRule(pattern);
    const isAt = paths.some((one) => covers(one, rule) || holdsAt(rule, guardPattern(one), false));
    if (option === undefined || !isAt) continue;
    const who = option === "prerender" ? "the build" : platform;
    const why = `${who} answers routeRules["${pattern}"].${option} before the guard: take it out, and answer it by code`;
    builder.edit(
      config.file,
      { kind: "manual", line, why },
      { reason: "", already: "", snippet: `"${pattern}": {}` },
    );
  }
}

/** `/teams/:id/settings` as `teams-any-settings`. */
const nameOf = ({ segments }: ProtectedPath): string => segments.map((one) => one ?? "any").join("-");

/** The files of a Nitro app that answer, with the middleware that guards them. */
export function routesOf(all: Survey): readonly AppRoute[] {
  const { files } = all.facts;
  const folder = scannedFolder(files) ?? "";
  const guards = guardsBelow(all, `${folder}middleware/`);
  const endpoints = endpointRoute(files)?.file;
  return routesIn(files, folder)
    .filter(({ file }) => file !== endpoints)
    .map(({ file, address }): AppRoute => {
      const method = methodOf(file);
      const path = plainPath(address);
      const place = { method, file, line: 1 };
      if (path === undefined)
        return { ...place, path: address, access: unclear("its address is not in sight") };
      const holding = guards.filter(({ pattern }) => holdsAt(pattern, path, false));
      const own = ownAccess(all, file);
      const found = allOf([...holding.map(({ access }) => access), ...own]);
      return { ...place, path, access: found ?? unguarded(method, path) };
    });
}

/** The guards that files of a folder put in front of all routes. */
export function guardsBelow(all: Survey, folder: string): readonly PathGuard[] {
  return all.sources
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path }) => guardsOf(all, path))
    .map(pathGuard);
}

/** What a file asks for itself: guards in it, or code that reads the session. */
function ownAccess(all: Survey, file: string): readonly Access[] {
  const guards = guardsOf(all, file);
  if (guards.length > 0) return guards.map(({ node, asked }) => accessOfAsked(asked, node.getText()));
  return readsSession(readIfText(all.facts.files, file)?.text ?? "")
    ? [unclear("its code reads the session itself")]
    : [];
}

/** `orders.post.ts` */
function methodOf(file: string): string {
  const word = file.split("/").at(-1)?.split(".").at(-2) ?? "";
  return ["post", "put", "patch", "delete"].includes(word) ? word.toUpperCase() : "GET";
}
