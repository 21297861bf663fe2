/** What a page knows of its session, kept fresh; for the clients of all frameworks but React, which has words of its own. */
import type { Session } from "../types/entities.js";
import { askSession, type SessionView } from "./ask-session.js";
import { onAnnouncement, store, type SessionEvent, type SessionStore } from "./session-store.js";

/** The session as a page sees it. */
export interface ClientSession<Shown = Session> {
  /** The session; null: nobody, or not read yet. */
  readonly data: Shown | null;
  /** What `data` means. */
  readonly status: "loading" | "authenticated" | "unauthenticated";
}

/** Where the endpoints are, and when the session is read again. */
export interface AuthClientOptions {
  /** Path of the endpoints on the page's own origin. Default `/auth`. */
  readonly basePath?: string | undefined;
  /** Seconds between two reads while somebody is signed in; 0 (default): none. */
  readonly refetchInterval?: number | undefined;
  /** Default true: read again when the window is looked at. */
  readonly refetchOnWindowFocus?: boolean | undefined;
}

/** Keeps the session of a page. */
export interface SessionKeeper<Shown> {
  readonly view: SessionView<Shown>;
  /** Reads the session in a browser where nobody has yet. */
  begin(): void;
  /** Reads the session again, or changes it. @returns null: nobody, or no answer */
  update(data?: unknown): Promise<Shown | null>;
  /** In a browser: reads the session whenever there may be news. @returns ends it */
  keepFresh(): () => void;
}

export const stateOf = <Shown>(session: Shown | null | undefined): ClientSession<Shown> => ({
  data: session ?? null,
  status: session ? "authenticated" : session === undefined ? "loading" : "unauthenticated",
});

/**
 * @param session what a server has said; undefined: nothing
 * @param tell called with all news
 * @param isDue whether it is read once somebody wants it; default: where a server has said nothing
 */
export function keepSession<Shown>(
  { basePath = "/auth", refetchInterval = 0, refetchOnWindowFocus = true }: AuthClientOptions,
  session: Shown | null | undefined,
  tell: (state: ClientSession<Shown>) => void,
  isDue: boolean = session === undefined,
): SessionKeeper<Shown> {
  // While a page is rendered on a server nothing is read or listened to.
  const isBrowser = typeof window !== "undefined";
  if (isBrowser) store.basePath = basePath;
  const view: SessionView<Shown> = {
    asked: 0,
    shown: 0,
    show: (answer) => tell(stateOf((session = answer))),
  };
  const read = async (event?: SessionEvent) => {
    const answer = await askSession(view, event);
    // Without an answer what was known stays; where nothing was, the next look asks again.
    if (answer === undefined && session === undefined) tell(stateOf<Shown>(null));
  };
  const refetch = async (event: SessionEvent = "storage") => {
    // Who is not signed in becomes so by news of another tab or a visit of the sign-in page alone.
    if (event === "storage" || (session !== null && !isDue)) await read(event);
  };
  return {
    view,
    begin() {
      // The first read of a page that somebody has come back to, signed in, is news to the other tabs.
      if (isBrowser && isDue) void read();
      isDue = false;
    },
    async update(data) {
      isDue = false;
      return (await askSession(view, undefined, data)) ?? null;
    },
    keepFresh() {
      if (!isBrowser) return () => undefined;
      const end = hear(refetch, refetchInterval, refetchOnWindowFocus);
      return () => {
        end();
        isDue = true;
      };
    },
  };
}

/** @param interval in seconds; 0: none. @returns ends it */
function hear(refetch: SessionStore["refetch"], interval: number, onFocus: boolean): () => void {
  store.refetch = refetch;
  const unheard = onAnnouncement(() => void refetch());
  const look = () => {
    if (document.visibilityState === "visible") void refetch("visibilitychange");
  };
  if (onFocus) document.addEventListener("visibilitychange", look);
  const timer = interval > 0 ? setInterval(refetch, interval * 1000, "poll") : undefined;
  return () => {
    unheard();
    document.removeEventListener("visibilitychange", look);
    clearInterval(timer);
    store.refetch = async () => undefined;
  };
}
