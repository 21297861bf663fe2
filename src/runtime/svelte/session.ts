/** The session of a page in Svelte: a store in the context of a provider. */
import { getContext, setContext } from "svelte";
import { clientOf, type AuthClient } from "../client/auth-client.js";
import type { AuthClientOptions } from "../client/keep-session.js";
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

/**
 * Makes the store, and puts it into the context.
 * @returns takes over a session that the server hands over later
 */
export function provideSession({
  session,
  ...options
}: Provided): (session: Session | null | undefined) => void {
  // A page that was rendered at build time names nobody; and who has just signed in is news to other tabs.
  const store = clientOf<Session>(options, session, true);
  setContext(context, store);
  return (next) => {
    if (next !== undefined && next !== store.get().data) store.show(next);
  };
}

/** That of the nearest provider; without one, what is given, or what is read after mounting. */
export const nearestSession = (given: () => Provided): SvelteSession =>
  getContext<SvelteSession | undefined>(context) ?? clientOf<Session>(given(), given().session);

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
