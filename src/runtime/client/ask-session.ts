/** Asks for the session of a page that shows it, and keeps answers in order. */
import { getCsrfToken, readJson } from "./calls.js";
import { announce, type SessionEvent } from "./session-store.js";

/** What shows a session. */
export interface SessionView<Shown> {
  /** How many questions there were. */
  asked: number;
  /** The number of the one whose answer is shown. */
  shown: number;
  show(session: Shown | null): void;
}

/**
 * Reads or changes the session, and shows the answer, unless one to a later question is shown.
 *
 * @param event why it is read: what another tab told is not told again
 * @param data what the callbacks make of it is the session; undefined: it is read
 * @returns the answer; undefined: there was none
 */
export async function askSession<Shown>(
  view: SessionView<Shown>,
  event?: SessionEvent,
  data?: unknown,
): Promise<Shown | null | undefined> {
  let turn = ++view.asked;
  const change = data !== undefined && {
    method: "POST",
    body: JSON.stringify({ csrfToken: await getCsrfToken(), data }),
  };
  const answer = await readJson<Shown | null>("session", change || {});
  if (event !== "storage") announce("getSession");
  // What was read while a change was on its way may be from before it.
  if (change) turn = ++view.asked;
  if (answer !== undefined && turn > view.shown) {
    view.shown = turn;
    view.show(answer);
  }
  return answer;
}
