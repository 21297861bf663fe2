/** The session of a page in Svelte: a store in the context of a provider. */
import { getContext, setContext } from "svelte";
import {
  createAuthClient,
  type AuthClient,
  type AuthClientOptions,
  type ClientSession,
} from "../client/auth-client.js";
import type { Session } from "../types/entities.js";
import type { SessionOf, ShowsSession } from "../types/session-of.js";

/** The session as a Svelte store: `$session.data`, `$session.status`, `session.update()`. */
export type SvelteSession<Shown = Session> = AuthClient<Shown>;

const context = Symbol("authwright.session");

/**
 * The session of the nearest `SessionProvider`. Call it while a component is made.
 *
 * @typeParam Auth `typeof auth` of the server, imported as a type
 * @throws Error without a `SessionProvider` above
 * @example
 * const session = useSession<typeof auth>();
 * // <p>{$session.data?.user?.name}</p>
 */
export function useSession<Auth extends ShowsSession<unknown> = ShowsSession<Session>>(): SvelteSession<
  SessionOf<Auth>
> {
  const found = getContext<SvelteSession<SessionOf<Auth>> | undefined>(context);
  if (found === undefined)
    throw new Error(
      "useSession: there is no <SessionProvider> above. Put one into src/routes/+layout.svelte",
    );
  return found;
}

/** What a provider is given. */
interface Provided extends AuthClientOptions {
  readonly session?: Session | null | undefined;
}

/** The store of a provider, and what it does with a session that the server hands over later. */
export interface ProvidedSession {
  readonly store: SvelteSession;
  show(session: Session | null | undefined): void;
}

const stateOf = (session: Session | null | undefined): ClientSession =>
  session === undefined
    ? { data: null, status: "loading" }
    : { data: session, status: session === null ? "unauthenticated" : "authenticated" };

/** Makes the store, and puts it into the context. While a page is rendered on a server nothing is read or listened to. */
export function provideSession({ session, ...options }: Provided): ProvidedSession {
  const client = typeof window === "undefined" ? undefined : createAuthClient(options);
  const listeners = new Set<(session: ClientSession) => void>();
  let current = stateOf(session);
  let stop: (() => void) | undefined;
  const tell = (next: ClientSession) => {
    current = next;
    for (const listener of listeners) listener(next);
  };
  const store: SvelteSession = {
    get: () => current,
    subscribe(listener) {
      listeners.add(listener);
      listener(current);
      // What the client knows before it has read anything is less than what the server said.
      stop ??= client?.subscribe((next) => next.status !== "loading" && tell(next));
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    update: async (data) => (client === undefined ? null : client.update(data)),
  };
  setContext(context, store);
  return { store, show: (next) => next !== undefined && next !== current.data && tell(stateOf(next)) };
}

/** One call at a time; after one that failed the button can be pressed again. */
export async function once(act: () => Promise<unknown>, setBusy: (isBusy: boolean) => void): Promise<void> {
  setBusy(true);
  try {
    await act();
  } catch (error) {
    // oxlint-disable-next-line no-console -- the page's console is all there is
    console.error(`[auth] ${error instanceof Error ? error.message : String(error)}`);
  }
  setBusy(false);
}
