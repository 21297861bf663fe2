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

/** The headers of the request that server code is answering. This call makes Next treat a route as dynamic. */
export async function currentHeaders(): Promise<Pick<globalThis.Headers, "get">> {
  const { headers } = await headersModule();
  const list = await headers();
  await untilRequested();
  return list;
}

/**
 * With partial prefetching Next renders ahead even what reads headers, and reports every look at the clock there;
 * whether a session is over is a question to the clock. Next.js 14 has neither.
 */
async function untilRequested(): Promise<void> {
  const server = await serverModule();
  if (!("connection" in server)) return;
  try {
    await server.connection();
  } catch (error) {
    // A test that stands in for the headers has no request; everything else that is thrown here steers Next.
    if (!(error instanceof Error && error.message.includes("outside a request scope"))) throw error;
  }
}
