/** The apps of test/fixtures/other-apps, as rows: what they are asked, and what the commands say of them. */

/** A kind joins by a row and a folder of its name. */
export interface Kind {
  readonly name: string;
  /** Where the server is in it, where that is not the folder itself. */
  readonly server?: string;
  /** `npm run build` checks types, and what is started is its result where `start` says so. */
  readonly compiles: boolean;
  /** Its bundler finds packages by where the app is, so these are installed for it alone. */
  readonly isBundled?: true;
  readonly start: readonly string[];
  /** Where `auth init` puts the endpoints, and what it says of the choice; "" where the usual place was free. */
  readonly base: string;
  readonly says: string;
  /** Routes of the app's own that `auth protect` of the path leaves alone, with a method. */
  readonly routes: readonly string[];
  readonly protect: string;
  readonly guarded: readonly string[];
  /** The file that `auth test init` writes, and a row of it with what nobody gets. */
  readonly guardTests: string;
  readonly guardRow: string;
  /** The command that starts them, as it is told. */
  readonly guardCommand: string;
  /** What `auth doctor` finds, beside the empty names of the provider. */
  readonly findings: readonly string[];
}

const tsx = (file: string): readonly string[] => [process.execPath, "--import", "tsx", file];

export const kinds: readonly Kind[] = [
  {
    name: "express-api",
    compiles: true,
    start: tsx("src/index.ts"),
    base: "/auth",
    says: "",
    routes: ["GET /health", "GET /api/auth/version", "GET /nothing", "POST /health"],
    protect: "/orders",
    guarded: ["GET /orders", "GET /orders/1"],
    guardTests: "test/guards.test.ts",
    guardRow: '["GET /orders/:id", { nobody: 401, user: "in" }]',
    guardCommand: "node --import tsx --test test/guards.test.ts",
    // The app's own line, which has been there before.
    findings: ["AUTH_D_EXPRESS_TRUST_ALL"],
  },
  {
    name: "fastify-autoload",
    compiles: true,
    start: [process.execPath, "dist/server.js"],
    base: "/api/auth",
    says: "This app answers at /auth/rules: the endpoints of sign-in are below /api/auth.",
    routes: ["GET /visits", "GET /auth/rules", "GET /nothing"],
    protect: "/api/tasks",
    guarded: ["GET /api/tasks"],
    // Its own pattern, without quotes, takes what is one folder deep.
    guardTests: "test/guards/guards.test.ts",
    guardRow: '["GET /api/tasks", { nobody: 401, user: "in" }]',
    guardCommand: "FASTIFY_AUTOLOAD_TYPESCRIPT=1 npx tsx --test test/guards/guards.test.ts",
    findings: [],
  },
  {
    name: "hono-node",
    compiles: true,
    start: tsx("src/server.ts"),
    base: "/api/auth",
    says: "This app answers at /auth/device: the endpoints of sign-in are below /api/auth.",
    routes: ["GET /", "POST /auth/device", "OPTIONS /api/v2/shows", "GET /auth/nothing"],
    protect: "/api/v2/shows",
    guarded: ["GET /api/v2/shows", "GET /api/v2/shows/mushishi"],
    guardTests: "src/guards.test.ts",
    guardRow: "['GET /api/v2/shows/:id', { nobody: 401, user: 'in' }]",
    guardCommand: "npx vitest run src/guards.test.ts",
    // POST /auth/device is open, as its app means it.
    findings: ["AUTH_D_UNGUARDED_WRITE"],
  },
  {
    name: "nest-hexagon",
    compiles: true,
    start: [process.execPath, "dist/main.js"],
    base: "/api/auth",
    says: "This app answers at /auth/terms: the endpoints of sign-in are below /api/auth.",
    routes: ["GET /auth/terms", "GET /nothing"],
    protect: "/v1/wallets",
    guarded: ["GET /v1/wallets", "GET /v1/wallets/a"],
    guardTests: "src/guards.spec.ts",
    guardRow: "['GET /v1/wallets/:id', { nobody: 401, user: 'in' }]",
    guardCommand: "npx vitest run src/guards.spec.ts",
    findings: [],
  },
  {
    name: "express-passport",
    compiles: false,
    start: [process.execPath, "app.js"],
    base: "/api/auth",
    says: "the endpoints of sign-in are below /api/auth.",
    routes: ["GET /", "GET /auth/github", "GET /auth/github/callback", "POST /auth/login", "GET /nothing"],
    protect: "/account",
    guarded: ["GET /account"],
    guardTests: "test/guards.test.js",
    guardRow: "['GET /account', { nobody: 401, user: 'in' }]",
    guardCommand: "node --test test/guards.test.js",
    findings: [],
  },
  {
    name: "express-beside-vite",
    server: "server",
    compiles: false,
    start: [process.execPath, "index.js"],
    base: "/api/auth",
    says: "This app answers at /auth/me: the endpoints of sign-in are below /api/auth.",
    routes: ["GET /auth/me", "POST /auth/me", "DELETE /nothing"],
    protect: "/api/roster",
    guarded: ["GET /api/roster", "POST /api/roster"],
    guardTests: "test/guards.test.mjs",
    guardRow: "['GET /api/roster', { nobody: '?', user: '?' }]",
    guardCommand: "node --test test/guards.test.mjs",
    findings: [],
  },
  {
    name: "kit-guestbook",
    compiles: true,
    isBundled: true,
    start: [process.execPath, "--env-file=.env", "build"],
    base: "/api/auth",
    says: "This app answers at /auth/legacy: the endpoints of sign-in are below /api/auth.",
    routes: ["GET /health", "GET /auth/legacy", "OPTIONS /health"],
    protect: "/api/moods",
    guarded: ["GET /api/moods"],
    guardTests: "test/guards.test.ts",
    guardRow: "['GET /api/moods', { nobody: 401, user: 'in' }]",
    guardCommand: "npx vitest run test/guards.test.ts",
    // Git keeps no mode of its own for the .env that is there.
    findings: ["AUTH_D_ENV_MODE"],
  },
  {
    name: "nuxt-notes",
    compiles: true,
    isBundled: true,
    start: [process.execPath, "--env-file=.env", ".output/server/index.mjs"],
    base: "/api/auth",
    says: "",
    routes: ["GET /api/health", "GET /auth/legacy"],
    protect: "/api/notes",
    guarded: ["GET /api/notes", "GET /api/notes/longest"],
    guardTests: "test/guards.test.ts",
    guardRow: "['GET /api/notes/longest', { nobody: 401, user: 'in' }]",
    guardCommand: "npx vitest run test/guards.test.ts",
    findings: ["AUTH_D_ENV_MODE"],
  },
];

/** The folder of the server, below that of the fixtures. */
export const placeOf = ({ name, server }: Kind): string =>
  server === undefined ? name : `${name}/${server}`;
