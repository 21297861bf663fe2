/** May this request go on? By what a guarded handler asks for, else by the callback `authorized`. */
import type { NextRequest } from "next/server.js";
import { toWebResponse } from "../../http/web.js";
import { admit } from "../../server-functions/admit.js";
import type { Requirement } from "../../server-functions/requirement.js";
import type { Session } from "../../types/entities.js";
import type { Compiled, SessionRead } from "../../types/flow.js";
import type { Site } from "./site.js";
import type { FrameworkAuthConfig } from "./types.js";

interface Asked {
  readonly config: FrameworkAuthConfig;
  readonly session: Session | null;
  readonly read: SessionRead;
  readonly site: Site;
  readonly requirement: Requirement | undefined;
}

/** @returns true or what `authorized` says; a Response is the answer to who may not go on */
export async function verdictOn(request: NextRequest, asked: Asked): Promise<unknown> {
  const { config, session, read, site, requirement } = asked;
  if (requirement === undefined)
    return config.callbacks?.authorized ? config.callbacks.authorized({ request, auth: session }) : true;
  const { method, nextUrl, headers } = request;
  const target = nextUrl.basePath + nextUrl.pathname + nextUrl.search;
  const guarded = { method, target, header: (name: string) => headers.get(name) };
  const { answer } = await admit(site, { read }, guarded, requirement);
  return answer === undefined || toWebResponse(answer);
}

const overruled = Symbol.for("authwright.authorized-overruled");

/** Once a process: bundles of a development server, and configurations made anew for each request, are told together. */
export function warnOverruled({ logger }: Compiled): void {
  const home = globalThis as { [overruled]?: true };
  if (home[overruled]) return;
  home[overruled] = true;
  logger.warn(
    "authorized() said no, but a handler was given to auth(): the handler decides. Judge request.auth there",
  );
}
