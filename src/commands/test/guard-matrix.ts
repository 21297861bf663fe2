/** `auth test init`: a test that asks every route as nobody and as a user of each role. */
import path from "node:path";
import { packageName } from "../../cli/formats/own-package.js";
import { render } from "../../templates/render.js";
import { setJson } from "../../cli/formats/json-file.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { scriptCommand } from "../../cli/project/package-manager.js";
import type { Code, Finding } from "../../cli/findings/finding.js";
import { unclear, type AppRoute } from "../../cli/source/syntax/access.js";
import { optionOf, stringOf } from "../../cli/source/configuration/literals.js";
import { holdsAt } from "../../cli/source/routes/route-path.js";
import type { OpenConfiguration } from "../steps/open-configuration.js";
import { planPackages } from "../../cli/plan/packages.js";
import { presentPlaces } from "../../cli/plan/page-places.js";
import { developmentAddress, endpointBase, envPlace, styleLike } from "../../cli/plan/places.js";
import type { Plan } from "../../cli/plan/plan.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { membersOf, organizationOf } from "./member-rows.js";
import { isOpen, keyText, rowText, type Expected, type GuardRow } from "./rows.js";
import { rolesFile, roleVariable, usual } from "../additions/roles.js";
import {
  runCommand,
  startOf,
  testPlace,
  testRunner,
  type StartedRunner,
  type TestPlace,
  type TestRunner,
} from "./test-runner.js";

export interface GuardMatrix {
  readonly plan: Plan;
  readonly file: string;
  readonly runner: TestRunner["id"];
  readonly rows: readonly GuardRow[];
}

/** What `auth doctor` says of guards: a test that expects what the code does now would make the hole a rule. */
const guardFindings: readonly Code[] = [
  "AUTH_D_UNGUARDED_PAGE",
  "AUTH_D_UNGUARDED_ROUTE",
  "AUTH_D_UNGUARDED_WRITE",
  "AUTH_D_PROXY_ONLY",
  "AUTH_D_LAYOUT_ONLY",
  "AUTH_D_PROXY_ROLE",
  "AUTH_D_GUARD_BEHIND",
  "AUTH_D_KIT_LINK_UNASKED",
];

/** Where a guard was read, a test of it tells whether it holds. */
const unguardedFindings: readonly Code[] = [
  "AUTH_D_UNGUARDED_PAGE",
  "AUTH_D_UNGUARDED_ROUTE",
  "AUTH_D_UNGUARDED_WRITE",
];

/** Nothing is expected of a route that `auth doctor` complains of, by its line or by its whole file. */
export function doubtedRoutes(
  routes: readonly AppRoute[] | undefined,
  findings: readonly Finding[],
): readonly AppRoute[] | undefined {
  const complaints = findings.filter(({ code }) => guardFindings.includes(code));
  return routes?.map((route) => {
    const complaint = complaints.find(
      (one) =>
        !(route.access.kind === "guarded" && unguardedFindings.includes(one.code)) &&
        one.path === route.file &&
        (one.line === route.line || one.line === 1 || one.code === "AUTH_D_GUARD_BEHIND"),
    );
    const isSaid = complaint === undefined || route.access.kind === "unclear";
    return isSaid ? route : { ...route, access: unclear(`auth doctor: ${complaint.message}`) };
  });
}

