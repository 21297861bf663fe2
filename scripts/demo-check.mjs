import { once } from "node:events";
import http from "node:http";

/** A small browser: cookies, redirects and forms, enough to walk through one sign-in. */
class Visitor {
  #cookies = new Map();

  /** Follows redirects to the end; keeps cookies per host and port. */
  async visit(url, init = {}) {
    let target = new URL(url);
    let request = init;
    for (let hops = 0; hops < 12; hops += 1) {
      const jar = this.#cookies.get(target.host) ?? new Map();
      this.#cookies.set(target.host, jar);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await load(target, { ...request, headers: { ...request.headers, cookie } });
      for (const line of response.headers["set-cookie"] ?? []) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
        if (/;\s*max-age=0/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      const { status, text } = response;
      const { location } = response.headers;
      if (status < 300 || status > 399 || !location) return { url: target, status, text };
      target = new URL(location, target);
      request = {};
    }
    throw new Error(`Too many redirects, the last one to ${target}`);
  }

  /** Sends the form of a page whose action matches, as a click on its button named `button` would. */
  submit(page, action, button) {
    const form = [...page.text.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)]
      .map(([text]) => text)
      .find((text) => action.test(attribute(text, "action") ?? page.url.pathname));
    if (!form) throw new Error(`No form for ${action} on ${page.url} (status ${page.status}):\n${page.text}`);
    const fields = new URLSearchParams();
    for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
      if (attribute(input, "type") === "hidden")
        fields.append(attribute(input, "name"), attribute(input, "value") ?? "");
    }
    const pressed = [...form.matchAll(/<button\b[^>]*>/g)]
      .map(([text]) => text)
      .find((text) => attribute(text, "name") === button);
    if (pressed && button) fields.append(button, attribute(pressed, "value") ?? "");
    return this.visit(new URL(attribute(form, "action") ?? "", page.url), {
      method: "POST",
      body: fields.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin: page.url.origin },
    });
  }
}

/** Opens a page as a browser does. Not by fetch: that says it is one, and guards answer it with 401. */
async function load(url, { method = "GET", headers, body }) {
  const request = http.request(url, {
    method,
    headers: { accept: "text/html", "sec-fetch-mode": "navigate", ...headers },
    agent: false,
  });
  request.end(body);
  const [response] = await once(request, "response");
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode,
    headers: response.headers,
    text: Buffer.concat(chunks).toString("utf8"),
  };
}

function attribute(tag, name) {
  const found = new RegExp(`^[^>]*?\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found
    ?.replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x2F;", "/")
    .replaceAll("&#39;", "'");
}

/**
 * Waits for the app, signs in with the first person the local identity provider offers, reads the guarded page,
 * signs out and sees that the guarded page is closed again.
 *
 * @param {string} base address of the app, without a slash at its end
 * @param {() => boolean} alive whether the app's process still runs
 * @param {string} [basePath] where the sign-in endpoints are, below the app's address
 */
export async function signInAndOut(base, alive, basePath = "/auth") {
  for (let tries = 0; ; tries += 1) {
    if (!alive()) throw new Error("The app ended before it answered");
    if (
      await fetch(base).then(
        () => true,
        () => false,
      )
    )
      break;
    if (tries > 200) throw new Error(`${base} did not answer`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const visitor = new Visitor();
  const step = (text) => console.log(`  ${text}`);

  const guarded = await visitor.visit(`${base}/dashboard`);
  expect(
    guarded.url.pathname === "/sign-in",
    "the guarded page sends a stranger to the sign-in page",
    guarded,
  );
  step("the guarded page asks a stranger to sign in");

  const picker = await visitor.submit(guarded, /\/auth\/signin\/github/);
  expect(
    picker.url.hostname === "127.0.0.1" && /<form/.test(picker.text),
    "GitHub is simulated locally",
    picker,
  );
  step(`the local identity provider at ${picker.url.origin} simulates GitHub`);

  const account = await visitor.submit(picker, /./, "person");
  expect(account.url.href === `${base}/dashboard` && account.status === 200, "signed in", account);
  step("signed in: the guarded page opens");

  const leave = await visitor.visit(`${base}${basePath}/signout`);
  await visitor.submit(leave, /\/auth\/signout/);
  const again = await visitor.visit(`${base}/dashboard`);
  expect(again.url.pathname === "/sign-in", "signed out", again);
  step("signed out: the guarded page is closed again");
}

function expect(holds, what, page) {
  if (!holds)
    throw new Error(`Expected: ${what}. Got ${page.status} at ${page.url}:\n${page.text.slice(0, 2000)}`);
}
