import type { ProjectFiles } from "../../../cli/project/files.js";
import type { RouteFile } from "../next/protect.js";

const routeOf = (file: string, route: string): RouteFile => ({
  file,
  route,
  isPage: !route.startsWith("/api/"),
});

/** Pages and API routes with their addresses. */
export function routesIn(files: ProjectFiles, folder: string): RouteFile[] {
  const found: RouteFile[] = [];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const name of files.list(at)) {
      const whole = `${at}/${name}`;
      if (name.endsWith("/")) folders.push(whole.slice(0, -1));
      else if (
        /^(?!_(?:app|document|error)\.).*\.[jt]sx?$/.test(name) &&
        !/\.(?:d|test|spec)\.\w+$/.test(name)
      )
        found.push(routeOf(whole, addressOf(whole, folder)));
    }
  }
  return found.sort((a, b) => a.route.localeCompare(b.route));
}

const addressOf = (file: string, folder: string): string =>
  file
    .slice(folder.length)
    .replace(/\.\w+$/, "")
    .replace(/\/index$/, "") || "/";
