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
import {
  authorize,
  claims,
  config,
  csrfToken,
  everyday,
  formRequest,
  oauthProvider,
  origin,
  rotate,
  secret,
  sessionCookie,
  signedIn,
  signedInByChunks,
} from "./fixture.mjs";

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
      authorize,
    },
  ]);
  const token = rotate(tokens);
  const chunks = signedInByChunks(big);
  const rarely = { ...settings, jwt: { updateAge: 3600 } };
  const get = (path, header, from = settings) =>
    core.Auth(new Request(`${origin}/auth/${path}`, { headers: header ? { cookie: header } : {} }), from);
  const read = async (response) => ({ response, body: await response.json() });
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
    session: async () => read(await get("session", signedIn(token()))),
    "session, 3 chunks": async () => read(await get("session", chunks)),
    "session, no cookie": async () => read(await get("session", everyday)),
    "session, 80 providers": async () => read(await get("session", signedIn(token()), many)),
    // An option of ours alone.
    ...(contender === "ours" && {
      "session, updateAge": async () => read(await get("session", signedIn(token()), rarely)),
    }),
    csrf: async () => read(await get("csrf", everyday)),
    providers: async () => read(await get("providers", everyday)),
    "callback/credentials": async () => {
      const response = await core.Auth(formRequest(), credentials);
      return { response, body: response.headers.get("location") };
    },
    getToken: async () => ({
      body: await jwt.getToken({
        req: { headers: { cookie: signedIn(token()) } },
        secret,
        secureCookie: false,
      }),
    }),
    decode: async () => ({ body: await jwt.decode({ token: token(), secret, salt: sessionCookie }) }),
    encode: async () => ({ body: await jwt.encode({ token: claims, secret, salt: sessionCookie }) }),
    "getSession (Express)": async () => ({
      body: await express.getSession(request(signedIn(token())), settings),
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
  const lifeSeconds = 2592000;
  const cookieLine = (payload) =>
    `${sessionCookie}=${seal(payload)}; Path=/; Expires=${new Date(Date.now() + lifeSeconds * 1000).toUTCString()}; HttpOnly; SameSite=Lax`;
  const openCookie = (cookies) =>
    open(
      cookies
        .split("; ")
        .filter((pair) => pair.startsWith(sessionCookie))
        .map((pair) => pair.slice(pair.indexOf("=") + 1))
        .join(""),
    );
  const ask = (path, cookie) =>
    new Request(`${origin}/auth/${path}`, { headers: { cookie } }).headers.get("cookie");
  const answer = async (body, cookie) => {
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
  const shown = ({ name, email, picture }) => ({
    user: { name, email, image: picture },
    expires: new Date(Date.now() + lifeSeconds * 1000).toISOString(),
  });
  const session = (cookie) => {
    const payload = openCookie(ask("session", cookie));
    return answer(shown(payload), cookieLine(payload));
  };
  const hashed = (text) => createHash("sha256").update(`${text}${secret}`).digest("hex");
  const vouchedFor = (cookies) => {
    const [value, hash] = decodeURIComponent(/csrf-token=([^;]+)/.exec(cookies)[1]).split("|");
    if (hashed(value) !== hash) throw new Error("csrf");
    return value;
  };
  const signIn = async () => {
    const request = formRequest();
    const { value: bytes } = await request.body.getReader().read();
    const fields = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
    if (vouchedFor(request.headers.get("cookie")) !== fields.csrfToken) throw new Error("csrf");
    // `authorize` gets a request whose body can be read.
    const { url, method, headers } = request;
    const user = await authorize(fields, new Request(url, { method, headers, body: JSON.stringify(fields) }));
    const next = randomBytes(32).toString("hex");
    const response = new Response(null, {
      status: 302,
      headers: [
        ["set-cookie", cookieLine({ name: user.name, sub: user.id, rid: randomUUID() })],
        ["set-cookie", `authjs.csrf-token=${next}%7C${hashed(next)}; Path=/; HttpOnly; SameSite=Lax`],
        ["cache-control", "private, no-cache, no-store"],
        ["location", fields.callbackUrl],
      ],
    });
    return { response, body: response.headers.get("location") };
  };
  const bigCookie = signedInByChunks(big);
  return {
    session: () => session(signedIn(token())),
    "session, 3 chunks": () => session(bigCookie),
    "session, no cookie": () => (ask("session", everyday), answer(null)),
    "session, 80 providers": () => session(signedIn(token())),
    "session, updateAge": () => answer(shown(openCookie(ask("session", signedIn(token()))))),
    csrf: () => answer({ csrfToken: vouchedFor(ask("csrf", everyday)) }),
    providers: () => (ask("providers", everyday), answer({ one: { id: "one" } })),
    "callback/credentials": signIn,
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
  "session, updateAge": ({ response, body }) =>
    body.user.email === claims.email && !response.headers.has("set-cookie"),
  csrf: ({ body }) => body.csrfToken === csrfToken,
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
