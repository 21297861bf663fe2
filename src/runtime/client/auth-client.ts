/** The session in a browser without a framework of components, kept fresh while somebody listens. */
import type { Session } from "../types/entities.js";
import type { SessionOf, ShowsSession } from "../types/session-of.js";
import { getSession, postSession } from "./calls.js";
import { onAnnouncement, store, type SessionEvent } from "./session-store.js";

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

/** What {@link createAuthClient} returns. */
export interface AuthClient<Shown = Session> {
  /** What is known now. */
  get(): ClientSession<Shown>;
  /**
   * Listens; while anyone does, the session is read again when another tab changes it and when the window is looked at.
   *
   * @param listener called at once, and after each change
   * @returns ends the listening
   */
  subscribe(listener: (session: ClientSession<Shown>) => void): () => void;
  /**
   * Reads the session again, or changes it.
   *
   * @param data goes to the callbacks `jwt` or `session` as the update's `session`
   * @returns null when nobody is signed in, or the endpoints do not answer (the console says why)
   */
  update(data?: unknown): Promise<Shown | null>;
}

/**
 * Makes a page's view of its session. One for each page: the address of the endpoints counts for `signIn` and
 * `signOut` too.
 *
 * @typeParam Auth `typeof auth` of the server, imported as a type
 * @example
 * import { createAuthClient, signIn } from "authwright/client";
 * import type { auth } from "../../server/src/auth.js";
 *
 * const client = createAuthClient<typeof auth>();
 * client.subscribe(({ data, status }) => {
 *   document.title = status === "authenticated" ? String(data?.user?.name) : "Shop";
 * });
 * document.querySelector("button")?.addEventListener("click", () => signIn("github"));
 */
export function createAuthClient<Auth extends ShowsSession<unknown> = ShowsSession<Session>>(
  options: AuthClientOptions = {},
): AuthClient<SessionOf<Auth>> {
  return keepSession<SessionOf<Auth>>(options);
}

/** A client that can be told, too. */
export interface SessionKeeper<Shown> extends AuthClient<Shown> {
  /** Takes over what a server has said. */
  show(session: Session | null): Shown | null;
}

const stateOf = <Shown>(session: Shown | null | undefined): ClientSession<Shown> => ({
  data: session ?? null,
  status: session ? "authenticated" : session === undefined ? "loading" : "unauthenticated",
});

/** @param known what a server has said before; undefined: nothing */
export function keepSession<Shown>(options: AuthClientOptions, known?: Shown | null): SessionKeeper<Shown> {
  const { basePath = "/auth" } = options;
  store.basePath = basePath;
  const listeners = new Set<(session: ClientSession<Shown>) => void>();
  let current = stateOf(known);
  let stop: (() => void) | undefined;
  const show = (session: Session | null): Shown | null => {
    store.session = session;
    current = stateOf(session as Shown | null);
    for (const listener of listeners) listener(current);
    return current.data;
  };
  const refetch = async (event?: SessionEvent) => {
    // Who is not signed in becomes so by news of another tab or a visit of the sign-in page alone.
    if (store.session === null && event && event !== "storage") return;
    show(await getSession({ broadcast: event !== "storage" }));
  };
  return {
    get: () => current,
    show,
    subscribe(listener) {
      listeners.add(listener);
      listener(current);
      // While a page is rendered on a server nothing is read or listened to.
      if (typeof window !== "undefined") stop ??= keepFresh(options, refetch);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    async update(data) {
      const fresh = data === undefined ? await getSession() : await postSession(data);
      return fresh && show(fresh);
    },
  };
}

/** Reads it now, and whenever there may be news. @returns ends it */
function keepFresh(
  { refetchInterval = 0, refetchOnWindowFocus = true }: AuthClientOptions,
  refetch: (event?: SessionEvent) => Promise<void>,
): () => void {
  void refetch();
  store.refetch = (event = "storage") => refetch(event);
  const unheard = onAnnouncement(() => void refetch("storage"));
  const look = () => {
    if (document.visibilityState === "visible") void refetch("visibilitychange");
  };
  if (refetchOnWindowFocus) document.addEventListener("visibilitychange", look);
  const timer = refetchInterval > 0 ? setInterval(refetch, refetchInterval * 1000, "poll") : undefined;
  return () => {
    unheard();
    document.removeEventListener("visibilitychange", look);
    clearInterval(timer);
    store.refetch = async () => undefined;
  };
}
