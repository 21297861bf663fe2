/** The back office of apps below a path, behind a proxy, and at addresses of the app: where its pages are, and where they lead. */
import express from "express";
import { NextRequest } from "next/server.js";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { createAuth as expressAuth } from "../../../src/runtime/integrations/express.js";
import { FrameworkAuth, type FrameworkAuthConfig } from "../../../src/runtime/integrations/next/index.js";
import { mintSession } from "../../../src/runtime/testing/index.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import { listen } from "../../support/app.js";
import { inEveryRun } from "../../support/every-run.js";
import { closeStores, Office } from "./office.js";

afterAll(closeStores);
afterEach(() => void vi.unstubAllEnvs());

const site = "https://shop.example";
const forwarded = { "x-forwarded-host": "shop.example", "x-forwarded-proto": "https" };

/** What the proxy in front sends on: the path as the browser asks for it, and all that belongs to it. */
type Answer = (
  path: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Response>;

interface Place {
  readonly name: string;
  /** In front of every address of the app. */
  readonly front: string;
  readonly basePath: string;
  readonly authUrl?: string;
  readonly more?: Partial<AuthConfig>;
  readonly strategy?: "jwt" | "database";
  /** Where the browser goes. Default: the front. */
  readonly home?: string;
  /** Page of a user, where it is not below the base path. */
  readonly users?: string;
  readonly impersonation?: string;
  readonly serve: (config: AuthConfig) => Promise<{ answer: Answer; close?: () => Promise<void> }>;
}

/** Next.js has taken its `basePath` off before a route file is asked. */
const inNext =
  (rewrite: (path: string) => string = (path) => path): Place["serve"] =>
  async (config) => {
    const { handlers } = FrameworkAuth(config as FrameworkAuthConfig);
    const answer: Answer = async (path, { method, headers, body }) => {
      const url = `http://internal:3000${rewrite(path.replace("/shop", ""))}`;
      const request = new NextRequest(url, {
        method,
        headers: { ...headers, ...forwarded, host: "internal:3000" },
        ...(body && { body }),
      });
      return method === "POST" ? handlers.POST(request) : handlers.GET(request);
    };
    return { answer };
  };

const mounted =
  (front: string): Place["serve"] =>
  async (config) => {
    const app = express();
    // fetch() says that it is no navigation.
    app.use((req, _res, next) => {
      req.headers["sec-fetch-mode"] = "navigate";
      next();
    });
    app.set("trust proxy", true);
    const router = express.Router();
    router.use("/auth", expressAuth(config).handler);
    app.use(front || "/", router);
    const running = await listen(app);
    const answer: Answer = (path, init) =>
      fetch(`${running.origin}${path}`, {
        ...init,
        headers: { ...init.headers, ...forwarded },
        redirect: "manual",
      });
    return { answer, close: running.close };
  };

const addresses = {
  adminUsers: "/shop/office",
  newAdminUser: "/shop/office/new",
  adminUser: "/shop/office/:id",
  impersonate: "/shop/office/:id/act",
  stopImpersonating: "/shop/acting",
  endImpersonation: "/shop/acting/:id",
  confirmMovedAddress: "/shop/moved",
  signIn: "/shop/sign-in",
  account: "/shop/account",
} as const;

const places: readonly Place[] = [
  {
    name: "Next.js with basePath",
    front: "/shop",
    basePath: "/shop/api/auth",
    authUrl: site,
    more: { basePath: "/shop/api/auth" },
    serve: inNext(),
  },
  {
    name: "Next.js with basePath, by AUTH_URL",
    front: "/shop",
    basePath: "/shop/api/auth",
    authUrl: `${site}/shop/api/auth`,
    serve: inNext(),
  },
  {
    name: "Next.js, basePath, page addresses",
    front: "/shop",
    basePath: "/shop/api/auth",
    authUrl: site,
    more: { basePath: "/shop/api/auth", pageAddresses: addresses } as never,
    users: "/shop/office",
    impersonation: "/shop/acting",
    serve: inNext(),
  },
  {
    name: "Next.js, basePath, addresses by rewrite",
    front: "/shop",
    basePath: "/shop/api/auth",
    authUrl: site,
    more: { basePath: "/shop/api/auth", pageAddresses: addresses } as never,
    users: "/shop/office",
    impersonation: "/shop/acting",
    serve: inNext((path) => (path.startsWith("/api/auth") ? path : `/api/auth/at/shop${path}`)),
  },
  { name: "Express behind a proxy, at the root", front: "", basePath: "/auth", serve: mounted("") },
  {
    name: "a router of Express below a path",
    front: "/shop",
    basePath: "/shop/auth",
    serve: mounted("/shop"),
  },
  {
    name: "a router beside the app, redirect callback",
    front: "/accounts",
    basePath: "/accounts/auth",
    home: "/shop/",
    more: {
      callbacks: {
        redirect({ url, baseUrl }) {
          const target = new URL(url, baseUrl);
          if (target.href === `${baseUrl}/accounts/`) return `${baseUrl}/shop/`;
          return target.origin === baseUrl ? target.href : baseUrl;
        },
      },
    },
    serve: mounted("/accounts"),
  },
  {
    name: "Express, AUTH_URL with a path",
    front: "/shop",
    basePath: "/shop/auth",
    authUrl: `${site}/shop/auth`,
    serve: mounted("/shop"),
  },
];

/** Somebody in front of the proxy. */
class Client {
  readonly cookies = new Map<string, string>();
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }

  async send(address: string, form?: Record<string, string>) {
    const url = new URL(address, site);
    expect(url.origin).toBe(site);
    const cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
    const headers = {
      accept: "text/html",
      cookie,
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
    };
    const body = form && new URLSearchParams(form).toString();
    const response = await this.answer(url.pathname + url.search, {
      method: form ? "POST" : "GET",
      headers,
      ...(body && { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return {
      status: response.status,
      html: await response.text(),
      location: response.headers.get("location") ?? "",
    };
  }

  /** Presses the button of the form whose address ends so. */
  async press(html: string, end: string, typed: Record<string, string> = {}) {
    const form = [...html.matchAll(/<form action="([^"]*)"[\s\S]*?<\/form>/g)].find(([, action]) =>
      action?.endsWith(end),
    );
    if (form === undefined) throw new Error(`no form for ${end}`);
    const unseen = [...form[0].matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    return this.send(form[1]!, {
      ...Object.fromEntries(unseen.map(([, name, value]) => [name, value])),
      ...typed,
    });
  }
}

/** The administrator in front of the place, and a user. */
async function open({ serve, authUrl, more, strategy = "jwt" }: Place) {
  vi.stubEnv("AUTH_URL", authUrl ?? "");
  const town = new Office({
    strategy,
    more: { trustHost: authUrl === undefined ? ["shop.example"] : undefined, ...more } as never,
  });
  const root = await town.administrator();
  const ada = await town.person("ada");
  const { answer, close } = await serve(town.config);
  const signedIn = async (name: string) => {
    const client = new Client(answer);
    const { header } = await mintSession(
      { email: `${name}@example.com` },
      { url: site, config: town.config },
    );
    for (const pair of header.split("; "))
      client.cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    return client;
  };
  return { town, root, ada, signedIn, close: close ?? (async () => undefined) };
}

const hrefs = (html: string): readonly string[] =>
  [...html.matchAll(/(?:href|action)="([^"#]*)"/g)].map(([, href = ""]) => new URL(href, site).href);

const strategies = ["jwt", "database"] as const;
const everyRow = places.flatMap((place, at) =>
  strategies.map((_, next) => ({ ...place, strategy: strategies[(at + next) % 2] ?? "jwt" })),
);

describe("an app below a path, or behind a proxy", () => {
  it.each(inEveryRun(everyRow, 4))(
    "ADM-102: $name, $strategy: pages are where they say, begin leads into the app, Stop and the user's end lead back",
    async (place) => {
      const {
        front,
        basePath,
        users = `${basePath}/admin/users`,
        impersonation = `${basePath}/impersonation`,
      } = place;
      const { ada, signedIn, close } = await open(place);
      try {
        const root = await signedIn("root");
        const list = await root.send(users);
        expect([list.status, hrefs(list.html)]).toEqual([
          200,
          expect.arrayContaining([`${site}${users}/${ada.id}`, `${site}${users}/new`]),
        ]);
        const page = await root.send(`${users}/${ada.id}`);
        // Nothing leads out of what the proxy sends here.
        for (const href of hrefs(page.html))
          if (href !== `${site}/`) expect(href).toMatch(`${site}${front}/`);
        const address = hrefs(page.html).find((href) => /\/(?:act|impersonate)$/.test(href))!;
        const begin = async (search = "") =>
          root.press((await root.send(address + search)).html, new URL(address).pathname, {
            reason: "Ticket",
          });
        const begun = await begin();
        expect([begun.status, begun.location]).toEqual([302, `${site}${place.home ?? `${front}/`}`]);
        const session = async () =>
          JSON.parse((await root.send(`${basePath}/session`)).html) as {
            user: { email: string };
            impersonatedBy?: object;
          } | null;
        expect(await session()).toMatchObject({
          user: { email: "ada@example.com" },
          impersonatedBy: { name: "root" },
        });
        const bar = await root.send(impersonation);
        const stopped = await root.press(bar.html, impersonation);
        expect([stopped.status, new URL(stopped.location, site).href]).toEqual([
          302,
          `${site}${users}/${ada.id}`,
        ]);
        expect((await session())?.user.email).toBe("root@example.com");
        expect((await root.send(stopped.location)).status).toBe(200);
        // With the place that is asked for, inside of the site alone.
        const asked = await begin(`?callbackUrl=${encodeURIComponent(`${front}/orders?page=2`)}`);
        expect(asked.location).toBe(`${site}${front}/orders?page=2`);
        await root.press((await root.send(impersonation)).html, impersonation);
        expect(new URL((await begin("?callbackUrl=https://evil.example/x")).location, site).origin).toBe(
          site,
        );
        // The user ends it, from the account page and back to it.
        const own = await signedIn("ada");
        const account = await own.send(place.users ? "/shop/account" : `${basePath}/account`);
        const row = hrefs(account.html).find((href) => href.includes(`${impersonation}/`))!;
        const ended = await own.press(
          (await own.send(row.replaceAll("&amp;", "&"))).html,
          new URL(row).pathname,
        );
        expect(new URL(ended.location, site).pathname).toBe(
          place.users ? "/shop/account" : `${basePath}/account`,
        );
        expect(await session()).toBeNull();
        const over = await root.send(impersonation);
        expect(over.status).toBe(200);
      } finally {
        await close();
      }
    },
  );

  it("ADM-103: with page addresses every page of the plugin has its own, and below the endpoints it leads there", async () => {
    const place = places.find(({ users }) => users !== undefined)!;
    const { ada, signedIn, close, town } = await open(place);
    const root = await signedIn("root");
    const asked: readonly (readonly [path: string, address: string])[] = [
      ["/admin/users", "/shop/office"],
      ["/admin/users/new", "/shop/office/new"],
      [`/admin/users/${ada.id}`, `/shop/office/${ada.id}`],
      [`/admin/users/${ada.id}/impersonate`, `/shop/office/${ada.id}/act`],
      ["/impersonation", "/shop/acting"],
    ];
    for (const [path, address] of asked) {
      const moved = await root.send(place.basePath + path);
      expect([path, moved.status, moved.location]).toEqual([path, 302, address]);
      const page = await root.send(address);
      expect([address, page.status]).toEqual([address, 200]);
      for (const [, href = ""] of page.html.matchAll(/href="([^"#]*)"/g))
        expect(href).not.toMatch(/\/(?:admin|impersonation)\b/);
    }
    const page = await root.send(`/shop/office/${ada.id}`);
    for (const href of hrefs(page.html).filter((each) => each.includes(ada.id)))
      expect((await root.send(href)).status).toBeLessThan(500);
    await root.press(page.html, `/${ada.id}/email`, { email: "new@example.com" });
    const mail = town.mails.find(({ to }) => to === "new@example.com")!;
    expect(mail.text).toContain(`${site}/shop/moved?`);
    await root.press((await root.send(`/shop/office/${ada.id}/act`)).html, `/${ada.id}/act`, {
      reason: "Ticket",
    });
    const own = await signedIn("ada");
    const account = (await own.send("/shop/account")).html;
    const row = hrefs(account).find((href) => href.startsWith(`${site}/shop/acting/`))!;
    expect((await own.send(row)).html).toContain("An administrator sees what you see");
    await close();
  });
});
