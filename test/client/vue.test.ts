// alone: the client remembers its configuration, as a page does
/** `authwright/vue`: the session of an app, as its components see it, on a server and in a browser. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createRenderer, createSSRApp, defineComponent, h, nextTick, type App } from "vue";
import { renderToString } from "vue/server-renderer";
import { store } from "../../src/runtime/client/session-store.js";
import {
  authPlugin,
  SignedIn,
  SignedOut,
  SignInButton,
  UserButton,
  useSession,
  type UseSessionReturn,
} from "../../src/runtime/vue/index.js";

const ada = { user: { name: "Ada Lovelace", email: "ada@example.com", image: "/ada.png" }, expires: "" };

describe("on a server", () => {
  const Page = defineComponent(() => () => [
    h(SignedIn, () => "in"),
    h(SignedIn, null, { default: ({ session }: { session: typeof ada }) => session.user.name }),
    h(SignedOut, () => "out"),
    h(UserButton, { signOutLabel: "Leave" }, () => h("a", { href: "/account" }, "Mine")),
    h(SignInButton, { provider: "github", class: "mine" }, () => "Enter"),
  ]);
  const html = async (session: unknown) =>
    (await renderToString(createSSRApp(Page).use(authPlugin, { session: session as null }))).replaceAll(
      /<!--.*?-->/g,
      "",
    );
  const enter = '<button type="button" class="mine">Enter</button>';

  test("shows who is signed in", async () => {
    const shown = await html(ada);
    expect(shown).toContain("inAda Lovelace<details");
    expect(shown).toContain('<img src="/ada.png"');
    expect(shown).toContain('<a href="/account">Mine</a><button type="button">Leave</button>');
    expect(shown).toContain(enter);
    expect(shown).not.toContain("out<");
  });

  test("shows nobody, and nothing while nobody knows", async () => {
    expect(await html(null)).toBe(`out${enter}`);
    expect(await html(undefined)).toBe(enter);
  });

  test("a picture whose address is none of the web's is left out", async () => {
    for (const image of ["javascript:alert(1)", "//evil.example/x.png", ""])
      expect(await html({ ...ada, user: { ...ada.user, image } }), image).not.toContain("<img");
  });

  test("two requests know nothing of each other, and the store of the browser stays as it is", async () => {
    const before = { ...store };
    const [first, second] = await Promise.all([html(ada), html(null)]);
    expect([first.includes("Ada"), second.includes("Ada")]).toEqual([true, false]);
    expect({ ...store }).toEqual(before);
  });
});

describe("in a browser", () => {
  let session: { user: { name: string } } | null;
  let asked: string[];
  let visible: () => void;
  let news: () => void;
  const apps: App[] = [];

  beforeEach(() => {
    session = { user: { name: "Ada" } };
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
    vi.stubGlobal(
      "BroadcastChannel",
      class {
        addEventListener = (_name: string, listener: () => void) => (news = listener);
        removeEventListener = () => (news = () => undefined);
        postMessage = () => asked.push("told");
      },
    );
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      asked.push(`${init.method ?? "GET"} ${path}`);
      if (path.endsWith("/csrf")) return Response.json({ csrfToken: "token" });
      if (init.method === "POST") session = { user: JSON.parse(String(init.body)).data };
      return Response.json(session);
    });
  });
  afterEach(() => {
    for (const app of apps.splice(0)) app.unmount();
    delete store.channel;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const settled = () => vi.advanceTimersByTimeAsync(0);

  /** Vue without a page: what is rendered goes nowhere. */
  const createRendererOf = (createElement: (type: string) => object) =>
    createRenderer<object, object>({
      patchProp: () => undefined,
      insert: () => undefined,
      remove: () => undefined,
      createElement,
      createText: () => ({}),
      createComment: () => ({}),
      setText: () => undefined,
      setElementText: () => undefined,
      parentNode: () => null,
      nextSibling: () => null,
    });
  const { createApp } = createRendererOf(() => ({}));

  function start(options: Parameters<typeof authPlugin.install>[1]) {
    let seen: UseSessionReturn | undefined;
    const app = createApp(
      defineComponent(() => {
        seen = useSession();
        return () => null;
      }),
    );
    apps.push(app.use(authPlugin, options));
    app.mount({});
    if (seen === undefined) throw new Error("The component did not run");
    return { app, seen, state: () => [seen?.status.value, seen?.data.value?.user?.name] };
  }

  test("what the server has given is there, and nothing is asked", async () => {
    const { state } = start({ session: { user: { name: "Ada" }, expires: "" }, basePath: "/login" });
    expect(store.basePath).toBe("/login");
    await settled();
    expect(state()).toEqual(["authenticated", "Ada"]);
    expect(asked).toEqual([]);
  });

  test("without it the session is read once a component is there", async () => {
    const { state } = start({});
    expect(state()).toEqual(["loading", undefined]);
    await nextTick();
    await settled();
    expect(state()).toEqual(["authenticated", "Ada"]);
    // Somebody may have come back from signing in: the other tabs hear of it.
    expect(asked).toEqual(["GET /auth/session", "told"]);
  });

  test("an update, other tabs, a look at the window and the interval", async () => {
    const { seen, state } = start({ session: { user: { name: "Ada" }, expires: "" }, refetchInterval: 60 });
    expect(await seen.update({ name: "Grace" })).toMatchObject({ user: { name: "Grace" } });
    expect(state()).toEqual(["authenticated", "Grace"]);
    expect(asked).toEqual(["GET /auth/csrf", "POST /auth/session", "told"]);
    session = { user: { name: "Joan" } };
    news();
    await settled();
    expect(state()).toEqual(["authenticated", "Joan"]);
    // What another tab told is not told again.
    expect(asked.slice(3)).toEqual(["GET /auth/session"]);
    visible();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.slice(4)).toEqual(["GET /auth/session", "told", "GET /auth/session", "told"]);
    session = null;
    news();
    await settled();
    expect(state()).toEqual(["unauthenticated", undefined]);
    asked.length = 0;
    visible();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toEqual([]);
  });

  test("no answer is no sign-out; to the first read it is nobody, until the window is looked at", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const answers = fetch;
    const fails = () => Promise.reject(new TypeError("Failed to fetch"));
    const { state } = start({ session: { user: { name: "Ada" }, expires: "" } });
    vi.stubGlobal("fetch", fails);
    const other = start({});
    await nextTick();
    visible();
    await settled();
    expect(state()).toEqual(["authenticated", "Ada"]);
    expect(other.state()).toEqual(["unauthenticated", undefined]);
    vi.stubGlobal("fetch", answers);
    visible();
    await settled();
    expect(other.state()).toEqual(["authenticated", "Ada"]);
  });

  test("the menu closes at what is done elsewhere, at its links and at Escape, until it has gone", async () => {
    const heard = new Map<string, (event: object) => void>();
    vi.stubGlobal("document", {
      visibilityState: "visible",
      addEventListener: (type: string, listener: (event: object) => void) => heard.set(type, listener),
      removeEventListener: (type: string) => heard.delete(type),
    });
    let focused = 0;
    const inside = { closest: () => null };
    const link = { closest: () => link };
    const menu = {
      open: true,
      contains: (one: object) => one === inside || one === link,
      querySelector: () => ({ focus: () => (focused += 1) }),
    };
    const app = createRendererOf((type) => (type === "details" ? menu : {})).createApp(UserButton);
    app.use(authPlugin, { session: ada, refetchOnWindowFocus: false }).mount({});
    const closes = (type: string, event: object) => {
      menu.open = true;
      heard.get(type)?.({ type, ...event });
      return !menu.open;
    };
    expect(closes("pointerdown", { target: inside })).toBe(false);
    expect(closes("pointerdown", { target: {} })).toBe(true);
    expect(closes("focusin", { target: {} })).toBe(true);
    expect(closes("click", { target: inside })).toBe(false);
    expect(closes("click", { target: link })).toBe(true);
    expect(focused).toBe(0);
    expect(closes("keydown", { key: "Tab" })).toBe(false);
    expect(closes("keydown", { key: "Escape" })).toBe(true);
    expect(focused).toBe(1);
    app.unmount();
    expect([...heard.keys()]).toEqual([]);
  });

  test("without the plugin the error says what is missing", () => {
    const app = createApp(defineComponent(() => (useSession(), () => null)));
    app.config.warnHandler = () => undefined;
    expect(() => app.mount({})).toThrow("app.use(authPlugin) is missing");
  });

  test("an app that has gone asks no more", async () => {
    const { app } = start({ session: { user: { name: "Ada" }, expires: "" }, refetchInterval: 60 });
    app.unmount();
    apps.length = 0;
    visible();
    news();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked).toEqual([]);
  });
});
