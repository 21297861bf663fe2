/** What a session check may cost, in counts: time would be a gate on the machine. */
import { createHook } from "node:async_hooks";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type * as nodeDoor from "../../src/runtime/security/crypto-node.js";
import { Auth } from "../../src/runtime/index.js";
import { getSession, type MiddlewareAuthConfig } from "../../src/runtime/integrations/express.js";
import { encode, getToken } from "../../src/runtime/jwt.js";

const counts = vi.hoisted(() => ({ derivations: 0, encryptions: 0 }));
vi.mock("#crypto", async (original) => {
  const door = await original<typeof nodeDoor>();
  return {
    ...door,
    deriveKey: (...args: Parameters<typeof door.deriveKey>) => {
      counts.derivations++;
      return door.deriveKey(...args);
    },
    encrypt: (...args: Parameters<typeof door.encrypt>) => {
      counts.encryptions++;
      return door.encrypt(...args);
    },
  };
});

const secret = "test-secret-test-secret-test-secret-000";
const name = "authjs.session-token";
const config: MiddlewareAuthConfig = {
  secret,
  trustHost: true,
  providers: [
    { id: "credentials", name: "Credentials", type: "credentials", credentials: {}, authorize: () => null },
  ],
};

/** Thread-pool jobs, URL objects, derivations and encryptions of one call. */
async function costOf(call: () => Promise<unknown>) {
  const jobs: string[] = [];
  const made = new Map<number, string>();
  // Synchronous jobs are made as well, but only those of the thread pool come back.
  const hook = createHook({
    init: (id, type) => void (/REQUEST$|JOB$/i.test(type) && made.set(id, type)),
    before: (id) => void (made.has(id) && jobs.push(made.get(id)!)),
  });
  const RealURL = globalThis.URL;
  let urls = 0;
  globalThis.URL = class extends RealURL {
    constructor(...args: ConstructorParameters<typeof RealURL>) {
      super(...args);
      urls++;
    }
  };
  const before = { ...counts };
  hook.enable();
  try {
    await call();
  } finally {
    hook.disable();
    globalThis.URL = RealURL;
  }
  return {
    jobs,
    urls,
    derivations: counts.derivations - before.derivations,
    encryptions: counts.encryptions - before.encryptions,
  };
}

describe("a warm session check", () => {
  let cookie: string;
  beforeAll(async () => {
    const token = await encode({ token: { sub: "1", name: "Ada" }, secret, salt: name });
    const first = await Auth(new Request("http://localhost/auth/csrf"), config);
    const jar = first.headers.getSetCookie().map((line) => line.split(";")[0]);
    cookie = [...jar, `${name}=${token}`].join("; ");
    await getSession({ headers: { cookie, host: "localhost" } } as never, config);
  });

  const free = { jobs: [], urls: 0, derivations: 0 };

  it("is counted rightly: WebCrypto shows as a thread-pool job", async () => {
    const cost = await costOf(() => crypto.subtle.digest("SHA-256", new Uint8Array(8)));
    expect(cost.jobs).toHaveLength(1);
  });

  it("by getToken makes no thread-pool job, no key, no URL, no encryption", async () => {
    const cost = await costOf(async () => {
      expect(await getToken({ req: { headers: { cookie } }, secret })).toMatchObject({ sub: "1" });
    });
    // The name for https is tried first, but no cookie has it.
    expect(cost).toEqual({ ...free, encryptions: 0 });
  });

  it("by getSession of Express likewise: what nobody sends is not sealed", async () => {
    const req = { headers: { cookie, host: "localhost" }, protocol: "http" } as never;
    const cost = await costOf(async () => {
      expect(await getSession(req, config)).toMatchObject({ user: { name: "Ada" } });
    });
    expect(cost).toEqual({ ...free, encryptions: 0 });
  });

  it("by GET /session seals one new token and nothing else", async () => {
    const request = new Request("http://localhost/auth/session", { headers: { cookie } });
    const cost = await costOf(async () => {
      const response = await Auth(request, config);
      expect(response.headers.getSetCookie()).toHaveLength(1);
    });
    expect(cost).toEqual({ ...free, encryptions: 1 });
  });

  it("by GET /session seals nothing while jwt.updateAge says that the token is young", async () => {
    const request = new Request("http://localhost/auth/session", { headers: { cookie } });
    const cost = await costOf(async () => {
      const response = await Auth(request, { ...config, jwt: { updateAge: 3600 } });
      expect(response.headers.getSetCookie()).toEqual([]);
    });
    expect(cost).toEqual({ ...free, encryptions: 0 });
  });

  it("an unknown kid costs no cryptography at all", async () => {
    const header = Buffer.from('{"alg":"dir","enc":"A256CBC-HS512","kid":"x"}').toString("base64url");
    const cost = await costOf(async () => {
      expect(await getToken({ req: { headers: { cookie: `${name}=${header}..a.b.c` } }, secret })).toBeNull();
    });
    expect(cost).toEqual({ ...free, encryptions: 0 });
  });

  it("keeps at most 32 keys, whatever salts callers bring", async () => {
    for (let index = 0; index < 40; index++) await encode({ secret, salt: `salt-${index}` });
    const cold = await costOf(() => encode({ secret, salt: "salt-0" }));
    const warm = await costOf(() => encode({ secret, salt: "salt-39" }));
    expect([cold.derivations, warm.derivations]).toEqual([1, 0]);
  });
});
