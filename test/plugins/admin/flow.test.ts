/** The whole way over HTTP, in an Express app: sign in, be granted, find, ban, take it back, end sessions, delete. */
import express from "express";
import { afterAll, expect, it } from "vitest";
import { createAuth } from "../../../src/runtime/integrations/express.js";
import { listen } from "../../support/app.js";
import { adapterOf, closeStores, Office, places } from "./office.js";

afterAll(closeStores);

/** Somebody with a browser, who signs in by the links of mails. */
class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #base: string;
  readonly #links: Office["links"];

  constructor(base: string, links: Office["links"]) {
    this.#base = base;
    this.#links = links;
  }

  async send(path: string, form?: Record<string, string>) {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { cookie, accept: "text/html" };
    const init = form && { method: "POST", body: new URLSearchParams(form) };
    const response = await fetch(new URL(path, this.#base), { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const location = response.headers.get("location")?.replace(this.#base, "") ?? null;
    return { status: response.status, location, html: await response.text() };
  }

  async post(path: string, fields: Record<string, string> = {}) {
    const { csrfToken } = JSON.parse((await this.send("/auth/csrf")).html) as { csrfToken: string };
    return this.send(path, { csrfToken, ...fields });
  }

  /** @returns where the link leads */
  async signIn(email: string): Promise<string | null> {
    await this.post("/auth/signin/email", { email });
    const { url } = this.#links.filter(({ to }) => to === email).at(-1)!;
    return (await this.send(url)).location;
  }

  isSignedIn = async (): Promise<boolean> => (await this.send("/auth/session")).html !== "null";
}

it.each(places)("over Express, %s, sessions of strategy %s", async (store, strategy) => {
  const office = new Office({
    adapter: await adapterOf(store),
    strategy,
    // The port is known when the server listens.
    more: { trustHost: true },
  });
  const auth = createAuth(office.config);
  const app = express();
  // fetch() says that it is no navigation.
  app.use((req, _res, next) => {
    req.headers["sec-fetch-mode"] = "navigate";
    next();
  });
  app.use("/auth", auth.handler);
  app.get("/found", async (req, res) => {
    const { users } = await auth.users.list(req, { from: "ada" });
    res.json(users.map(({ email }) => email));
  });
  const { origin: url, close } = await listen(app);
  try {
    const [root, ada] = [new Visitor(url, office.links), new Visitor(url, office.links)];
    await root.signIn("root@example.com");
    await ada.signIn("ada@example.com");
    const { id } = (await office.adapter.getUserByEmail!("ada@example.com"))!;
    const page = `/auth/admin/users/${id}`;
    expect((await root.send("/auth/admin/users")).status).toBe(404);
    // A grant of now counts from the next sign-in on, which is in the next second of its token.
    await office.grant((await office.adapter.getUserByEmail!("root@example.com"))!, 0);
    expect((await root.send("/auth/admin/users")).location).toContain("/auth/signin?callbackUrl=");
    await new Promise((resolve) => setTimeout(resolve, 1001 - (Date.now() % 1000)));
    await root.signIn("root@example.com");
    expect((await root.send("/auth/admin/users?from=ada")).html).toContain(page);
    expect((await root.send("/found")).html).toBe('["ada@example.com","root@example.com"]');
    expect((await root.post(`${page}/ban`, { reason: "spam" })).location).toBe(page);
    expect(await ada.isSignedIn()).toBe(false);
    expect(await ada.signIn("ada@example.com")).toContain("error=AccessDenied");
    expect((await root.post(`${page}/unban`)).location).toBe(page);
    expect(await ada.isSignedIn()).toBe(false);
    await ada.signIn("ada@example.com");
    expect(await ada.isSignedIn()).toBe(true);
    expect((await root.post(`${page}/sign-out`)).location).toBe(page);
    expect(await ada.isSignedIn()).toBe(false);
    expect((await ada.send("/auth/admin/users")).location).toContain("/auth/signin");
    const gone = await root.post(`${page}/delete`, { confirm: "ada@example.com" });
    expect(gone.location).toBe("/auth/admin/users");
    expect((await root.send(page)).status).toBe(404);
  } finally {
    await close();
  }
});
