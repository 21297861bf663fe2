/** `auth add-role`: a file that says who has which role, and the callbacks that show it. */
import path from "node:path";
import { moduleSpecifier } from "../../templates/stores/wiring.js";
import { packageName } from "../../cli/formats/own-package.js";
import { ownPackage } from "../../templates/frameworks/index.js";
import { render } from "../../templates/render.js";
import { insertItems } from "../../cli/edit/comma-list.js";
import { addRoleCallbacks, roleCallbacksByHand } from "../../cli/edit/role-callbacks.js";
import type { EditResult } from "../../cli/source/text/text-edit.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { lineAt } from "../../cli/source/text/layout.js";
import { detectStyle } from "../../cli/source/text/text-style.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";
import { stagedModules } from "../../cli/plan/staged-project.js";
import type { OpenConfiguration } from "../steps/open-configuration.js";
import { envPlace, styleLike } from "../../cli/plan/places.js";
import type { Plan } from "../../cli/plan/plan.js";
import { planEnv } from "../../cli/plan/secret.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** The role of who has no other one. */
export const usual = "user";
/** The variable with the addresses of the users who have a role. */
export const roleVariable = (role: string): string => `AUTH_${role.toUpperCase().replaceAll("-", "_")}S`;

/** The file with the roles, beside the one that the plan starts from. */
export const rolesFile = (authFile: string): string =>
  path.posix.join(path.posix.dirname(authFile), `roles${path.posix.extname(authFile).replace("x", "")}`);

/** @throws CliError exit 3 when the file of the roles is something else */
export async function planAddRole(
  facts: ConfiguredProject,
  opened: OpenConfiguration,
  roles: readonly string[],
): Promise<Plan> {
  const { source, framework, env } = opened;
  const builder = new PlanBuilder(facts);
  const file = rolesFile(source.file);
  await planRolesFile(builder, { file, authFile: source.file }, roles);
  await planCallbacks(builder, opened, file);
  const place = envPlace(facts, framework, env);
  const named = roles.filter((role) => role !== usual);
  const pairs = named.map((role) => ({
    key: roleVariable(role),
    value: "",
    comment: `E-mail addresses of users with the role ${role}, with commas between them`,
  }));
  planEnv(builder, place, pairs);
  for (const { key } of pairs) builder.next(`List the e-mail addresses in ${key} of ${place.file}`);
  builder.next(
    "Users who are signed in by a cookie get their role at their next sign-in, with sessions in a database at once",
  );
  return builder.finish("add-role");
}

async function planRolesFile(
  builder: PlanBuilder<ConfiguredProject>,
  { file, authFile }: { file: string; authFile: string },
  roles: readonly string[],
): Promise<void> {
  const { facts } = builder;
  const text = builder.text(file);
  if (text !== undefined) {
    builder.edit(file, await addRoles(text, file, roles), {
      reason: `adds ${roles.join(", ")}`,
      already: `${roles.join(", ")}: in the list`,
      snippet: `const roles = ["${usual}", ${roles.map((role) => `"${role}"`).join(", ")}]`,
    });
    return;
  }
  const { locateModule } = await import("../../cli/source/syntax/syntax.js");
  const style = styleLike(facts, [authFile]);
  const names = [...new Set([usual, ...roles])].map((role) => JSON.stringify(role));
  const commonjs = locateModule(builder.text(authFile) ?? "", authFile).kind === "require";
  const data = { commonjs, typed: /\.[cm]?ts$/.test(file), package: packageName, names };
  builder.create(file, render("roles/roles.hbs", data, style), "says who has which role");
}

/** Further roles at the end of the list of a file that has one. */
async function addRoles(text: string, file: string, roles: readonly string[]): Promise<EditResult> {
  const { locateTextList } = await import("../../cli/source/syntax/text-list.js");
  const located = locateTextList(text, file, "roles");
  if (located.kind === "unreadable") {
    const why = `${located.why}: the file is something else, or was changed`;
    return { kind: "manual", line: lineAt(text, located.offset), why };
  }
  const { list, values } = located.place;
  const missing = roles.filter((role) => !values.includes(role));
  if (missing.length === 0) return { kind: "edits", edits: [] };
  const style = detectStyle(text);
  const items = missing.map((role) => style.quote + role + style.quote);
  return { kind: "edits", edits: insertItems(text, list, items, style) };
}

async function planCallbacks(
  builder: PlanBuilder<ConfiguredProject>,
  { source, framework }: OpenConfiguration,
  roles: string,
): Promise<void> {
  const { facts } = builder;
  const { readAuthConfig } = await import("../../cli/source/configuration/auth-config.js");
  const open = stagedModules(builder);
  const { options, home } = readAuthConfig(source, packageName, open);
  const callbacks = options.find(({ path: option }) => option === "callbacks");
  const file = callbacks?.at.path ?? home;
  const text = builder.text(file);
  if (text === undefined)
    throw new CliError("AUTH_E_NO_CONFIG", `${file} cannot be read.`, { exitCode: exitCodes.conflict });
  const specifier = moduleSpecifier({ facts, framework }, roles, file);
  const target = { source: { file, text }, callbacks, specifier, own: ownPackage, open };
  builder.edit(file, await addRoleCallbacks(target), {
    reason: "puts the role into token and session",
    already: "the callbacks ask roleOf",
    snippet: roleCallbacksByHand(specifier),
  });
}