/** @param routes undefined: the framework's code does not list them */
export async function planGuardMatrix(
  facts: ConfiguredProject,
  opened: OpenConfiguration,
  routes: readonly AppRoute[] | undefined,
  { force, install }: { readonly force: boolean; readonly install: boolean },
): Promise<GuardMatrix> {
  const builder = new PlanBuilder(facts, { force });
  const runner = testRunner(facts);
  const place = testPlace(facts, runner);
  const roles = await rolesOf(facts, opened);
  const base = await endpointBase(facts, opened.framework);
  const rows = rowsOf(routes, base, ["nobody", ...(roles ?? [usual])]);
  const members = membersOf(facts, routes, base);
  const count = rows.length + (members?.count ?? 0);
  const session = sessionOf(facts, opened, {
    file: place.file,
    runner,
    roles,
    hasMembers: members !== undefined,
  });
  const data = {
    typed: place.typed,
    commonjs: place.commonjs,
    runner: runner.module,
    isJest: runner.id === "jest",
    isVitest: runner.id === "vitest",
    isMocha: runner.id === "mocha",
    subpath: `${packageName}/testing`,
    envFile: envPlace(facts, opened.framework, opened.env).file,
    url: await developmentAddress(facts, opened.framework),
    signInPage: await signInPage(facts, opened),
    streams: opened.framework.home(facts) !== undefined && opened.framework.resolution === "bundler",
    users: (roles ?? [usual]).map(userOf),
    link: linkOf(opened, [...rows, ...(members?.rows ?? [])]),
    rows: rows.length > 0 || members !== undefined ? rows.map(rowText) : [unlisted(roles)],
    members: members?.data,
    ...session,
  };
  const style = styleLike(facts, [opened.source.file]);
  builder.create(
    place.file,
    render("tests/guards.hbs", data, style),
    `${count} ${count === 1 ? "route" : "routes"}, and who gets what`,
  );
  const started = startOf(runner, session, opened.framework.resolution === "bundler");
  planScript(builder, started);
  if (started.loader !== undefined)
    planPackages({ builder }, { devDependencies: { [started.loader.name]: started.loader.range } }, install);
  const needsStore = session.isDatabase && (!session.store || runner.id === "jest");
  const all = [...rows, ...(members?.rows ?? [])];
  sayNext(builder, { runner: started, place, rows: all, needsStore });
  return { plan: builder.finish("test init"), file: place.file, runner: runner.id, rows: all };
}

/** The roles of `auth add-role`; undefined where it was not used. */
async function rolesOf(
  { files }: ConfiguredProject,
  { source }: OpenConfiguration,
): Promise<readonly string[] | undefined> {
  const file = rolesFile(source.file);
  const text = files.read(file)?.text;
  if (text === undefined || !text.includes("roleOf")) return undefined;
  const { locateTextList } = await import("../../cli/source/syntax/text-list.js");
  const located = locateTextList(text, file, "roles");
  return located.kind === "found" ? located.place.values : undefined;
}

/** Each route once: where two files answer at one address, the first of them. Of what is unread each is its own. */
function rowsOf(
  routes: readonly AppRoute[] | undefined,
  base: string,
  who: readonly string[],
): readonly GuardRow[] {
  const rows = new Map<string, GuardRow>();
  for (const one of routes ?? []) {
    const route = `${one.method} ${one.path}`;
    const key = one.isUnread === true ? `${route} of ${one.file}:${one.line}` : route;
    if (
      organizationOf(one) !== undefined ||
      rows.has(key) ||
      (base !== "/" && holdsAt(base, one.path, false))
    )
      continue;
    const expected = Object.fromEntries(who.map((user) => [user, expectedFor(user, one)]));
    const note = noteOn(one);
    const isLinked = one.isLinked === true && one.access.kind === "guarded";
    const more = { ...(isLinked && { isLinked }), ...(note && { note }) };
    rows.set(key, { route, file: one.file, line: one.line, expected, ...more });
  }
  return [...rows.values()];
}

function expectedFor(who: string, { method, access, isUnanswered }: AppRoute): Expected {
  if (access.kind === "unclear") return "?";
  if (access.kind === "guarded") {
    if (who === "nobody") return 401;
    if (access.roles && !access.roles.includes(who)) return 403;
  }
  return method === "GET" && !isUnanswered ? "in" : "skip";
}

function noteOn({ access, isUnanswered }: AppRoute): string | undefined {
  if (access.kind === "unclear") return access.why;
  return isUnanswered ? "a guard, and no route in sight" : undefined;
}

/** What the test asks in the way of a link inside the app; undefined: there is none. */
function linkOf({ framework: { link } }: OpenConfiguration, rows: readonly GuardRow[]) {
  const pages = rows.filter(({ isLinked }) => isLinked).map(({ route }) => JSON.stringify(route));
  if (link === undefined || pages.length === 0) return undefined;
  return { ...link, headers: JSON.stringify(link.headers), pages };
}

const unlisted = (roles: readonly string[] | undefined) => ({
  comment: "The code does not list the routes of this app: write a line for each.",
  route: "GET /",
  cells: ["nobody", ...(roles ?? [usual])].map((who) => `${keyText(who)}: "?"`),
});

