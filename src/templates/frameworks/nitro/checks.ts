import { isPrivatePath } from "../../../cli/doctor/checks/private-paths.js";
import { finding, type Finding } from "../../../cli/doctor/finding.js";
import {
  configMember,
  configuredBasePath,
  type SourceText,
  type Survey,
} from "../../../cli/doctor/survey.js";
import { readsSession } from "../../../cli/source/probes.js";
import { pathInGuard } from "../../../cli/source/requirement.js";
import { notMounted } from "../server/checks/mount.js";
import { checkTrustProxy } from "../server/checks/trust-proxy.js";
import { endpointRoute, routesIn, scannedFolder } from "./place.js";

/** A Nitro app, whose files are its routes and its middleware. */
export const checkNitro = (all: Survey): readonly Finding[] =>
  all.auth ? [...checkTrustProxy(all), ...checkEndpoints(all), ...checkRoutes(all)] : [];

function checkEndpoints(all: Survey): Finding[] {
  const route = endpointRoute(all.facts.files);
  if (route === undefined) return [notMounted(all)];
  const configured = configuredBasePath(all);
  const member = configMember(all, "basePath");
  if (configured === undefined || member === undefined || configured === route.address) return [];
  const message = `basePath is ${configured}, ${route.file} answers at ${route.address}.`;
  return [finding("AUTH_D_BASE_PATH", { ...member.at, message, fix: `basePath: "${route.address}"` })];
}

function checkRoutes(all: Survey): Finding[] {
  const folder = scannedFolder(all.facts.files) ?? "";
  const guards = all.sources
    .filter(({ path }) => path.startsWith(`${folder}middleware/`))
    .flatMap(guardedPaths);
  const textOf = new Map(all.sources.map(({ path, code }) => [path, code]));
  return routesIn(all.facts.files, folder).flatMap(({ file, address }) => {
    if (!isPrivatePath(address) || readsSession(textOf.get(file) ?? "")) return [];
    if (guards.some((guard) => covers(guard, address))) return [];
    const message = `${address} looks private and never reads the session.`;
    return [finding("AUTH_D_UNGUARDED_ROUTE", { path: file, line: 1, message })];
  });
}

/** The paths that middleware guards; "" for every one. */
const guardedPaths = ({ calls }: SourceText): readonly string[] =>
  calls
    .filter(({ callee }) => callee.endsWith(".require"))
    .map(({ callee, args }) => pathInGuard(`${callee}(${args.join(", ")})`) ?? "");

function covers(guard: string, address: string): boolean {
  const parts = address.split("/");
  return guard.split("/").every((part, at) => part === parts[at] || (part === "*" && at < parts.length));
}
