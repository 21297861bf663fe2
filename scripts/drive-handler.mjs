/**
 * node drive-handler.mjs <bundle> <provider>: asks the handler of a bundle for everything that a stranger and a user can
 * ask it for (every route by GET and POST, and sign-ins whose provider answers with and without an ID token), and prints
 * the files which that made it load, as JSON.
 */
import { Session } from "node:inspector/promises";
import { pathToFileURL } from "node:url";

const origin = "https://app.example";
const actions = [
  "providers",
  "session",
  "csrf",
  "signin",
  "signin/{id}",
  "callback/{id}?code=c&state=s",
  "callback/{id}?error=access_denied",
  "signout",
  "error?error=Configuration",
  "verify-request",
  "webauthn-options/passkey",
  "nothing/of/this",
];

const [entry, provider] = process.argv.slice(2);
const options = {
  secret: "a secret for measuring bytes, of no use elsewhere",
  trustHost: true,
  basePath: "/auth",
  logger: { error() {}, warn() {}, debug() {} },
};

const inspector = new Session();
inspector.connect();
const loaded = new Set();
inspector.on("Debugger.scriptParsed", ({ params: { url } }) => loaded.add(url));
await inspector.post("Debugger.enable");
const app = await import(pathToFileURL(entry).href);
const browser = askerOf((request) => app.handler(request, options));
for (const action of actions)
  for (const method of ["GET", "POST"]) await browser(method, action.replace("{id}", provider), {});
const ends = [];
for (const more of [{}, { id_token: "a.e30.c" }]) {
  globalThis.fetch = async (address) => answerOf(String(address), more);
  ends.push(await signIn(browser, provider));
}
inspector.disconnect();
if (!ends.includes("signed in")) throw new Error(`Nobody could sign in with ${provider}: ${ends.join(", ")}`);
console.log(JSON.stringify([...loaded].filter((url) => url.startsWith("file:"))));

/** A browser with one jar of cookies. */
function askerOf(handler) {
  const jar = new Map();
  return async (method, path, fields) => {
    const body = method === "POST" ? { body: new URLSearchParams(fields) } : {};
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join("; ");
    const request = new Request(`${origin}/auth/${path}`, { method, headers: { cookie }, ...body });
    const response = await handler(request);
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(";");
      const at = pair.indexOf("=");
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return { response, text: await response.text() };
  };
}

async function signIn(ask, id) {
  const { text } = await ask("GET", "csrf", {});
  const { csrfToken } = JSON.parse(text);
  const { response } = await ask("POST", `signin/${id}`, { csrfToken });
  const state = new URL(response.headers.get("location")).searchParams.get("state");
  await ask("GET", `callback/${id}?code=c${state ? `&state=${encodeURIComponent(state)}` : ""}`, {});
  const { text: session } = await ask("GET", "session", {});
  await ask("POST", "signout", { csrfToken });
  return session === "null" ? "nobody" : "signed in";
}

/** What a provider's endpoints say: tokens, or a user. */
function answerOf(address, more) {
  const isToken = /token/.test(new URL(address).pathname);
  return Response.json(
    isToken ? { access_token: "at", token_type: "bearer", ...more } : { id: 1, login: "user", email: null },
  );
}
