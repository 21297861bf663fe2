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
  { part: "files", heading: "What the team has" },
  { part: "billing", heading: "What the team pays" },
];

type Written = (route: OwnRoute) => ByHand;

const line =
  (file: string, before: string, route: (address: string, heading: string) => string): Written =>
  ({ part, heading }) => ({
    file,
    instead: before,
    lines: `${route(`/${part}/:team`, heading)}\n\n${before}`,
  });

const nextPage: Written = ({ part, heading }) => ({
  file: `app/${part}/[team]/page.tsx`,
  lines: `export default function Page() {
  return <h1>${heading}</h1>;
}
`,
});

const nextHandler: Written = ({ part, heading }) => ({
  file: `app/${part}/[team]/route.ts`,
  lines: `export function GET() {
  return new Response("<h1>${heading}</h1>", { headers: { "content-type": "text/html" } });
}
`,
});

const written: Readonly<Record<Framework, Written>> = {
  // A page has begun to answer before its guard says no: what comes as status shows in handlers alone.
  next: (route) => (route.part === "teams" ? nextPage : nextHandler)(route),
  sveltekit: ({ part, heading }) => ({
    file: `src/routes/${part}/[team]/+page.svelte`,
    lines: `<h1>${heading}</h1>\n`,
  }),
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
