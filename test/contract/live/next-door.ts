/** The same duel through Next: an app that asks for its sign-in in every form that there is, outside of a Next server. */
import { parseSetCookie, stringifySetCookie } from "cookie";
import { NextRequest } from "next/server.js";
import theirs from "next-auth";
import ours from "../../../src/runtime/integrations/next/index.js";
import type { App } from "./app.js";
import type { Doors } from "./duel.js";
import { enter } from "./next-double.js";
import type { Handler } from "./side.js";

/** How the app is written, and what stands between it and its visitors. */
export interface Layout {
  readonly source: "object" | "function" | "promise";
  readonly authorized:
    | "absent"
    | "signed-in"
    | "yes"
    | "no"
    | "nothing"
    | "answer"
    | "elsewhere"
    | "sign-in-page"
    | "throws";
  /** Is the base path in the configuration, or does it come from AUTH_URL and from what Next apps usually have? */
  readonly namesBasePath: boolean;
  /** Options that the environment gives in place of the configuration. */
  readonly leavesOut: readonly ("secret" | "trustHost")[];
  /** The origin that Next builds URLs from, where it is not that of the site. */
  readonly inside: string | undefined;
}

/** A request with this header is seen as the proxy sees it, before it comes to the endpoints. */
export const beforeEndpoints = "x-before-endpoints";

export const usualLayout: Layout = {
  source: "object",
  authorized: "absent",
  namesBasePath: true,
  leavesOut: [],
  inside: undefined,
};

type Form = (...args: unknown[]) => unknown;

/** What both libraries give to an app. */
interface Built {
  readonly handlers: Record<"GET" | "POST", (request: NextRequest) => Promise<Response>>;
  readonly auth: Form;
  readonly signIn: Form;
  readonly signOut: Form;
  readonly unstable_update: Form;
}
type Library = (config: unknown) => Built;

const verdicts: Record<Layout["authorized"], ((params: Asked) => unknown) | undefined> = {
  absent: undefined,
  "signed-in": ({ auth }) => auth !== null,
  yes: () => true,
  no: () => false,
  nothing: () => undefined,
  answer: () => Response.json("no", { status: 401 }),
  elsewhere: ({ request }) => Response.redirect(new URL("/elsewhere", request.url)),
  "sign-in-page": ({ request, auth }) =>
    auth !== null || Response.redirect(new URL("/login?from=callback", request.url)),
  throws: () => {
    throw new Error("authorized");
  },
};
export const verdictNames = (Object.keys(verdicts) as Layout["authorized"][]).filter(
  (name) => name !== "absent",
);
interface Asked {
  readonly auth: unknown;
  readonly request: NextRequest;
}

function build(library: Library, app: App, layout: Layout): Built {
  const { basePath, ...rest } = app.config;
  const authorized = verdicts[layout.authorized];
  const config = {
    ...rest,
    ...(layout.namesBasePath && { basePath }),
    callbacks: {
      ...rest.callbacks,
      ...(authorized && app.calls.wrap("callback", { authorized })),
    },
  };
  for (const name of layout.leavesOut) delete (config as Record<string, unknown>)[name];
  if (layout.source === "object") return library(config);
  return library((request: unknown) => {
    app.calls.add(
      "config",
      request === undefined ? "no request" : request instanceof Request ? "web" : "node",
    );
    return layout.source === "function" ? config : Promise.resolve(config);
  });
}

