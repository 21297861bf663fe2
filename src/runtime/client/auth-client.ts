/** The session in a browser without a framework of components, kept fresh while somebody listens. */
import type { Session } from "../types/entities.js";
import type { SessionOf, ShowsSession } from "../types/session-of.js";
import { keepSession, stateOf, type AuthClientOptions, type ClientSession } from "./keep-session.js";

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
  return clientOf<SessionOf<Auth>>(options);
}

/** A client that can be told, too. */
export interface ToldClient<Shown> extends AuthClient<Shown> {
  /** Takes over what a server has said. */
  show(session: Shown | null): void;
}

/**
 * @param known what a server has said before; undefined: nothing
 * @param isDue whether the first listener has it read; default: where a server has said nothing
 */
export function clientOf<Shown>(
  options: AuthClientOptions,
  known?: Shown | null,
  isDue?: boolean,
): ToldClient<Shown> {
  const listeners = new Set<(session: ClientSession<Shown>) => void>();
  let current = stateOf(known);
  let end: (() => void) | undefined;
  const tell = (next: ClientSession<Shown>) => {
    current = next;
    for (const listener of listeners) listener(next);
  };
  const { view, begin, update, keepFresh } = keepSession(options, known, tell, isDue);
  return {
    get: () => current,
    show(session) {
      view.shown = ++view.asked;
      view.show(session);
    },
    update,
    subscribe(listener) {
      listeners.add(listener);
      listener(current);
      end ??= keepFresh();
      begin();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        end?.();
        end = undefined;
      };
    },
  };
}
