/**
 * One process, one contender. Messages: {name, operation, milliseconds} → {perOperation} in µs of CPU (user + system, all
 * threads); {verify: operation} → checks that the operation does what it says.
 */
import {
  createHash,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from "node:crypto";
import { claims, config, oauthProvider, origin, rotate, secret, sessionCookie } from "./fixture.mjs";

const [, , contender] = process.argv;
const libraries = {
  ours: async () => ({
    core: await import("../dist/runtime/index.js"),
    jwt: await import("../dist/runtime/jwt.js"),
    express: await import("../dist/runtime/integrations/express.js"),
  }),
  reference: async () => ({
    core: await import("@auth/core"),
    jwt: await import("@auth/core/jwt"),
    express: await import("@auth/express"),
  }),
};

const csrf = () => {
  const token = randomBytes(32).toString("hex");
  return `${token}|${createHash("sha256")
    .update(token + secret)
    .digest("hex")}`;
};

async function library() {
  const { core, jwt, express } = await libraries[contender]();
  const tokens = await Promise.all(
    Array.from({ length: 2000 }, (_, at) =>
      jwt.encode({ token: { ...claims, at }, secret, salt: sessionCookie }),
    ),
  );
  const big = await jwt.encode({ token: { ...claims, data: "x".repeat(6200) }, secret, salt: sessionCookie });
  const settings = config([oauthProvider("one")]);
  const many = config(Array.from({ length: 80 }, (_, at) => oauthProvider(`p${at}`)));
  const credentials = config([
    {
      id: "credentials",
      name: "Credentials",
      type: "credentials",
      credentials: {},
      authorize: () => ({ id: "7", name: "Alice" }),
    },
  ]);
  const token = rotate(tokens);
  const fixed = `authjs.callback-url=${encodeURIComponent(origin)}; authjs.csrf-token=${encodeURIComponent(csrf())}`;
  const cookie = (value) => `${fixed}; ${sessionCookie}=${value}`;
  const chunks = big
    .match(/.{1,3936}/g)
    .map((part, at) => `${sessionCookie}.${at}=${part}`)
    .join("; ");
  const get = (path, header, from = settings) =>
    core.Auth(new Request(`${origin}/auth/${path}`, { headers: header ? { cookie: header } : {} }), from);
  const read = async (response) => ({ response, body: await response.json() });
  const pair = decodeURIComponent(/csrf-token=([^;]+)/.exec(fixed)[1]);
  const request = (header) => ({
    protocol: "http",
    headers: { host: "localhost:3000", cookie: header },
    get(name) {
      return this.headers[name.toLowerCase()];
    },
    originalUrl: "/me",
    baseUrl: "",
    url: "/me",
    method: "GET",
    app: { get: () => undefined },
    socket: { remoteAddress: "127.0.0.1" },
  });
  return {
    session: async () => read(await get("session", cookie(token()))),
    "session, 3 chunks": async () => read(await get("session", `${fixed}; ${chunks}`)),
    "session, no cookie": async () => read(await get("session", fixed)),
    "session, 80 providers": async () => read(await get("session", cookie(token()), many)),
    csrf: async () => read(await get("csrf", fixed)),
    providers: async () => read(await get("providers", fixed)),
    "callback/credentials": async () => {
      const response = await core.Auth(
        new Request(`${origin}/auth/callback/credentials`, {
          method: "POST",
          headers: { cookie: fixed, "content-type": "application/x-www-form-urlencoded" },
          body: `csrfToken=${pair.split("|")[0]}&callbackUrl=${encodeURIComponent(origin)}`,
        }),
        credentials,
      );
      return { response, body: response.headers.get("location") };
    },
    getToken: async () => ({
      body: await jwt.getToken({
        req: { headers: { cookie: cookie(token()) } },
        secret,
        secureCookie: false,
      }),
    }),
    decode: async () => ({ body: await jwt.decode({ token: token(), secret, salt: sessionCookie }) }),
    encode: async () => ({ body: await jwt.encode({ token: claims, secret, salt: sessionCookie }) }),
    "getSession (Express)": async () => ({
      body: await express.getSession(request(cookie(token())), settings),
    }),
  };
}

/** The token format by hand: what the visible work costs with no library at all. */
function limit() {
  const derive = (salt) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Auth.js Generated Encryption Key (${salt})`, 64));
  const key = derive(sessionCookie);
  const kid = createHash("sha512")
    .update(`{"k":"${key.toString("base64url")}","kty":"oct"}`)
    .digest("base64url");
  const header = Buffer.from(JSON.stringify({ alg: "dir", enc: "A256CBC-HS512", kid })).toString("base64url");
  const [macKey, encKey] = [key.subarray(0, 32), key.subarray(32)];
  const tag = (iv, data) => {
    const aad = Buffer.from(header);
    const length = Buffer.alloc(8);
    length.writeUInt32BE(aad.length * 8, 4);
    return createHmac("sha512", macKey)
      .update(aad)
      .update(iv)
      .update(data)
      .update(length)
      .digest()
      .subarray(0, 32);
  };
  const seal = (payload) => {
    const now = Math.floor(Date.now() / 1000);
    const iv = randomBytes(16);
    const cipher = createCipheriv("aes-256-cbc", encKey, iv);
    const data = Buffer.concat([
      cipher.update(JSON.stringify({ ...payload, iat: now, exp: now + 2592000, jti: randomUUID() })),
      cipher.final(),
    ]);
    return `${header}..${iv.toString("base64url")}.${data.toString("base64url")}.${tag(iv, data).toString("base64url")}`;
  };
  const open = (token) => {
    const [, , iv, data, mac] = token.split(".").map((part) => Buffer.from(part, "base64url"));
    if (!timingSafeEqual(tag(iv, data), mac)) throw new Error("tag");
    const decipher = createDecipheriv("aes-256-cbc", encKey, iv);
    const payload = JSON.parse(decipher.update(data, undefined, "utf8") + decipher.final("utf8"));
    if (payload.exp < Date.now() / 1000) throw new Error("expired");
    return payload;
  };
  const token = rotate(Array.from({ length: 2000 }, (_, at) => seal({ ...claims, at })));
  const big = seal({ ...claims, data: "x".repeat(6200) });
  const answer = async (url, body, cookie) => {
    const request = new Request(`${origin}/auth/${url}`, { headers: { cookie: "a=b" } });
    request.headers.get("cookie");
    const headers = {
      "content-type": "application/json",
      "cache-control": "private, no-cache, no-store",
      expires: "0",
      pragma: "no-cache",
    };
    const response = new Response(JSON.stringify(body), {
      headers: cookie ? { ...headers, "set-cookie": cookie } : headers,
    });
    return { response, body: await response.json() };
  };
  const session = (payload) =>
    answer(
      "session",
      {
        user: { name: payload.name, email: payload.email, image: payload.picture },
        expires: new Date().toISOString(),
      },
      `${sessionCookie}=${seal(payload)}; Path=/; Expires=${new Date(Date.now() + 2592e6).toUTCString()}; HttpOnly; SameSite=Lax`,
    );
  return {
    session: () => session(open(token())),
    "session, 3 chunks": () => session(open(big)),
    "session, no cookie": () => answer("session", null),
    "session, 80 providers": () => session(open(token())),
    csrf: () =>
      answer("csrf", {
        csrfToken: createHash("sha256")
          .update(`${"a".repeat(64)}${secret}`)
          .digest("hex"),
      }),
    providers: () => answer("providers", { one: { id: "one" } }),
    getToken: async () => ({ body: open(token()) }),
    decode: async () => ({ body: open(token()) }),
    encode: async () => ({ body: seal(claims) }),
  };
}

const check = {
  session: ({ response, body }) =>
    body.user.email === claims.email && /session-token=ey/.test(response.headers.get("set-cookie")),
  "session, 3 chunks": ({ body }) => body.user.email === claims.email,
  "session, no cookie": ({ body }) => body === null,
  "session, 80 providers": ({ body }) => body.user.email === claims.email,
  csrf: ({ body }) => /^[0-9a-f]{64}$/.test(body.csrfToken),
  providers: ({ body }) => body.one.id === "one",
  "callback/credentials": ({ response, body }) =>
    body === origin && /session-token=ey/.test(response.headers.get("set-cookie")),
  getToken: ({ body }) => body.sub === claims.sub,
  decode: ({ body }) => body.sub === claims.sub,
  encode: ({ body }) => body.split(".").length === 5,
  "getSession (Express)": ({ body }) => body.user.email === claims.email,
};

const operations = contender === "limit" ? limit() : await library();

process.on("message", async (message) => {
  try {
    const run = operations[message.operation];
    if (!run) return process.send({ absent: true });
    if (message.verify) {
      const result = await run();
      return process.send({ verified: Boolean(check[message.operation](result)) });
    }
    const end = performance.now() + message.milliseconds;
    const before = process.cpuUsage();
    let count = 0;
    while (performance.now() < end) {
      if (message.inFlight > 1) {
        await Promise.all(Array.from({ length: message.inFlight }, run));
        count += message.inFlight;
      } else {
        await run();
        count += 1;
      }
    }
    const used = process.cpuUsage(before);
    process.send({ perOperation: (used.user + used.system) / count });
  } catch (error) {
    process.send({ failed: error.stack });
  }
});
process.send({ ready: true, names: Object.keys(operations) });
