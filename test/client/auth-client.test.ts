// alone: the client remembers its configuration, as a page does
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createAuthClient, type ClientSession } from "../../src/runtime/client/index.js";
import { clientOf } from "../../src/runtime/client/auth-client.js";
import { store } from "../../src/runtime/client/session-store.js";

let session: { user: { name: string } } | null;
let asked: string[];
let visible: () => void;

beforeEach(() => {
  session = null;
  asked = [];
  const listeners = new Set<() => void>();
  visible = () => listeners.forEach((listener) => listener());
  vi.useFakeTimers();
  vi.stubGlobal("window", {
    location: { href: "https://app.example.com/", origin: "https://app.example.com" },
  });
  vi.stubGlobal("document", {
    visibilityState: "visible",
    addEventListener: (_name: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => listeners.delete(listener),
  });
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    asked.push(`${init.method ?? "GET"} ${path}`);
    if (path.endsWith("/csrf")) return Response.json({ csrfToken: "token" });
    if (init.method === "POST") session = { user: JSON.parse(String(init.body)).data };
    return Response.json(session);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settled = () => vi.advanceTimersByTimeAsync(0);

test("says what it knows at once, then what the endpoints say, to all listeners", async () => {
  session = { user: { name: "Ada" } };
  const client = createAuthClient({ basePath: "/sign-in" });
  expect(store.basePath).toBe("/sign-in");
  const heard: ClientSession[] = [];
  client.subscribe((one) => heard.push(one));
  expect(heard).toEqual([{ data: null, status: "loading" }]);
  await settled();
  expect(heard.at(-1)).toEqual({ data: session, status: "authenticated" });
  client.subscribe((one) => heard.push(one));
  await settled();
  expect(heard).toHaveLength(3);
  expect(client.get()).toBe(heard.at(-1));
  expect(asked).toEqual(["GET /sign-in/session"]);
});

test("a window that is looked at, and the interval, ask again while somebody is signed in", async () => {
  session = { user: { name: "Ada" } };
  const client = createAuthClient({ refetchInterval: 60 });
  const end = client.subscribe(() => undefined);
  await settled();
  visible();
  await settled();
  expect(asked).toHaveLength(2);
  session = null;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(3);
  expect(client.get().status).toBe("unauthenticated");
  visible();
  await vi.advanceTimersByTimeAsync(180_000);
  expect(asked).toHaveLength(3);
  end();
});

test("without a listener nothing is asked; the next one reads anew", async () => {
  session = { user: { name: "Ada" } };
  const client = createAuthClient({ refetchInterval: 60 });
  const end = client.subscribe(() => undefined);
  const other = client.subscribe(() => undefined);
  await settled();
  end();
  other();
  visible();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toHaveLength(1);
  client.subscribe(() => undefined);
  await settled();
  expect(asked).toHaveLength(2);
});

test("refetchOnWindowFocus: false", async () => {
  session = { user: { name: "Ada" } };
  createAuthClient({ refetchOnWindowFocus: false }).subscribe(() => undefined);
  await settled();
  visible();
  await settled();
  expect(asked).toHaveLength(1);
});

test("update reads, or changes; a failure keeps what is shown", async () => {
  session = { user: { name: "Ada" } };
  const client = createAuthClient();
  const heard: (string | undefined)[] = [];
  client.subscribe(({ data }) => heard.push(data?.user?.name ?? undefined));
  await settled();
  expect(await client.update({ name: "Grace" })).toEqual({ user: { name: "Grace" } });
  expect(heard).toEqual([undefined, "Ada", "Grace"]);
  expect(asked.slice(1)).toEqual(["GET /auth/csrf", "POST /auth/session"]);
  vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("fetch", async () => new Response("down", { status: 503 }));
  expect(await client.update()).toBeNull();
  expect(client.get().data).toEqual({ user: { name: "Grace" } });
});

/** Answers in the order that a test chooses. */
function answering() {
  const open: ((answer: unknown) => void)[] = [];
  vi.stubGlobal("fetch", async (path: string) =>
    path.endsWith("/csrf")
      ? Response.json({ csrfToken: "token" })
      : Response.json(await new Promise((resolve) => open.push(resolve))),
  );
  const name = (text: string | null) => text && { user: { name: text } };
  return async (at: number, who: string | null) => {
    open[at]?.(name(who));
    await settled();
  };
}

test("an answer that a later one has overtaken is not shown", async () => {
  const answer = answering();
  const client = createAuthClient();
  client.subscribe(() => undefined);
  await answer(0, "Ada");
  visible();
  const signedOut = store.refetch("storage");
  await answer(2, null);
  await signedOut;
  expect(client.get().status).toBe("unauthenticated");
  // Asked before the sign-out, answered after it.
  await answer(1, "Ada");
  expect(client.get()).toEqual({ data: null, status: "unauthenticated" });
});

test("what was read while an update was on its way does not undo it", async () => {
  const answer = answering();
  const client = createAuthClient();
  client.subscribe(() => undefined);
  await answer(0, "Ada");
  const updated = client.update({ name: "Grace" });
  await settled();
  visible();
  visible();
  await answer(2, "Ada");
  await answer(1, "Grace");
  expect(await updated).toEqual({ user: { name: "Grace" } });
  await answer(3, "Ada");
  expect(client.get().data).toEqual({ user: { name: "Grace" } });
});

test("an earlier answer is shown while the later one is waited for", async () => {
  const answer = answering();
  const client = createAuthClient();
  client.subscribe(() => undefined);
  await answer(0, "Ada");
  visible();
  visible();
  await answer(1, "Grace");
  expect(client.get().data).toEqual({ user: { name: "Grace" } });
  await answer(2, null);
  expect(client.get().status).toBe("unauthenticated");
});

describe("no answer", () => {
  const silent: [string, () => Promise<Response>][] = [
    ["the network has gone", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["the server is down", async () => new Response("down", { status: 503 })],
    ["somebody else answers", async () => new Response("<html>Log in to this Wi-Fi")],
  ];
  beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

  test.each(silent)("is no sign-out: %s", async (_, fails) => {
    session = { user: { name: "Ada" } };
    const answers = fetch;
    const client = createAuthClient({ refetchInterval: 60 });
    client.subscribe(() => undefined);
    await settled();
    vi.stubGlobal("fetch", fails);
    visible();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(client.get()).toEqual({ data: session, status: "authenticated" });
    expect(await client.update()).toBeNull();
    expect(client.get().status).toBe("authenticated");
    vi.stubGlobal("fetch", answers);
    session = null;
    visible();
    await settled();
    expect(client.get().status).toBe("unauthenticated");
  });

  test("to the first read is nobody, until the window is looked at", async () => {
    const answers = fetch;
    vi.stubGlobal("fetch", silent[0]?.[1]);
    const client = createAuthClient();
    client.subscribe(() => undefined);
    await settled();
    expect(client.get().status).toBe("unauthenticated");
    vi.stubGlobal("fetch", answers);
    session = { user: { name: "Ada" } };
    visible();
    await settled();
    expect(client.get()).toEqual({ data: session, status: "authenticated" });
  });
});

test("an update that finds nobody shows nobody", async () => {
  session = { user: { name: "Ada" } };
  const client = createAuthClient();
  client.subscribe(() => undefined);
  await settled();
  session = null;
  expect(await client.update()).toBeNull();
  expect(client.get().status).toBe("unauthenticated");
});

test("of Svelte: a page that names nobody may have been made at build time, and asks", async () => {
  session = { user: { name: "Ada" } };
  const built = clientOf<typeof session>({}, null, true);
  expect(built.get().status).toBe("unauthenticated");
  built.subscribe(() => undefined);
  await settled();
  expect(asked).toHaveLength(1);
  expect(built.get()).toEqual({ data: session, status: "authenticated" });
});

test("the first read, a look and the interval are news to other tabs; what was heard from them is not", async () => {
  let told = 0;
  let hear = (): void => undefined;
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      addEventListener = (_name: string, listener: () => void) => (hear = listener);
      removeEventListener = () => undefined;
      postMessage = () => (told += 1);
    },
  );
  session = { user: { name: "Ada" } };
  createAuthClient({ refetchInterval: 60 }).subscribe(() => undefined);
  await settled();
  expect(told).toBe(1);
  visible();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toBe(3);
  hear();
  await settled();
  expect(asked).toHaveLength(4);
  expect(told).toBe(3);
  delete store.channel;
});

test("what a server hands over later overtakes what was asked before", async () => {
  const answer = answering();
  const client = clientOf<{ user: { name: string } }>({}, null, true);
  client.subscribe(() => undefined);
  client.show({ user: { name: "Ada" } });
  await answer(0, null);
  expect(client.get()).toEqual({ data: { user: { name: "Ada" } }, status: "authenticated" });
});
