/** The session of a Vue app: one for each app, kept fresh in the browser. */
import { type App, computed, type ComputedRef, getCurrentInstance, inject, onMounted, shallowRef } from "vue";
import { getSession, postSession } from "../client/calls.js";
import { onAnnouncement, store } from "../client/session-store.js";
import type { Session } from "../types/entities.js";
import type { SessionOf, ShowsSession } from "../types/session-of.js";

/** Options of {@link authPlugin}. */
export interface AuthPluginOptions {
  /** Path of the endpoints on the page's own origin. Default `/auth`. */
  readonly basePath?: string | undefined;
  /** From the server; null: nobody is signed in. Without it the session is read once a component asks for it. */
  readonly session?: Session | null | undefined;
  /** Seconds between two reads while somebody is signed in; 0 (default): none. */
  readonly refetchInterval?: number | undefined;
  /** Default true: read again when the window is looked at. */
  readonly refetchOnWindowFocus?: boolean | undefined;
}

/** What {@link useSession} returns. */
export interface UseSessionReturn<Shown = Session> {
  /** The session; null: nobody, or not read yet. */
  readonly data: ComputedRef<Shown | null>;
  /** What `data` means. */
  readonly status: ComputedRef<"loading" | "authenticated" | "unauthenticated">;
  /**
   * Reads the session again, or changes it.
   *
   * @param data goes to the callbacks `jwt` or `session` as the update's `session`
   * @returns null when nobody is signed in, or the endpoints do not answer (the console says why)
   */
  update(data?: unknown): Promise<Shown | null>;
}

interface VueSession<Shown> extends UseSessionReturn<Shown> {
  /** Reads it where nobody has yet. */
  begin(): void;
}

const key = "authwright";

/**
 * Gives an app its session.
 *
 * @example createApp(App).use(authPlugin, { basePath: "/auth" }).mount("#app")
 */
export const authPlugin: {
  /** Called by `app.use`. */
  install(app: App, options?: AuthPluginOptions): void;
} = {
  install(app, options = {}) {
    const session = shallowRef(options.session);
    const isBrowser = typeof window !== "undefined";
    const show = (fresh: Session | null): Session | null => {
      store.session = fresh;
      return (session.value = fresh);
    };
    const read = async (isNews: boolean) => show(await getSession({ broadcast: !isNews }));
    let isBegun = options.session !== undefined;
    const provided: VueSession<Session> = {
      data: computed(() => session.value ?? null),
      status: computed(() =>
        session.value === undefined ? "loading" : session.value ? "authenticated" : "unauthenticated",
      ),
      async update(data) {
        isBegun = true;
        const fresh = data === undefined ? await getSession() : await postSession(data);
        return fresh && show(fresh);
      },
      begin() {
        if (isBegun) return;
        isBegun = true;
        void read(true);
      },
    };
    app.provide(key, provided);
    if (isBrowser) app.onUnmount(keepFresh(options, read));
  },
};

/** @returns ends it */
function keepFresh(
  { basePath = "/auth", session, refetchInterval = 0, refetchOnWindowFocus = true }: AuthPluginOptions,
  read: (isNews: boolean) => Promise<unknown>,
): () => void {
  store.basePath = basePath;
  store.session = session;
  store.refetch = async () => void (await read(true));
  // A look or a tick is for who is signed in: everybody else hears of a sign-in from the tab where it happens.
  const look = () => {
    if (document.visibilityState === "visible" && store.session) void read(false);
  };
  const unheard = onAnnouncement(() => void read(true));
  if (refetchOnWindowFocus) document.addEventListener("visibilitychange", look);
  const timer = refetchInterval > 0 ? setInterval(look, refetchInterval * 1000) : undefined;
  return () => {
    unheard();
    document.removeEventListener("visibilitychange", look);
    clearInterval(timer);
    store.refetch = async () => undefined;
  };
}

/**
 * The session in a component.
 *
 * @typeParam Auth `typeof auth` of the server, imported as a type
 * @throws Error in an app without {@link authPlugin}
 * @example
 * import type { auth } from "../../server/src/auth.js";
 * const { data, status, update } = useSession<typeof auth>();
 */
export function useSession<Auth extends ShowsSession<unknown> = ShowsSession<Session>>(): UseSessionReturn<
  SessionOf<Auth>
> {
  const found = inject<VueSession<SessionOf<Auth>> | undefined>(key, undefined);
  if (found === undefined) throw new Error("useSession: app.use(authPlugin) is missing");
  // After it is mounted: what the server has rendered is taken over as it is first. Guards of routers ask outside of one.
  if (getCurrentInstance()) onMounted(found.begin);
  return found;
}
