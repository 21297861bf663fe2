/** The session of a Vue app: one for each app, kept fresh in the browser. */
import { type App, computed, type ComputedRef, getCurrentInstance, inject, onMounted, shallowRef } from "vue";
import { keepSession, stateOf } from "../client/keep-session.js";
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
    const session = shallowRef(stateOf(options.session));
    const { begin, update, keepFresh } = keepSession<Session>(
      options,
      options.session,
      (next) => (session.value = next),
    );
    const provided: VueSession<Session> = {
      data: computed(() => session.value.data),
      status: computed(() => session.value.status),
      update,
      begin,
    };
    app.provide(key, provided);
    app.onUnmount(keepFresh());
  },
};

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