function doorOf(library: Library, layout: Layout): Handler {
  const built = new WeakMap<App, Built>();
  return async (request, app) => {
    const known = built.get(app) ?? build(library, app, layout);
    built.set(app, known);
    const asked = await arriving(request, layout);
    const { pathname } = asked.nextUrl;
    const form = Object.keys(forms).find(
      (prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`),
    );
    const scene = enter(asked.headers);
    if (form !== undefined) {
      const answer = await outcome(() => forms[form]!(known, asked));
      // Next writes the same attributes in another order.
      for (const line of scene.answer.getSetCookie())
        answer.headers.append("set-cookie", stringifySetCookie(parseSetCookie(line)));
      return answer;
    }
    const isBefore = asked.headers.get(beforeEndpoints) !== null;
    if (isBefore || !pathname.startsWith(`${app.config.basePath}/`)) {
      return outcome(() => known.auth(asked, {}) as Promise<Response>);
    }
    const method = asked.method === "HEAD" ? "GET" : asked.method;
    if (method !== "GET" && method !== "POST") return new Response(null, { status: 405 });
    return known.handlers[method](asked);
  };
}

/**
 * The request as Next hands it on, with the headers by which Next names the site. A shot that sends one of them itself
 * stands for what is in front of the app; an empty one is not sent.
 */
async function arriving(request: Request, { inside }: Layout): Promise<NextRequest> {
  const site = new URL(request.url);
  const seen = new URL(inside ?? site.origin);
  const headers = new Headers(request.headers);
  const named = {
    host: seen.host,
    "x-forwarded-host": seen.host,
    "x-forwarded-proto": seen.protocol.slice(0, -1),
  };
  for (const [name, value] of Object.entries(named)) {
    const sent = headers.get(name);
    if (sent === null) headers.set(name, value);
    else if (sent === "") headers.delete(name);
  }
  const host = request.headers.get("host");
  if (host !== null) seen.host = host;
  const body = request.body === null ? undefined : await request.arrayBuffer();
  return new NextRequest(seen.origin + site.href.slice(site.origin.length), {
    method: request.method,
    headers,
    ...(body !== undefined && { body }),
  });
}

/** What the forms are given by whoever calls them: the body of a POST. */
interface Given {
  readonly provider?: string;
  readonly options?: Record<string, string>;
  readonly isForm?: boolean;
  readonly params?: Record<string, string>;
  readonly data?: unknown;
}

/** Pages and actions of the app, by where they are. */
const forms: Record<string, (app: Built, request: NextRequest) => Promise<Response>> = {
  "/in/component": async ({ auth }) => Response.json({ returned: await auth() }),
  "/in/api": async ({ auth }, request) => {
    const [req, res] = nodePair(request);
    return res.answer(await auth(req, res));
  },
  "/in/props": async ({ auth }, request) => {
    const [req, res] = nodePair(request);
    return res.answer(await auth({ req, res, query: {} }));
  },
  "/in/web-props": async ({ auth }, request) => {
    const res = new Response();
    const returned = await auth({ req: nodePair(request)[0], res });
    return Response.json({ returned }, { headers: res.headers });
  },
  "/in/route": async ({ auth }, request) => {
    const route = (await auth(routes[request.nextUrl.searchParams.get("does") ?? "tells"])) as Form;
    return route(request, { params: Promise.resolve({ id: "7" }) }) as Promise<Response>;
  },
  "/do/signin": act,
  "/do/callback": act,
  "/do/signout": async ({ signOut }, request) => {
    const { options } = (await request.json()) as Given;
    const returned = await signOut(options);
    return returnedUrl(typeof returned === "string" ? returned : (returned as { redirect: string }).redirect);
  },
  "/do/session": async ({ unstable_update: update }, request) => {
    const { data } = (await request.json()) as Given;
    return Response.json({ returned: await update(data) });
  },
};

async function act({ signIn }: Built, request: NextRequest): Promise<Response> {
  const { provider, options, isForm, params } = (await request.json()) as Given;
  const form = new FormData();
  for (const [name, value] of Object.entries(options ?? {})) form.set(name, value);
  return returnedUrl((await signIn(provider, isForm === true ? form : options, params)) as string);
}

/** With the address as a header too, where it is one of a provider: the browser goes there by itself then. */
function returnedUrl(url: string): Response {
  const headers = { ...(url.includes("redirect_uri=") && { location: url }) };
  return Response.json({ url, isReturned: true }, { headers });
}

const routes: Record<string, Form> = {
  tells: async (request, context) => {
    const { auth, url, headers } = request as NextRequest & { auth: unknown };
    const { params } = context as { params: Promise<unknown> };
    return Response.json({ auth, url, params: await params, host: headers.get("host") });
  },
  nothing: () => undefined,
  moves: (request) => Response.redirect(new URL("/moved", (request as NextRequest).url)),
  "sets-cookie": () => new Response("done", { headers: { "set-cookie": "own=1; Path=/" }, status: 201 }),
  throws: () => {
    throw new Error("route");
  },
};

function nodePair(request: NextRequest) {
  const lines: string[] = [];
  const req = { headers: Object.fromEntries(request.headers), url: request.nextUrl.pathname, method: "GET" };
  const res = {
    appendHeader: (name: string, value: string) => void lines.push(`${name}: ${value}`),
    answer: (returned: unknown) => {
      const answer = Response.json({ returned });
      for (const line of lines) answer.headers.append("set-cookie", line.replace(/^set-cookie: /, ""));
      return answer;
    },
  };
  return [req, res] as const;
}

/** Where it was led by `redirect()`, or what it threw, as an answer that can be compared. */
async function outcome(run: () => Promise<Response>): Promise<Response> {
  try {
    const answer = await run();
    // Answers of Response.redirect have headers that cannot be changed.
    return new Response(answer.body, answer);
  } catch (thrown) {
    const { digest, name, type, code } = thrown as Record<string, string | undefined>;
    if (digest?.startsWith("NEXT_REDIRECT;")) {
      const [, , ...rest] = digest.split(";");
      const url = rest.slice(0, -2).join(";");
      return Response.json({ url }, { status: 307, headers: { location: url } });
    }
    return Response.json({ threw: type ?? name, code }, { status: 500 });
  }
}

export const nextDoors = (layout: Layout): Doors => ({
  theirs: doorOf(theirs as unknown as Library, layout),
  ours: doorOf(ours as unknown as Library, layout),
});
