import type { Session } from "../types/entities.js";
import type { ClientAddress } from "./config.js";

/** Why a session is read again; `storage` is another tab's news. */
export type SessionEvent = "storage" | "poll" | "visibilitychange" | (string & {});

/**
 * The one session that a browser has: shared by the provider component and the plain functions. Its address is empty until
 * an entry point names it.
 */
export interface SessionStore extends ClientAddress {
  /** undefined: not read yet; null: nobody. */
  session: Session | null | undefined;
  /** Set by a mounted provider: reads the session again where that is due. */
  refetch: (event?: SessionEvent) => Promise<void>;
  /** To and from the other tabs. */
  channel?: BroadcastChannel;
}

/** The client's only mutable module state. A page has one visitor; a server writes the address alone, when it begins. */
export const store: SessionStore = {
  basePath: "",
  serverBase: "",
  session: undefined,
  refetch: async () => undefined,
};

// The name is the one that existing apps use, so that tabs of old and new bundles hear each other.
const channelName = "next-auth";

/** One channel for speaking and hearing: a channel does not hear itself, so a page does not answer its own news. */
function channel(): BroadcastChannel | undefined {
  if (typeof window === "undefined" || typeof BroadcastChannel === "undefined") return undefined;
  return (store.channel ??= new BroadcastChannel(channelName));
}

/** Tells the other tabs of this site that the session may have changed. */
export function announce(trigger: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target
  channel()?.postMessage({ event: "session", data: { trigger } });
}

/**
 * Hears the other tabs.
 * @returns stops listening
 */
export function onAnnouncement(listener: () => void): () => void {
  const heard = channel();
  heard?.addEventListener("message", listener);
  return () => heard?.removeEventListener("message", listener);
}
