import type { ProjectFiles } from "../../../cli/project/files.js";
import type { RouteFile } from "../next/protect.js";
import { addressOf } from "./address.js";

const routeFile = /\/route\.[jt]s$/;

/** Pages and route handlers with their addresses. */
export function routesIn(files: ProjectFiles, folder: string): RouteFile[] {
  const found: RouteFile[] = [];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const name of files.list(at)) {
      const whole = `${at}/${name}`;
      // A folder with an underscore is private; "(.)" and the like show other addresses in place.
      if (name.endsWith("/")) {
        if (!/^_|^\(\.{1,3}\)/.test(name)) folders.push(whole.slice(0, -1));
      } else if (/^(?:page\.[jt]sx?|route\.[jt]s)$/.test(name))
        found.push({ file: whole, route: addressOf(whole, folder), isPage: !routeFile.test(whole) });
    }
  }
  return found.sort((a, b) => a.route.localeCompare(b.route));
}
