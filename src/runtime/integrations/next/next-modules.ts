/**
 * The modules of Next.js that look up the current request. Its bundlers give each layer (route handlers, edge runtime)
 * a copy of its own under the names `next/headers`, `next/navigation` and `next/server` alone: the file's own name leads
 * to another copy, which knows of no request. Node without a bundler knows only the files.
 */
import type * as Headers from "next/headers.js";
import type * as Navigation from "next/navigation.js";
import type * as Server from "next/server.js";

export const headersModule = async (): Promise<typeof Headers> =>
  import("next/headers" as "next/headers.js").catch(() => import("next/headers.js"));

export const navigationModule = async (): Promise<typeof Navigation> =>
  import("next/navigation" as "next/navigation.js").catch(() => import("next/navigation.js"));

export const serverModule = async (): Promise<typeof Server> =>
  import("next/server" as "next/server.js").catch(() => import("next/server.js"));
