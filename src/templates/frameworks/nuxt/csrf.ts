/** Modules of Nuxt that refuse forms without a token of their own, and the rules that let the forms of sign-in through. */
import type { InitContext } from "../init-context.js";
import type { ProjectFiles } from "../../../cli/project/files.js";
import { holdsAt } from "../../../cli/source/routes/route-path.js";
import { listMember } from "../../../cli/source/syntax/probes.js";
import { parse, ts } from "../../../cli/source/syntax/syntax.js";
import { exportedObject, memberObject, membersOf, routeRulesIn } from "../nitro/rules.js";
import { nuxtConfig } from "./place.js";

export interface CsrfModule {
  readonly file: string;
  readonly name: string;
}

/** nuxt-security has the guard of nuxt-csurf where it is asked for. */
const modules = [
  { name: "nuxt-csurf", option: "csurf", isOn: true },
  { name: "nuxt-security", option: "security", isOn: false },
] as const;

/** The module that nuxt.config names, and that no rule switches off for the endpoints. */
export function csrfModule(files: ProjectFiles, base: string): CsrfModule | undefined {
  const { file = "", text = "" } = nuxtConfig(files) ?? {};
  const named = listMember(text, "modules");
  const object = exportedObject(parse(text, file));
  const found = modules.find(({ name, option, isOn }) => {
    const options = object && memberObject(object, option);
    const said = options && membersOf(options)[option === "csurf" ? "enabled" : "csrf"];
    return named.includes(name) && (said === undefined ? isOn : !isFalse(said));
  });
  const isOff = routeRulesIn(text, file).some(
    ({ pattern, members }) => holdsAt(pattern, `${base}/signin`, true) && isFalse(members["csurf"]),
  );
  return found === undefined || isOff ? undefined : { file, name: found.name };
}

const isFalse = (value: ts.Expression | undefined): boolean => value?.kind === ts.SyntaxKind.FalseKeyword;

/** @param pages addresses of built-in pages, some of which take forms themselves */
export const rulesFor = (base: string, pages: readonly string[]): string =>
  `routeRules: { ${[`${base}/**`, ...pages].map((path) => `"${path}": { csurf: false }`).join(", ")} }`;

/** What `auth init` leaves to a person, whose rules may say more. */
export function warnOfCsrf({ builder, answers: { framework }, places }: InitContext): void {
  const { facts } = builder;
  const guard = csrfModule(facts.files, framework.basePath);
  if (guard === undefined) return;
  builder.warn(
    "AUTH_W_CSRF_GUARD",
    `${guard.file}: ${guard.name} refuses the forms of sign-in: they carry no token of it. Write: ${rulesFor(framework.basePath, places.addresses)}`,
  );
}
