"use client";
import * as React from "react";
import { store } from "./calls.js";
import type { SessionOf, ShowsSession } from "../types/session-of.js";
import { SessionContext, type SessionContextValue } from "./session-provider.js";

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
