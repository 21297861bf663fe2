/** What a Nest app has beside the behaviours of all servers: decorators of two places, filters, prefixes, platforms. */
import "reflect-metadata";
import {
  type ArgumentsHost,
  Catch,
  Controller,
  Get,
  HttpException,
  Inject,
  Injectable,
  Module,
  UseGuards,
} from "@nestjs/common";
import { ROUTE_ARGS_METADATA } from "@nestjs/common/constants.js";
import { ExternalContextCreator, HttpAdapterHost, NestFactory, Reflector } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import type { Response as ExpressResponse } from "express";
import { afterEach, describe, expect, it } from "vitest";
import { AUTH } from "../../src/runtime/integrations/nest-guard.js";
import { AuthGuard, AuthModule, CurrentUser, Public, Require } from "../../src/runtime/integrations/nest.js";
import { encode } from "../../src/runtime/jwt.js";
import { PluginError } from "../../src/runtime/plugins/host/plugin-error.js";
import { membersOf } from "../../src/runtime/types/members.js";
import { fixedCode } from "../plugins/fixed-code.js";

const secret = "test-secret-test-secret-test-secret-000";
const config = {
  secret,
  trustHost: true,
  providers: [],
  plugins: [
    fixedCode({
      tables: [],
      steps: [],
      guard: {
        options: ["refusedAs"],
        judge: (_own, { requirement }) => {
          const { refusedAs } = membersOf(requirement);
          return typeof refusedAs === "string" ? new PluginError(refusedAs, "not for you") : undefined;
        },
      },
    }),
  ],
  callbacks: {
    session: ({ session, token }: { session: object; token?: Record<string, unknown> }) => ({
      ...session,
      user: { name: token?.["name"], roles: token?.["roles"] },
    }),
  },
};

class Orders {
  list(): string {
    return "orders";
  }
  audit(user: { name?: string } | undefined): string {
    return `audit for ${user?.name}`;
  }
  lost(): string {
    return "lost";
  }
  busy(): string {
    return "busy";
  }
}
const method = (name: keyof Orders) => Object.getOwnPropertyDescriptor(Orders.prototype, name)!;
Controller("orders")(Orders);
Require({ role: "staff" })(Orders);
Get()(Orders.prototype, "list", method("list"));
Get("audit")(Orders.prototype, "audit", method("audit"));
Require({ role: "auditor" })(Orders.prototype, "audit", method("audit"));
CurrentUser()(Orders.prototype, "audit", 0);
for (const [name, refusedAs] of [
  ["lost", "not-found"],
  ["busy", "too-many"],
] as const)
  Require({ refusedAs } as never)(Orders.prototype, name, method(name));

class Home {
  home(user: { name?: string } | undefined): string {
    return `hello ${user?.name ?? "nobody"}`;
  }
}
Controller("home")(Home);
Get()(Home.prototype, "home", Object.getOwnPropertyDescriptor(Home.prototype, "home")!);
CurrentUser()(Home.prototype, "home", 0);

