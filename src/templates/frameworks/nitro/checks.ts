/** What doctor finds in a Nitro app. */
import { guardsOf } from "../../../cli/findings/auth-expressions.js";
import { isPrivatePath } from "../../../cli/findings/private-paths.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { retextOption } from "../../../cli/findings/retext.js";
import { configMember, configuredBasePath, type Survey } from "../../../cli/findings/survey.js";
import { readsSession } from "../../../cli/source/syntax/probes.js";
import { checkPages, notMounted } from "../server/mount-checks.js";
import { checkTrustProxy, covers } from "../server/checks.js";
import { endpointRoute, routesIn, scannedFolder } from "./place.js";
import { guardsBelow } from "./protect.js";

/** A Nitro app, whose files are its routes and its middleware. */
export const checkNitro = (all: Survey): readonly Finding[] =>
  all.auth ? [...checkTrustProxy(all), ...checkEndpoints(all), ...checkRoutes(all)] : [];

function checkEndpoints(all: Survey): Finding[] {
  const route = endpointRoute(all.facts.files);
  if (route === undefined) return [notMounted(all)];
  return [...checkBase(all, route.address, route.file), ...checkPages(all, pagesLine)];
}

const pagesLine = "export default auth.pages; in a file of middleware/";

function checkBase(all: Survey, address: string, file: string): Finding[] {
  const configured = configuredBasePath(all);
  const member = configMember(all, "basePath");
  if (configured === undefined || member === undefined || configured === address) return [];
  const message = `basePath is ${configured}, ${file} answers at ${address}.`;
  const repair = retextOption(all, member, address);
  return [finding("AUTH_D_BASE_PATH", { ...member.at, message, fix: `basePath: "${address}"`, repair })];
}

function checkRoutes(all: Survey): Finding[] {
  const folder = scannedFolder(all.facts.files) ?? "";
  const guards = guardsBelow(all, `${folder}middleware/`);
  const textOf = new Map(all.sources.map(({ path, code }) => [path, code]));
  return routesIn(all.facts.files, folder).flatMap(({ file, address }) => {
    if (!isPrivatePath(address) || readsSession(textOf.get(file) ?? "")) return [];
    if (guards.some(({ pattern }) => covers(pattern, address)) || guardsOf(all, file).length > 0) return [];
    const message = `${address} looks private and never reads the session.`;
    return [finding("AUTH_D_UNGUARDED_ROUTE", { path: file, line: 1, message })];
  });
}
