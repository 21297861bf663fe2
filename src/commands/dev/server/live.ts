/** Renews open pages of `auth dev` when something has happened: server-sent events, and the script that listens. */
import type { ServerResponse } from "node:http";

const mostListeners = 20;

/** Tells open pages that something happened. What it was, they ask for as anybody does. */
export class Live {
  readonly #listeners = new Set<ServerResponse>();

  listen(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    if (this.#listeners.size >= mostListeners) {
      response.writeHead(503, headers).end();
      return;
    }
    response.writeHead(200, { ...headers, "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write("retry: 2000\n\n");
    this.#listeners.add(response);
    response.on("close", () => this.#listeners.delete(response));
  }

  tell = (): void => {
    for (const response of this.#listeners) response.write("data: changed\n\n");
  };
}

/** Renews the living part of a page; the rest, such as a form that somebody fills in, stays. */
export const liveScript = `const part = () => document.querySelector("[data-live]");
const opened = () => [...part().querySelectorAll("details[open][id]")].map(({ id }) => id);
let last = "", running = false, again = false;
async function renew() {
  if (running) return void (again = true);
  running = true;
  try {
    const text = await (await fetch(location.href, { cache: "no-store" })).text();
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-live]");
    if (fresh && fresh.innerHTML !== last) {
      last = fresh.innerHTML;
      for (const id of opened()) fresh.querySelector("#" + CSS.escape(id))?.setAttribute("open", "");
      part().replaceWith(fresh);
    }
  } finally {
    running = false;
  }
  if (again) { again = false; renew(); }
}
if (part()) {
  last = part().innerHTML;
  const events = new EventSource("/events");
  // What happened before the page listened, or while it could not.
  events.addEventListener("open", renew);
  events.addEventListener("message", () => { renew(); setTimeout(renew, 6000); });
  addEventListener("focus", renew);
}
document.querySelector("form[data-submit]")?.requestSubmit();
`;
