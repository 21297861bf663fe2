/** What a store's error says reaches loggers without what the store was given. */
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AdapterError } from "../../src/runtime/errors/index.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf, secret } from "../support/browser.js";
import { FakeProvider, issuer } from "../oauth/fake-provider.js";
import { MemoryStore } from "../support/memory-store.js";

const token = "5e551074-0000-4000-8000-00000000test";

class QueryError extends Error {
  override name = "QueryError";
  readonly code = "23505";
  readonly severity = "ERROR";
}

/** As query builders and drivers tell of a query that failed: by the text of it, and by members. */
function failure(...args: unknown[]): Error {
  const text = JSON.stringify(args);
  const driver = Object.assign(new Error(`duplicate key: ${text}`), {
    sql: `insert into Account values (${text})`,
    detail: `Key (sessionToken)=(${String(args[0])}) exists`,
    meta: { target: ["sessionToken"], given: args },
  });
  const error = new QueryError(`Failed query: insert into "Account"\nparams: ${text}`, { cause: driver });
  Object.assign(driver, { cause: error, client: new MemoryStore() });
  return Object.assign(error, { query: 'insert into "Account"', params: args, parameters: [text] });
}

function app(changes: Partial<Adapter>, logger?: AuthConfig["logger"]): Browser {
  const fake = new FakeProvider();
  const browser = new Browser(
    coreApp({
      secret,
      trustHost: true,
      adapter: new MemoryStore().with(changes),
      providers: [
        {
          id: "op",
          name: "OP",
          type: "oidc",
          issuer,
          clientId: "cid",
          clientSecret: "test-secret",
          [customFetch]: fake.fetch,
        },
      ],
      ...(logger && { logger }),
    }),
  );
  return Object.assign(browser, { fake });
}

/** Everything that the console and a logger of the app's own are told. */
async function told(changes: Partial<Adapter>, act: (browser: Browser) => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const { error: onConsole } = console;
  console.error = (...parts: unknown[]) => void lines.push(parts.map(String).join(" "));
  try {
    await act(app(changes));
  } finally {
    console.error = onConsole;
  }
  const error = (given: Error) => {
    expect(given).toBeInstanceOf(Error);
    lines.push(inspect(given, { depth: 12, showHidden: true }), String(given.stack));
  };
  await act(app(changes, { error, warn: () => undefined }));
  return lines.join("\n");
}

const readSession = (browser: Browser) => {
  browser.cookies.set("authjs.session-token", token);
  return browser.session();
};
async function signIn(browser: Browser): Promise<void> {
  const { fake } = browser as Browser & { fake: FakeProvider };
  const answer = fake.authorize(locationOf(await browser.startSignIn("op")));
  await browser.send(`/auth/callback/op?${answer}`);
}

describe("SEC2-22 an error of the store", () => {
  it("SEC2-22 that quotes the session token is logged without it, and named", async () => {
    const getSessionAndUser = (...args: unknown[]) => Promise.reject(failure(...args));
    const text = await told({ getSessionAndUser }, readSession);
    expect(text).not.toContain(token);
    for (const part of ["getSessionAndUser", "QueryError", "Failed query", "23505"])
      expect(text).toContain(part);
  });

  it("SEC2-22 that quotes the tokens of an account is logged without them, and named", async () => {
    const given: Record<string, unknown>[] = [];
    const linkAccount = (...args: unknown[]) => {
      given.push(args[0] as Record<string, unknown>);
      throw failure(...args);
    };
    const text = await told({ linkAccount }, signIn);
    expect(given[0]).toHaveProperty("access_token");
    for (const { access_token: access, id_token: id } of given) {
      expect(text).not.toContain(id);
      // Texts of a few characters are no secrets; they would tear holes into every message.
      expect(String(access).length < 8 || !text.includes(String(access))).toBe(true);
    }
    for (const part of ["linkAccount", "QueryError", "23505"]) expect(text).toContain(part);
  });

  it("SEC2-22 keeps its class and its code for the app's own logger, and the error itself is not changed", async () => {
    const seen: Error[] = [];
    const thrown = failure(token);
    const getSessionAndUser = () => {
      throw thrown;
    };
    await readSession(
      app({ getSessionAndUser }, { error: (error) => void seen.push(error), warn: () => undefined }),
    );
    const [first] = seen as AdapterError[];
    expect(first).toBeInstanceOf(AdapterError);
    expect(first?.cause).toMatchObject({
      method: "getSessionAndUser",
      err: { code: "23505", severity: "ERROR" },
    });
    expect(first?.cause?.err).toBeInstanceOf(QueryError);
    expect(thrown.message).toContain(token);
  });

  it.each([`Thrown: ${token}`, { text: token }, undefined, Object.freeze(failure(token))])(
    "SEC2-22 is answered whatever it is (%#)",
    async (thrown) => {
      const text = await told({ getSessionAndUser: () => Promise.reject(thrown) }, readSession);
      expect(text).not.toContain(token);
      expect(text).toContain("AdapterError");
    },
  );
});

describe("F-80: on the console a failure of the store is told once", () => {
  async function onConsole(act: (browser: Browser) => Promise<unknown>): Promise<string[]> {
    const fails = () => Promise.reject(new Error("the database is down"));
    const seen = vi.spyOn(console, "error").mockReturnValue(undefined);
    await act(app({ getSessionAndUser: fails, deleteSession: fails, getUserByAccount: fails }));
    return seen.mock.calls.map(([text]) => String(text).replaceAll(/\(.*?request .*?\)$/gm, "(request)"));
  }
  afterEach(() => void vi.restoreAllMocks());

  it("in full where it happens, and in one line for what it ended", async () => {
    const [first, ended, ...more] = await onConsole(readSession);
    expect(first).toMatch(/AdapterError.*\n\[auth\]\[cause\] Error: the database is down\n +at /);
    expect(ended).toMatch(/^\[auth\]\[error\] SessionTokenError: .*$/);
    expect(more).toEqual([]);
  });

  it("not again where the error itself ends the request", async () => {
    const texts = await onConsole(signIn);
    expect(texts.join("\n").match(/AdapterError/g)).toHaveLength(1);
    expect(texts).toHaveLength(1);
  });

  it("each of two failures", async () => {
    const texts = await onConsole(async (browser) => {
      await readSession(browser);
      await readSession(browser);
    });
    expect(texts.filter((text) => text.includes("AdapterError"))).toHaveLength(2);
  });
});