const userOf = (role: string) => ({
  key: keyText(role),
  name: role,
  variable: role === usual ? undefined : roleVariable(role),
  address: `${role}@example.com`,
});

/** Where a page leads to who has to sign in. */
async function signInPage(facts: ConfiguredProject, { framework }: OpenConfiguration): Promise<string> {
  const own = stringOf(optionOf(facts.configuration, "pages.signIn")?.value);
  return own ?? (await presentPlaces(facts, framework)).addressOf("/signin").replace("//", "/");
}

/** How the test makes a session. */
function sessionOf(
  { files, configuration }: ConfiguredProject,
  { source, framework }: OpenConfiguration,
  {
    file,
    runner,
    roles,
    hasMembers,
  }: { file: string; runner: TestRunner; roles: readonly string[] | undefined; hasMembers: boolean },
) {
  const strategy = stringOf(optionOf(configuration, "session.strategy")?.value);
  const hasAdapter = optionOf(configuration, "adapter") !== undefined;
  const isKept = strategy === "database" || (strategy === undefined && hasAdapter);
  // Members are rows, whatever sessions are.
  const isDatabase = isKept || hasMembers;
  const { dir, ext } = path.posix.parse(source.file);
  const home = path.posix.join(dir, `auth-store${ext.replace("x", "")}`);
  const isOurs = isDatabase && (files.read(home)?.text.includes("authStore") ?? false);
  const relative = path.posix.relative(path.posix.dirname(file), home);
  const bare = relative.slice(0, -path.posix.extname(relative).length);
  const bundled =
    framework.resolution === "bundler"
      ? bare
      : relative.endsWith("ts")
        ? `${relative.slice(0, -2)}js`
        : relative;
  const store = isOurs ? (runner.id === "node" ? relative : bundled) : undefined;
  if (isKept) return { isDatabase, store, config: '{ adapter, session: { strategy: "database" } }' };
  // Addresses have roles once they are verified.
  const options = [
    ...(hasMembers ? ['adapter, session: { strategy: "jwt" }'] : []),
    ...(roles === undefined
      ? []
      : ["callbacks: { jwt: ({ token }) => ({ ...token, emailVerified: true }) }"]),
  ];
  return { isDatabase, store, config: options.length === 0 ? "{}" : `{ ${options.join(", ")} }` };
}

function planScript(builder: PlanBuilder<ConfiguredProject>, { command }: StartedRunner): void {
  const { packageJson } = builder.facts;
  const present = packageJson.scripts["test"];
  const isNone = present === undefined || present.includes("no test specified");
  const edits = isNone ? setJson(builder.text("package.json") ?? "{}", ["scripts", "test"], command) : [];
  builder.edit(
    "package.json",
    { kind: "edits", edits },
    { reason: `test: ${command}`, already: "has a test script", snippet: "" },
  );
}

interface Left {
  readonly runner: TestRunner;
  readonly place: TestPlace;
  readonly rows: readonly GuardRow[];
  readonly needsStore: boolean;
}

function sayNext(
  builder: PlanBuilder<ConfiguredProject>,
  { runner, place: { file, isTaken }, rows, needsStore }: Left,
): void {
  const { facts } = builder;
  if (isTaken !== true) {
    const why = runner.files?.unread ?? "no usual name fits its patterns";
    builder.next(
      `See that ${runner.id} takes in ${file}: ${isTaken === undefined ? `${why} cannot be read` : why}`,
    );
  }
  const open = rows.filter(isOpen).length;
  if (open > 0 || rows.length === 0)
    builder.next(`Fill in the "?" of ${file}: the code does not tell who gets what there`);
  if (needsStore) {
    builder.next(`Give mintSession in ${file} the adapter of your configuration`);
    builder.leave(
      "The tests of users can't run before they have sessions: the command knows no store to make them in.",
    );
  }
  const own = facts.packageJson.scripts["test"] === undefined;
  const run = own
    ? scriptCommand(facts.packageManager.name, "test").join(" ")
    : runCommand(facts, runner, file);
  builder.next(`Start the app, then: ${run}`);
}
