/** The forms of test/fixtures/other-forms, as rows: what they are asked, and what the commands say of them. */
import type { Started } from "../other-apps/app.js";

/** A form joins by a row and a folder of its name. */
export interface Form extends Started {
  readonly name: string;
  /** Where `auth init` puts the endpoints. */
  readonly base: string;
  /** What `auth init` says of what it could not read, or of what stands in the way; "" for nothing. */
  readonly says: string;
  /** Routes of the app's own that `auth protect` of the path leaves alone, with a method. */
  readonly routes: readonly string[];
  readonly protect: string;
  /** Routes below it that nobody gets behind `auth protect`. */
  readonly guarded: readonly string[];
  /** Why a command does not do all of it, and its exit code; none where both do. */
  readonly refused?: {
    readonly by: "init" | "protect";
    readonly code: 1 | 2 | 3;
    readonly why: string;
  };
}

const node = (file: string): Started => ({ compiles: false, start: [process.execPath, file] });
const built: Started = { compiles: true, start: [process.execPath, "dist/main.js"] };

const form = (
  name: string,
  started: Started,
  [protect, guarded]: readonly [string, readonly string[]],
  routes: readonly string[],
  more: Partial<Form> = {},
): Form => ({ name, ...started, base: "/auth", says: "", routes, protect, guarded, ...more });

