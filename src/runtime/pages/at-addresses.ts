/** Answers at the addresses of pages: loaded by who answers requests with the option `pageAddresses`. */
import { AuthError } from "../errors/index.js";
import type { ActionRequest } from "../http/action-request.js";
import { type FlowResult, methodNotAllowed, redirect } from "../http/flow-result.js";
import { cleanPath } from "../http/path.js";
import type { RequestScope } from "../types/flow.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import { isOfCore, isThere, type JudgedAddresses, rewrittenTo, withOwnAddresses } from "./page-addresses.js";
import { pages } from "./page-table.js";

/** What is wrong where the endpoints are. The guard of a Next.js app knows neither plugins nor the route files. */
function misplaced(resolved: ResolvedConfig, basePath: string): AuthError | undefined {
  for (const { name, address, page } of (resolved.addresses as JudgedAddresses | undefined)?.placed ?? []) {
    if (basePath !== "" && `${address}/`.startsWith(`${basePath}/`))
      return new AuthError(`pageAddresses.${name}: ${address} is below ${basePath}, where the endpoints are`);
    if (!isThere(resolved, page))
      return new AuthError(
        `pageAddresses.${name}: no plugin of the configuration has this page, and it is none of ${Object.keys(pages).join(", ")}`,
      );
  }
  return undefined;
}

/**
 * Answers a request of an app with the option: at the address of a page as at its path below the base path; a GET of that
 * path leads to the address.
 *
 * @param run what answers below the base path
 */
export async function atAddresses(
  given: RequestScope,
  run: (scope: RequestScope) => Promise<FlowResult>,
): Promise<FlowResult> {
  const { request, site } = given;
  const resolved = withOwnAddresses(given.resolved);
  const problem = resolved.problem ?? misplaced(resolved, site.basePath);
  const scope = { ...given, resolved: { ...resolved, problem } };
  const path = pathOf(request, resolved, site.basePath);
  if (path !== undefined) return answerPage(scope, path, run);
  const address =
    request.method === "GET" && problem === undefined ? resolved.addresses?.of(request.path) : undefined;
  if (address === undefined) return run(scope);
  const query = request.query().toString();
  // Without an origin, so that a proxy whose headers nobody trusts leads nobody to the host behind it.
  return redirect(query === "" ? address : `${address}?${query}`);
}

/**
 * The page that is asked for at its address, by its path below the base path. Next.js takes its own base path off, which is
 * the beginning of ours: with endpoints at `/shop/api/auth` it asks for `/sign-in` where the address is `/shop/sign-in`.
 */
function pathOf(
  { pathname, path }: ActionRequest,
  { addresses }: ResolvedConfig,
  basePath: string,
): string | undefined {
  const rewritten = path.startsWith(`${rewrittenTo}/`)
    ? cleanPath(path.slice(rewrittenTo.length))
    : undefined;
  const fronts = basePath.split("/").map((_, count, parts) => parts.slice(0, count + 1).join("/"));
  const asked = rewritten === undefined ? fronts.map((front) => front + pathname) : [rewritten];
  return asked.map((address) => addresses?.pageAt(address)).find((found) => found !== undefined);
}

async function answerPage(
  scope: RequestScope,
  path: string,
  run: (scope: RequestScope) => Promise<FlowResult>,
): Promise<FlowResult> {
  const { method } = scope.request;
  const isHead = method === "HEAD";
  // The form of a plugin's page leads to the page itself; those of the core lead below the base path.
  if (!isHead && method !== "GET" && isOfCore(path)) return methodNotAllowed();
  const result = await run({ ...scope, request: requestAt(scope.request, path, isHead ? "GET" : method) });
  if (!isHead) return result;
  return result.kind === "json"
    ? { ...result, text: "" }
    : "body" in result
      ? { ...result, body: "" }
      : result;
}

/** The same request, as if it had asked below the base path. */
const requestAt = (request: ActionRequest, path: string, method: string): ActionRequest => ({
  method,
  path,
  pathname: request.pathname,
  clientAddress: request.clientAddress,
  header: (name) => request.header(name),
  query: () => request.query(),
  cookie: (name) => request.cookie(name),
  body: () => request.body(),
  asksForJson: () => request.asksForJson(),
  toRequest: (body) => request.toRequest(body),
});
