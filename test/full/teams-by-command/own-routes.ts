/** Routes that the app has before the first command: each shows a heading to everybody. */
import type { ByHand } from "../everyday/job.js";

export type Framework = "next" | "express" | "sveltekit" | "hono";

/** A route below the slug of a team, such as `/teams/:team`. */
export interface OwnRoute {
  /** Its first part. */
  readonly part: string;
  readonly heading: string;
}

export const ownRoutes: readonly OwnRoute[] = [
  { part: "teams", heading: "The team" },
  { part: "billing", heading: "What the team pays" },
];

type Written = (route: OwnRoute) => ByHand;

const page =
  (folder: string, file: string, text: (heading: string) => string): Written =>
  ({ part, heading }) => ({ file: `${folder}/${part}/[team]/${file}`, lines: text(heading) });

const line =
  (file: string, before: string, route: (address: string, heading: string) => string): Written =>
  ({ part, heading }) => ({
    file,
    instead: before,
    lines: `${route(`/${part}/:team`, heading)}\n\n${before}`,
  });

const written: Readonly<Record<Framework, Written>> = {
  next: page(
    "app",
    "page.tsx",
    (heading) => `export default function Page() {\n  return <h1>${heading}</h1>;\n}\n`,
  ),
  sveltekit: page("src/routes", "+page.svelte", (heading) => `<h1>${heading}</h1>\n`),
  express: line(
    "src/server.ts",
    "app.listen(port,",
    (address, heading) => `app.get("${address}", (_req, res) => void res.send("<h1>${heading}</h1>"));`,
  ),
  hono: line(
    "src/index.ts",
    "serve({",
    (address, heading) => `app.get('${address}', (c) => c.html('<h1>${heading}</h1>'))`,
  ),
};

export const ownRoutesOf = (framework: Framework): readonly ByHand[] => ownRoutes.map(written[framework]);
