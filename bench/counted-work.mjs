/** What one warm session check does, counted: exact on any machine, the same figures that test/runtime gates. */
import { createHook } from "node:async_hooks";
import crypto from "node:crypto";
import { claims, config, oauthProvider, secret, sessionCookie } from "./fixture.mjs";

export async function countedWork() {
  const { encode } = await import("../dist/runtime/jwt.js");
  const { getSession } = await import("../dist/runtime/integrations/express.js");
  const token = await encode({ token: claims, secret, salt: sessionCookie });
  const settings = config([oauthProvider("one")]);
  const request = {
    protocol: "http",
    headers: { host: "localhost:3000", cookie: `${sessionCookie}=${token}` },
    get: (name) => request.headers[name],
    app: { get: () => undefined },
    socket: { remoteAddress: "127.0.0.1" },
  };
  for (let warm = 0; warm < 100; warm += 1) await getSession(request, settings);
  let jobs = 0;
  const hook = createHook({ init: (_, type) => void (/REQUEST|JOB/.test(type) && (jobs += 1)) }).enable();
  const [url, derive] = [globalThis.URL, crypto.hkdfSync];
  let urls = 0;
  let derivations = 0;
  globalThis.URL = class extends url {
    constructor(...args) {
      super(...args);
      urls += 1;
    }
  };
  crypto.hkdfSync = (...args) => ((derivations += 1), derive(...args));
  await getSession(request, settings);
  hook.disable();
  globalThis.URL = url;
  crypto.hkdfSync = derive;
  return `counted per warm session check: ${jobs} thread-pool jobs, ${derivations} key derivations, ${urls} URL objects`;
}
