/** What doctor finds in a server of node:http alone. */
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { authExpressionsOf, writtenIn } from "../../../cli/findings/auth-expressions.js";
import { placeIn, type SourceText, type Survey } from "../../../cli/findings/survey.js";
import type { SourceFunction } from "../../../cli/source/syntax/source-facts.js";
import { checkModuleSystem, checkTrustProxy } from "../server/checks.js";
import { checkPages, notMounted } from "../server/mount-checks.js";

/** A server that answers the endpoints in its listener, or puts a function of the auth file around it. */
export function checkNodeHttp(all: Survey): readonly Finding[] {
  if (!all.auth) return [];
  const { isHandler } = authExpressionsOf(all);
  const sites = all.sources.flatMap((source) =>
    source.calls
      .filter(({ callee }) => isHandler(writtenIn(source)(callee)))
      .map(({ start }) => ({ source, holder: holderOf(source, start) })),
  );
  const used = sites.filter(({ source, holder }) => holder === undefined || isUsed(all, source, holder.name));
  const found = [...checkModuleSystem(all), ...checkTrustProxy(all)];
  if (used.length === 0) return [...found, notMounted(all)];
  return [
    ...found,
    ...checkPages(all, "if (await auth.pages(req, res)) return;"),
    ...used.flatMap(({ holder }) => (holder === undefined ? [] : aroundItself(all, holder.name))),
  ];
}

/** The outermost function that a call stands in, where it has a name. */
function holderOf({ functions }: SourceText, start: number): SourceFunction | undefined {
  const [outermost] = functions
    .filter((one) => one.start <= start && start < one.start + one.code.length)
    .sort((a, b) => a.start - b.start);
  return outermost?.name === "" ? undefined : outermost;
}

/** Whether another file names a function, or the server file more than where it is written. */
const isUsed = ({ sources, facts }: Survey, home: SourceText, name: string): boolean =>
  sources.some(
    ({ path, names }) =>
      (names.get(name) ?? 0) > (path === home.path ? 1 : 0) &&
      (path !== home.path || path === facts.serverFile),
  );

/** `withAuth(withAuth(listener))`. */
function aroundItself({ sources }: Survey, name: string): Finding[] {
  return sources.flatMap((source) =>
    source.calls
      .filter(({ callee, args }) => callee === name && args.some((arg) => arg.startsWith(`${name}(`)))
      .map(({ start }) => {
        const at = placeIn(source, start);
        return finding("AUTH_D_MOUNTED_TWICE", {
          ...at,
          message: `Line ${at.line} puts ${name}() around itself.`,
        });
      }),
  );
}