const apps: NestExpressApplication[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

async function start(
  prepare: (app: NestExpressApplication) => void = () => undefined,
  basePath?: string,
  more: readonly (new () => object)[] = [],
) {
  class App {
    readonly name = "app";
  }
  const sign = AuthModule.forRoot({ ...config, ...(basePath && { basePath }) } as never);
  Module({ imports: [sign], controllers: [Orders, Home, ...more], providers: [Orders] })(App);
  const app = await NestFactory.create<NestExpressApplication>(App, { logger: false });
  apps.push(app);
  prepare(app);
  await app.listen(0, "127.0.0.1");
  const url = (await app.getUrl()).replace("127.0.0.1", "localhost");
  return async (path: string, roles?: readonly string[]) => {
    const token = { sub: "1", name: "Ann", roles };
    const cookie = roles
      ? `authjs.session-token=${await encode({ secret, salt: "authjs.session-token", token })}`
      : "";
    const answer = await fetch(url + path, { headers: { cookie }, redirect: "manual" });
    return { status: answer.status, body: await answer.text() };
  };
}

describe("AuthGuard", () => {
  it("asks for what the controller and the handler want, both", async () => {
    const get = await start();
    expect((await get("/orders")).status).toBe(401);
    expect((await get("/orders", ["auditor"])).status).toBe(403);
    expect((await get("/orders", ["staff"])).body).toBe("orders");
    expect((await get("/orders/audit", ["staff"])).status).toBe(403);
    expect((await get("/orders/audit", ["auditor"])).status).toBe(403);
    expect(await get("/orders/audit", ["staff", "auditor"])).toEqual({ status: 200, body: "audit for Ann" });
  });

  it("guards everything where it is global, and never the endpoints", async () => {
    const get = await start((app) => void app.useGlobalGuards(app.get(AuthGuard)));
    expect((await get("/home")).status).toBe(401);
    expect(await get("/home", [])).toEqual({ status: 200, body: "hello Ann" });
    expect((await get("/auth/csrf")).status).toBe(200);
  });

  it("keeps its status where a filter of the app answers exceptions", async () => {
    class Own {
      catch(error: HttpException, host: ArgumentsHost): void {
        const response = host.switchToHttp().getResponse<ExpressResponse>();
        response.status(error.getStatus()).json({ own: error.getResponse() });
      }
    }
    Catch(HttpException)(Own);
    const get = await start((app) => void app.useGlobalFilters(new Own()));
    const { status, body } = await get("/orders");
    expect([status, JSON.parse(body)]).toMatchObject([401, { own: { error: "unauthenticated" } }]);
  });

  it("lets nobody call what no HTTP request has called", async () => {
    let guard: AuthGuard | undefined;
    await start((app) => void (guard = app.get(AuthGuard)));
    const place = { getHandler: () => Home.prototype.home, getClass: () => Home };
    const context = { getType: () => "rpc", ...place } as never;
    await expect(guard?.canActivate(context)).rejects.toThrow("AuthGuard guards what HTTP requests call");
  });
});

/** As `@nestjs/graphql` makes a resolver of a method, and calls it: root, arguments, context, info. */
function resolverOf<T extends object>(app: NestExpressApplication, instance: T, name: keyof T & string) {
  const creator = app.get(ExternalContextCreator);
  const params = { exchangeKeyForValue: () => null };
  const callback = instance[name] as (...given: unknown[]) => unknown;
  return creator.create(
    instance,
    callback,
    name,
    ROUTE_ARGS_METADATA,
    params,
    undefined,
    undefined,
    undefined,
    "graphql",
  );
}

describe("PR-09: resolvers of GraphQL", () => {
  const call = async (name: keyof Orders & string, claims?: object, context?: object) => {
    let app: NestExpressApplication | undefined;
    await start((made) => void (app = made));
    const cookie = claims && (await encode({ secret, salt: "authjs.session-token", token: claims }));
    const headers = {
      host: "localhost",
      "x-forwarded-proto": "http",
      accept: "text/html",
      cookie: `authjs.session-token=${cookie ?? ""}`,
    };
    const req = { method: "POST", url: "/graphql", originalUrl: "/graphql", headers, socket: {} };
    return resolverOf(app!, new Orders(), name)({}, {}, context ?? { req }, {}) as Promise<unknown>;
  };
  const staff = { sub: "1", name: "Ann", roles: ["staff", "auditor"] };

  it("are guarded, and are given the user", async () => {
    expect(await call("list", staff)).toBe("orders");
    expect(await call("audit", staff)).toBe("audit for Ann");
  });

  it.each([
    ["nobody", undefined, { code: "UNAUTHENTICATED", error: "unauthenticated" }, "Sign in first"],
    [
      "somebody without the role",
      { sub: "1" },
      { code: "FORBIDDEN", error: "forbidden" },
      "You don't have access",
    ],
  ])("refuse %s by an error with a code", async (_name, claims, extensions, message) => {
    const thrown = await call("list", claims).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ extensions, message: expect.stringContaining(message) as string });
  });

  it.each([
    ["lost", "NOT_FOUND"],
    ["busy", "TOO_MANY_REQUESTS"],
  ] as const)("%s: what a plugin refuses has a code of its own", async (name, code) => {
    const thrown = await call(name, staff).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ extensions: { code } });
  });

  it("say what is missing where their context has no request", async () => {
    await expect(call("list", staff, {})).rejects.toThrow("context: ({ req }) => ({ req })");
  });
});

