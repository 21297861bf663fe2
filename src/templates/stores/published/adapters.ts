/** Adapters published for `@auth/core`, as data: they run here unmodified. */
import type { Maker } from "../instances.js";
import type { PackageRanges, StoreVariable } from "../wiring.js";

export interface PublishedAdapter {
  /** Its package, which is its id. */
  readonly id: string;
  readonly over: string;
  readonly range: string;
  /** How it is imported: `PostgresAdapter`, `{ PrismaAdapter }`. */
  readonly binding: string;
  readonly name: string;
  /** The client that it takes, which a file of the project exports. */
  readonly client: Maker;
  /** Packages that the adapter expects beside it. */
  readonly peers: PackageRanges;
  /** How a project without a client makes one; undefined: it has to have one. */
  readonly own?: OwnClient;
  /** What to write where a client is missing and none can be made up. */
  readonly example?: string;
}

export interface OwnClient {
  readonly binding: string;
  readonly module: string;
  /** Expression with the client; it is evaluated on first use unless `isReady`. */
  readonly make: string;
  readonly type: string;
  /** Nothing is read from the environment. */
  readonly isReady?: true;
  /** It sends requests, or the platform gives it: no connection stays open. */
  readonly isConnectionless?: true;
  readonly variables: readonly StoreVariable[];
}

const variable = (key: string, comment: string, what: string): StoreVariable => ({ key, comment, what });

export const publishedAdapters: readonly PublishedAdapter[] = [
  {
    id: "@auth/prisma-adapter",
    over: "Prisma",
    range: "^2.11.3",
    binding: "{ PrismaAdapter }",
    name: "PrismaAdapter",
    client: { name: "PrismaClient", usual: "prisma" },
    peers: {},
    example: "export const prisma = new PrismaClient();",
  },
  {
    id: "@auth/drizzle-adapter",
    over: "Drizzle",
    range: "^1.11.3",
    binding: "{ DrizzleAdapter }",
    name: "DrizzleAdapter",
    client: { name: "drizzle", usual: "db" },
    peers: {},
    example: "export const db = drizzle(process.env.DATABASE_URL);",
  },
  {
    id: "@auth/kysely-adapter",
    over: "Kysely",
    range: "^1.11.2",
    binding: "{ KyselyAdapter }",
    name: "KyselyAdapter",
    client: { name: "Kysely", modules: ["kysely"], usual: "db" },
    peers: { kysely: "^0.28.18" },
    example: "export const db = new Kysely({ dialect });",
  },
  {
    id: "@auth/pg-adapter",
    over: "pg",
    range: "^1.11.3",
    binding: "PostgresAdapter",
    name: "PostgresAdapter",
    client: { name: "Pool", modules: ["pg"], usual: "pool" },
    peers: { pg: "^8.23.1" },
    example: "export const pool = new Pool({ connectionString: process.env.DATABASE_URL });",
  },
  {
    id: "@auth/upstash-redis-adapter",
    over: "Upstash Redis",
    range: "^2.11.3",
    binding: "{ UpstashRedisAdapter }",
    name: "UpstashRedisAdapter",
    client: { name: "Redis", modules: ["@upstash/redis"], usual: "redis" },
    peers: { "@upstash/redis": "^1.0.1" },
    own: {
      binding: "{ Redis }",
      module: "@upstash/redis",
      make: "new Redis({ url: process.env.UPSTASH_REDIS_REST_URL, token: process.env.UPSTASH_REDIS_REST_TOKEN })",
      type: "Redis",
      isConnectionless: true,
      variables: [
        variable("UPSTASH_REDIS_REST_URL", "REST address of the Upstash database", "the REST address"),
        variable("UPSTASH_REDIS_REST_TOKEN", "REST token of the Upstash database", "the REST token"),
      ],
    },
  },
  {
    id: "@auth/mongodb-adapter",
    over: "MongoDB",
    range: "^3.11.3",
    binding: "{ MongoDBAdapter }",
    name: "MongoDBAdapter",
    client: { name: "MongoClient", modules: ["mongodb"], usual: "client" },
    peers: { mongodb: "^6.0.0" },
    own: {
      binding: "{ MongoClient }",
      module: "mongodb",
      make: 'new MongoClient(process.env.MONGODB_URI ?? "")',
      type: "MongoClient",
      variables: [
        variable(
          "MONGODB_URI",
          "Address of the database, such as mongodb://localhost:27017/name",
          "the address of the database",
        ),
      ],
    },
  },
  {
    id: "@auth/d1-adapter",
    over: "Cloudflare D1, bound as DB",
    range: "^1.11.3",
    binding: "{ D1Adapter }",
    name: "D1Adapter",
    client: { name: "D1Database", modules: [], usual: "database" },
    peers: {},
    own: {
      binding: "{ env }",
      module: "cloudflare:workers",
      make: "env.DB",
      type: "",
      isReady: true,
      isConnectionless: true,
      variables: [],
    },
  },
];
