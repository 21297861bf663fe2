/** The Request that `authorize` is given costs as much as a session: only functions that cannot see it go without. */
import { expect, test, vi } from "vitest";
import { Auth } from "../../src/runtime/index.js";
import { skipCSRFCheck } from "../../src/runtime/options.js";
import type { CredentialsConfig } from "../../src/runtime/types/provider.js";

type Authorize = CredentialsConfig["authorize"];

const seen: unknown[] = [];
const user = { id: "1", name: "Ada" };
const note = (...given: unknown[]): typeof user => {
  seen.push(given[1]);
  return user;
};

async function signIn(authorize: Authorize): Promise<Response> {
  seen.length = 0;
  return Auth(
    new Request("http://localhost/auth/callback/credentials", {
      method: "POST",
      headers: { "content-type": "application/json", "x-mine": "kept" },
      body: '{"name":"ada"}',
    }),
    {
      secret: "test-secret-test-secret-test-secret-000",
      trustHost: true,
      skipCSRFCheck,
      providers: [{ id: "credentials", name: "C", type: "credentials", credentials: {}, authorize }],
    },
  );
}

const seeing: Readonly<Record<string, Authorize>> = {
  "two parameters": (_fields, request) => note(0, request),
  "a rest": (...given) => note(...given),
  "a rest behind the first": (_fields, ...rest) => note(0, ...rest),
  "a default": (_fields, request = new Request("http://localhost")) => note(0, request),
  "a default in front": (_fields = {}, ...rest) => note(0, ...rest),
  arguments: function (_fields) {
    // oxlint-disable-next-line prefer-rest-params
    return note(0, arguments[1]);
  },
  method: {
    authorize(_fields: unknown, request: Request) {
      return note(0, request);
    },
  }.authorize,
  mock: vi.fn((_fields, request) => note(0, request)),
  bound: function (this: { note: typeof note }, _fields: unknown, ...rest: unknown[]) {
    return this.note(0, ...rest);
  }.bind({ note }),
  proxy: new Proxy((_fields: unknown, ...rest: unknown[]) => note(0, ...rest), {}),
};

test.each(Object.entries(seeing))("%s: gets the Request", async (_name, authorize) => {
  await signIn(authorize);
  const [request] = seen as [Request];
  expect(request).toBeInstanceOf(Request);
  expect(request.headers.get("x-mine")).toBe("kept");
  expect(await request.json()).toEqual({ name: "ada" });
});

const blind: Readonly<Record<string, Authorize>> = {
  "no parameter": () => user,
  "one parameter": (fields) => (fields["name"] === "ada" ? user : null),
  "members of the first": async ({ name }) => (name === "ada" ? user : null),
  method: {
    async authorize(fields: Partial<Record<string, unknown>>) {
      return fields["name"] === "ada" ? user : null;
    },
  }.authorize,
  function: function (fields) {
    return fields["name"] === "ada" ? user : null;
  },
};

test.each(Object.entries(blind))("%s: no Request is made, and it signs in", async (_name, authorize) => {
  const RealRequest = globalThis.Request;
  const made = vi.fn();
  globalThis.Request = class extends RealRequest {
    constructor(...args: ConstructorParameters<typeof RealRequest>) {
      super(...args);
      made();
    }
  };
  try {
    const response = await signIn(authorize);
    expect(response.headers.getSetCookie().join()).toContain("authjs.session-token=ey");
  } finally {
    globalThis.Request = RealRequest;
  }
  // The test's own.
  expect(made).toHaveBeenCalledTimes(1);
});
