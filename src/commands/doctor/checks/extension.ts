/** Sessions that nothing lets live on. */
import { guardsOf } from "../../../cli/findings/auth-expressions.js";
import { ts } from "../../../cli/source/syntax/syntax.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { stringOf } from "../../../cli/source/configuration/literals.js";
import { configMember, placeIn, type Survey } from "../../../cli/findings/survey.js";
import { packageName } from "../../../cli/formats/own-package.js";

/** Plugins whose sessions are counted in the store, which a guard that reads tokens alone cannot ask. */
const counting: readonly string[] = ["account", "password"];

/** Whatever asks the endpoint `/session`. */
const clients: ReadonlySet<string> = new Set(["client", "react", "vue", "svelte"]);

/** A guard that asks no store extends no session that the store can end; something else in the app has to. */
export function checkExtension(all: Survey): Finding[] {
  const isCounted = all.configuration?.plugins.some(({ id = "" }) => counting.includes(id)) === true;
  const strategy = stringOf(configMember(all, "session.strategy")?.value);
  if (!isCounted || strategy !== "jwt" || (all.configuration?.unreadable ?? []).length > 0) return [];
  const guard = all.sources.flatMap((source) =>
    source.imports
      .filter(({ specifier, typeOnly }) => specifier === `${packageName}/next/guard` && !typeOnly)
      .map(({ start }) => placeIn(source, start)),
  )[0];
  if (guard === undefined || all.sources.some((one) => mayExtend(one) || isAround(all, one))) return [];
  return [finding("AUTH_D_NOT_EXTENDED", guard)];
}

/** By a client that asks for the session, an address that is asked, or `auth` around a handler or with a response. */
function mayExtend({ imports, passedOn, calls, texts }: Survey["sources"][number]): boolean {
  return (
    [...imports, ...passedOn].some(({ specifier }) =>
      clients.has(specifier.slice(packageName.length + 1).split("/")[0] ?? ""),
    ) ||
    texts.some(({ text }) => text.endsWith("/session") || text.includes("/session?")) ||
    calls.some(({ callee, args }) => callee.split(".").at(-1) === "auth" && args.length > 0)
  );
}

/** `auth.require({ … }, handler)` */
const isAround = (all: Survey, { path }: Survey["sources"][number]): boolean =>
  guardsOf(all, path).some(({ node }) => ts.isCallExpression(node) && node.arguments.length > 1);
