"use client";
import * as React from "react";
import { askSession, type SessionView } from "../client/ask-session.js";
import { onAnnouncement, type SessionEvent } from "../client/session-store.js";
import type { Session } from "../types/entities.js";
import type { SessionOf, ShowsSession } from "../types/session-of.js";
import { store } from "./calls.js";

/** Reads the session again; with data it changes it, as the callback `jwt` or `session` allows. */
// oxlint-disable-next-line no-explicit-any -- fixed by the interface: data goes to the user's own callbacks
export type UpdateSession = (data?: any) => Promise<Session | null>;

/** What `useSession` returns; with `required: true` there is no "unauthenticated". */
export type SessionContextValue<Required extends boolean = false, Shown = Session> =
  | SessionState<Shown, "authenticated">
  | SessionState<null, Required extends true ? "loading" : "unauthenticated" | "loading">;

/** The session as a component sees it. */
export interface SessionState<Data, Status extends string> {
  /** Reads the session again, or changes it. */
  update: UpdateSession;
  /** The session; null: nobody, or not read yet. */
  data: Data;
  /** What `data` means. */
  status: Status;
}

/** Holds what `useSession` gives. */
export const SessionContext: React.Context<SessionContextValue | undefined> = React.createContext<
  SessionContextValue | undefined
>(undefined);

/** Properties of `SessionProvider`. */
export interface SessionProviderProps {
  /** What can use the session. */
  children: React.ReactNode;
  /** From the server; null: nobody is signed in. Without it the session is read after mounting. */
  session?: Session | null | undefined;
  /** @deprecated has no effect in a browser */
  baseUrl?: string | undefined;
  /** Path of the endpoints; default `/api/auth`. */
  basePath?: string | undefined;
  /** Seconds between two reads while somebody is signed in; 0 (default): none. */
  refetchInterval?: number | undefined;
  /** Default true: read again when the window is looked at. */
  refetchOnWindowFocus?: boolean | undefined;
  /** false: no interval reads while the device is offline. */
  refetchWhenOffline?: false | undefined;
}

/**
 * Holds the session for `useSession` below it.
 * @example <SessionProvider session={session}>{children}</SessionProvider>
 */
export function SessionProvider(props: SessionProviderProps): React.JSX.Element {
  const {
    children,
    basePath,
    session: given,
    refetchInterval,
    refetchOnWindowFocus,
    refetchWhenOffline,
  } = props;
  if (basePath) store.basePath = basePath;
  const [session, setSession] = React.useState(given);
  const [isLoading, setLoading] = React.useState(given === undefined);

  const [view] = React.useState<SessionView<Session>>(() => ({
    asked: 0,
    shown: 0,
    show: (fresh) => setSession((store.session = fresh)),
  }));

  React.useEffect(() => {
    store.session = given;
    store.refetch = async (event) => {
      if (!isDue(event)) return;
      await askSession(view, event);
      setLoading(false);
    };
    void store.refetch();
    return () => {
      store.session = undefined;
      store.refetch = async () => undefined;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per mount: a later `session` prop is no news
  }, []);

  React.useEffect(() => onAnnouncement(() => void store.refetch("storage")), []);

  useFocus(refetchOnWindowFocus !== false);
  const isOnline = useOnline();
  usePolling(refetchWhenOffline === false && !isOnline ? 0 : (refetchInterval ?? 0));

  const value = React.useMemo(() => {
    const update: UpdateSession = async (data) => {
      setLoading(true);
      const fresh = await askSession(view, undefined, data);
      setLoading(false);
      return fresh ?? null;
    };
    const status = isLoading ? "loading" : session ? "authenticated" : "unauthenticated";
    return { data: session ?? null, status, update } as SessionContextValue;
  }, [session, isLoading]);

  return <SessionContext.Provider value={value}>{children}</SessionContext.Provider>;
}

/** The first read, and another tab's news, always; a look or a tick only when somebody is signed in. */
function isDue(event: SessionEvent | undefined): boolean {
  if (store.session === undefined || event === "storage") return true;
  return event !== undefined && store.session !== null;
}

function useFocus(isRefetched: boolean): void {
  React.useEffect(() => {
    if (!isRefetched) return undefined;
    const look = () => {
      if (document.visibilityState === "visible") void store.refetch("visibilitychange");
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [isRefetched]);
}

function usePolling(seconds: number): void {
  React.useEffect(() => {
    if (seconds === 0) return undefined;
    const timer = setInterval(() => void store.refetch("poll"), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
}

function useOnline(): boolean {
  return React.useSyncExternalStore(
    (changed) => {
      window.addEventListener("online", changed);
      window.addEventListener("offline", changed);
      return () => {
        window.removeEventListener("online", changed);
        window.removeEventListener("offline", changed);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}

/** Options of `useSession`. */
export interface UseSessionOptions<Required extends boolean> {
  /** true: who is not signed in goes to the sign-in page. */
  required: Required;
  /** Called in place of going to the sign-in page. */
  onUnauthenticated?: () => void;
}

/**
 * The session in a client component below `SessionProvider`.
 *
 * @param options `required: true` sends a stranger to the sign-in page, or calls `onUnauthenticated`
 * @throws Error in a browser, outside of a `SessionProvider`
 * @example const { data, status, update } = useSession()
 */
export function useSession<Required extends boolean = false>(
  options?: UseSessionOptions<Required>,
): SessionContextValue<Required>;
/**
 * The session with the type that the server gives it.
 *
 * @typeParam Auth `typeof auth` of the server, imported as a type
 * @typeParam Required `true` where the option is
 * @example
 * import type { auth } from "@/auth";
 * const { data } = useSession<typeof auth>();
 */
export function useSession<Auth extends ShowsSession<unknown>, Required extends boolean = false>(
  options?: UseSessionOptions<Required>,
): SessionContextValue<Required, SessionOf<Auth>>;
export function useSession<Required extends boolean>(
  options?: UseSessionOptions<Required>,
): SessionContextValue<Required> {
  const value = React.useContext(SessionContext);
  if (!value && typeof window !== "undefined") {
    throw new Error("useSession must be used below a <SessionProvider>");
  }
  const { required, onUnauthenticated } = options ?? {};
  const isStranger = required === true && value?.status === "unauthenticated";
  React.useEffect(() => {
    if (!isStranger) return;
    if (onUnauthenticated) onUnauthenticated();
    else {
      const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: window.location.href });
      window.location.href = `${store.basePath}/signin?${query}`;
    }
  }, [isStranger, onUnauthenticated]);
  // While the browser leaves, the page must not show a stranger's state.
  if (isStranger)
    return { data: null, update: value.update, status: "loading" } as SessionContextValue<Required>;
  return value as SessionContextValue<Required>;
}