export const forms: readonly Form[] = [
  form(
    "express-passport-local",
    node("app.js"),
    ["/todos", ["GET /todos"]],
    ["GET /login", "POST /login/password", "POST /logout"],
  ),
  form(
    "express-chained-routes",
    node("app.js"),
    ["/books", ["GET /books", "POST /books", "GET /books/1"]],
    ["GET /about"],
  ),
  form(
    "express-nested-routers",
    node("app.js"),
    ["/v1/teams", ["GET /v1/teams", "GET /v1/teams/a/members", "GET /v1/teams/a/members/b"]],
    ["GET /health"],
  ),
  form("express-sub-app", node("app.js"), ["/admin", ["GET /admin", "GET /admin/users"]], ["GET /"]),
  form(
    "express-router-factory",
    node("app.js"),
    ["/orders", ["GET /orders", "GET /orders/1"]],
    ["GET /health"],
  ),
  form(
    "express-routes-in-a-loop",
    node("app.js"),
    ["/reports", ["GET /reports"]],
    ["GET /health", "GET /invoices"],
  ),
  form(
    "express-prefix-constants",
    node("app.js"),
    ["/api/v3/orders", ["GET /api/v3/orders"]],
    ["GET /health"],
  ),
  form(
    "express-socket-io",
    node("index.js"),
    ["/rooms", ["GET /rooms"]],
    ["GET /", "GET /socket.io/?EIO=4&transport=nothing"],
  ),
  form(
    "express-usual-middleware",
    node("app.js"),
    ["/prices", ["GET /prices"]],
    ["GET /health", "OPTIONS /prices", "GET /nothing"],
  ),
  form("express-csrf-sync", node("app.js"), ["/letters", ["GET /letters"]], ["GET /token"]),
  form("express-double-csrf", node("app.js"), ["/letters", ["GET /letters"]], ["GET /nothing"]),
  form("express-serverless", node("local.js"), ["/quotes", ["GET /quotes"]], ["GET /health"]),
  form("express-two-apps", node("app.js"), ["/shop", ["GET /shop"]], ["GET /", "GET /metrics"], {
    refused: { by: "init", code: 3, why: "the file makes several applications, `app` and `metrics`" },
  }),
  form("express-class", node("src/index.js"), ["/users", ["GET /users", "GET /users/1"]], ["GET /health"]),
  form(
    "express-routes-of-a-function",
    node("app.js"),
    ["/flights", ["GET /flights", "GET /flights/1"]],
    ["GET /health"],
  ),
  form(
    "express-pages-and-fallback",
    node("app.js"),
    ["/api/notes", ["GET /api/notes"]],
    ["GET /", "GET /anything"],
  ),
  form(
    "express-patterns",
    node("app.js"),
    ["/news", ["GET /news"]],
    ["GET /files/a/b", "GET /items", "GET /items/1", "GET /journal"],
  ),
  form(
    "express-own-auth-routes",
    node("app.js"),
    ["/profile", ["GET /profile"]],
    ["GET /auth/magic", "POST /auth/magic", "GET /api/auth/x"],
    { refused: { by: "init", code: 3, why: "This app answers at /auth/magic, /auth, /api/auth." } },
  ),
  form(
    "express-env-file",
    { compiles: false, start: [process.execPath, "--env-file=.env.local", "server.js"] },
    ["/inbox", ["GET /inbox"]],
    ["GET /"],
  ),
  form("express-dotenv-path", node("src/index.js"), ["/inbox", ["GET /inbox"]], ["GET /"]),
  form("express-mocha", node("server.js"), ["/inbox", ["GET /inbox"]], ["GET /health"]),
  form(
    "fastify-plugins-with-prefix",
    node("server.js"),
    ["/v1/cats", ["GET /v1/cats", "GET /v1/cats/1"]],
    ["GET /health", "GET /v1/more/dogs"],
  ),
  form(
    "fastify-autoload",
    node("server.js"),
    ["/v1/cats", ["GET /v1/cats", "GET /v1/cats/1/toys"]],
    ["GET /v1/health"],
  ),
  form(
    "fastify-route-objects",
    node("server.js"),
    ["/tickets", ["GET /tickets", "GET /tickets/1"]],
    ["GET /health"],
  ),
  form("fastify-csrf", node("server.js"), ["/letters", ["GET /letters"]], ["GET /nothing"], {
    refused: { by: "init", code: 1, why: "A guard of the app refuses the forms of sign-in." },
  }),
  form("fastify-start-script", node("server.js"), ["/tasks", ["GET /tasks"]], ["GET /"]),
  form(
    "hono-chained",
    node("index.js"),
    ["/books", ["GET /books", "POST /books", "GET /books/1"]],
    ["GET /"],
  ),
  form("hono-factory", node("index.js"), ["/shelves", ["GET /shelves"]], ["GET /health"], {
    refused: { by: "init", code: 2, why: "No file of this project calls new Hono()." },
  }),
  form(
    "hono-on",
    node("index.js"),
    ["/api/posts", ["GET /api/posts", "PUT /api/posts"]],
    ["GET /api/hello", "GET /api/ja/hello", "GET /api/anything/x"],
  ),
  form("hono-csrf", node("index.js"), ["/letters", ["GET /letters"]], ["GET /nothing"]),
  form("hono-openapi", node("index.js"), ["/users", ["GET /users/1"]], ["GET /health"], {
    refused: { by: "init", code: 2, why: "No file of this project calls new Hono()." },
  }),
  form("hono-mount", node("index.js"), ["/fresh", ["GET /fresh"]], ["GET /legacy/x"]),
  form(
    "koa-router-prefix",
    node("index.js"),
    ["/api/users", ["GET /api/users", "GET /api/users/1"]],
    ["GET /health"],
  ),
  form("koa-mount", node("index.js"), ["/hello", ["GET /hello"]], ["GET /health"], {
    refused: { by: "protect", code: 3, why: 'app.use(mount("/hello", hello)) may answer below /hello' },
  }),
  form(
    "h3-nested-router",
    node("index.js"),
    ["/api/todos", ["GET /api/todos", "GET /api/todos/1"]],
    ["GET /health"],
    {
      refused: {
        by: "init",
        code: 2,
        why: "This is an h3 app of another release than those that auth init knows",
      },
    },
  ),
  form("nest-router-module", built, ["/admin/metrics", ["GET /admin/metrics"]], ["GET /health"]),
  form(
    "nest-prefix-and-versions",
    built,
    ["/api/v1/cats", ["GET /api/v1/cats", "GET /api/v1/cats/a"]],
    ["GET /health"],
  ),
  form(
    "nest-lists-of-paths",
    built,
    ["/shelves", ["GET /shelves", "GET /shelves/all", "GET /racks"]],
    ["POST /auth/login"],
    { base: "/api/auth" },
  ),
];