describe("PR-09: @Public() below a global guard", () => {
  class Narrower extends AuthGuard {}
  Injectable()(Narrower);
  Inject(AUTH)(Narrower, undefined, 0);
  Inject(Reflector)(Narrower, undefined, 1);

  class Health {
    check(): string {
      return "ok";
    }
    inner(): string {
      return "inner";
    }
    used(): string {
      return "used";
    }
    narrower(): string {
      return "narrower";
    }
  }
  Controller("health")(Health);
  Public()(Health);
  const innerGuards = { inner: Require(), used: UseGuards(AuthGuard), narrower: UseGuards(Narrower) };
  for (const name of ["check", "inner", "used", "narrower"] as const) {
    const descriptor = Object.getOwnPropertyDescriptor(Health.prototype, name)!;
    Get(name)(Health.prototype, name, descriptor);
    if (name !== "check") innerGuards[name](Health.prototype, name, descriptor);
  }
  class Both {
    open(): string {
      return "open";
    }
    both(): string {
      return "both";
    }
    closed(): string {
      return "closed";
    }
  }
  Controller("both")(Both);
  Require({ role: "staff" })(Both);
  for (const name of ["open", "both", "closed"] as const) {
    const descriptor = Object.getOwnPropertyDescriptor(Both.prototype, name)!;
    Get(name)(Both.prototype, name, descriptor);
    if (name !== "closed") Public()(Both.prototype, name, descriptor);
    if (name === "both") Require()(Both.prototype, name, descriptor);
  }

  it("opens a handler or a controller; what stands nearer counts, and a guard beside it", async () => {
    const get = await start((app) => void app.useGlobalGuards(app.get(AuthGuard)), undefined, [Health, Both]);
    const statuses: Record<string, number> = {};
    for (const path of [
      "/health/check",
      "/health/inner",
      "/health/used",
      "/health/narrower",
      "/both/open",
      "/both/both",
      "/both/closed",
      "/home",
    ])
      statuses[path] = (await get(path)).status;
    expect(statuses).toEqual({
      "/health/check": 200,
      "/health/inner": 401,
      "/health/used": 401,
      "/health/narrower": 401,
      "/both/open": 200,
      "/both/both": 401,
      "/both/closed": 401,
      "/home": 401,
    });
  });
});

describe("AuthModule", () => {
  it("reads the session where nothing is guarded", async () => {
    const get = await start();
    expect((await get("/home")).body).toBe("hello nobody");
    expect((await get("/home", [])).body).toBe("hello Ann");
  });

  it("answers outside of the global prefix, at the base path of the configuration", async () => {
    const get = await start((app) => void app.setGlobalPrefix("api"), "/login");
    expect((await get("/login/csrf")).status).toBe(200);
    expect((await get("/auth/csrf")).status).toBe(404);
    expect((await get("/api/login/csrf")).status).toBe(404);
    expect((await get("/api/orders")).status).toBe(401);
  });

  it("says which platform it works on", () => {
    const host = new HttpAdapterHost();
    host.httpAdapter = { getType: () => "fastify" } as never;
    const module = new AuthModule(host, {} as never, "/auth");
    expect(() => module.configure()).toThrow("works on Express, and this app runs on fastify");
  });
});
