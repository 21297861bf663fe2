// data file
/** One mutation of a clean project each, and the one finding that it must give. */
import type { StaticCode } from "../../src/cli/findings/codes.js";
import { tableNames } from "../../src/runtime/adapters/schema.js";
import { tableStatements } from "../../src/runtime/adapters/sql-schema.js";
import { mannerOf, modelLines, wantedModel } from "../../src/templates/stores/prisma/models.js";
import type { BaseName, Spoiled } from "./bases.js";

export interface Fault {
  readonly code: StaticCode;
  readonly base: BaseName;
  readonly plant: (project: Spoiled) => void;
  readonly env?: Record<string, string>;
  readonly node?: string;
  /** File that the finding must name. */
  readonly path?: string;
}

const guardedPage =
  '<script setup lang="ts">\ndefinePageMeta({ auth: true })\n</script>\n<template><p>x</p></template>\n';

const fault = (
  code: StaticCode,
  base: BaseName,
  plant: Fault["plant"],
  more: Partial<Pick<Fault, "env" | "node" | "path">> = {},
): Fault => ({ code, base, plant, ...more });

/** A line into the configuration of an Express TypeScript project, or of a Next.js one. */
const option =
  (base: "express-ts" | "next-16", line: string): Fault["plant"] =>
  (p) =>
    p.replace(
      base === "express-ts" ? "src/auth.ts" : "auth.ts",
      "providers: [GitHub],",
      `providers: [GitHub],\n  ${line}`,
    );

/** Another value of the option that `auth init` writes. */
const pageAddresses =
  (base: "express-ts" | "next-16", value: string): Fault["plant"] =>
  (p) =>
    p.replace(
      base === "express-ts" ? "src/auth.ts" : "auth.ts",
      "pageAddresses: true,",
      `pageAddresses: ${value},`,
    );

/** Addresses of pages in the configuration, and a matcher with the defaults of the others and these. */
const pagesAt =
  (named: string, matched: readonly string[]): Fault["plant"] =>
  (p) => {
    pageAddresses("next-16", `{ ${named} }`)(p);
    const list = [...matched, "/dashboard/:path*", "/sign-out", "/auth-error", "/check-your-email"];
    p.replace("proxy.ts", /matcher: \[[^\]]*\]/, `matcher: ${JSON.stringify(list)}`);
  };

/** A proxy of the app's own; the configuration has `authorized`. */
const proxyFile =
  (text: string): Fault["plant"] =>
  (p) => {
    const config = p
      .read("proxy.ts")
      .replace(/^export \{[^}]*\} from ("[^"]*");/m, "import { auth } from $1;");
    p.write("proxy.ts", `import { NextResponse } from "next/server";\n${config}\n${text}\n`);
  };

const dependency =
  (name: string, version: string): Fault["plant"] =>
  (p) =>
    p.json("package.json", (data) => Object.assign(data["dependencies"] ?? {}, { [name]: version }));

const locked =
  (file: string, text: string): Fault["plant"] =>
  (p) =>
    p.write(file, text);

/** The models that `auth add-adapter` writes into an empty schema. */
const models = tableNames
  .map((name) => {
    const manner = mannerOf({ files: [], blocks: [], folder: undefined }, undefined);
    return modelLines(name, wantedModel(name, manner), "  ").join("\n");
  })
  .join("\n\n");

const store =
  (id: string, file: string, text: string): Fault["plant"] =>
  (p) => {
    p.write(file, `${text}\n`);
    p.write(
      "src/auth-store.ts",
      `import { ${id} } from "authwright/adapters/${id}";\nexport const use = ${id};\n`,
    );
  };
/** A Prisma schema with something in place of something else. */
const schema = (line: string | RegExp, instead: string) =>
  store("prisma", "prisma/schema.prisma", models.replace(line, instead));

const secretLine = /^AUTH_SECRET=.*$/m;
const line =
  (file: string, text: string): Fault["plant"] =>
  (p) =>
    p.append(file, `${text}\n`);
/** A rotated secret beside a compose file that lists the first one alone. */
export const keptFromContainers: Fault["plant"] = (p) => {
  p.append(".env", `AUTH_SECRET_1=${random}\n`);
  p.write("compose.yaml", handingOn("AUTH_SECRET", "AUTH_GITHUB_ID", "AUTH_GITHUB_SECRET"));
};
export const handingOn = (...names: readonly string[]): string =>
  [
    "services:",
    "  app:",
    "    build: .",
    "    environment:",
    "      TRUST_PROXY: 1",
    "      AUTH_URL: https://a.example",
  ]
    .concat(
      names.map((name) => `      ${name}: "\${${name}:-}"`),
      "",
    )
    .join("\n");
const secret =
  (text: string): Fault["plant"] =>
  (p) =>
    p.replace(".env", secretLine, text);
/** A line of a file once more. */
const twice =
  (file: string, pattern: RegExp): Fault["plant"] =>
  (p) =>
    p.replace(file, pattern, pattern.exec(p.read(file))?.[0].repeat(2) ?? "");
const provider =
  (name: string, id: string, base: "src/auth.ts" | "auth.ts" = "src/auth.ts"): Fault["plant"] =>
  (p) => {
    p.replace(
      base,
      "import GitHub from",
      `import ${name} from "authwright/providers/${id}";\nimport GitHub from`,
    );
    p.replace(base, "providers: [GitHub]", `providers: [GitHub, ${name}]`);
  };
const both =
  (...plants: Fault["plant"][]): Fault["plant"] =>
  (p) =>
    plants.forEach((plant) => plant(p));
/** Ways to have a provider that says nothing of the address; the word on it is what is missing. */
const silent = [
  "Facebook",
  "Facebook()",
  "Facebook({ name: process.env.NAME })",
  '{ id: "company", name: "Company", type: "oidc", issuer: "https://login.example.com", clientId: "a1" }',
  "{ ...base, issuer: address }",
  "base",
];
/** A provider beside the plugin `password`, which proves addresses by mail. */
/** Sessions that the store counts, and a guard that reads tokens alone. */
export const countedBesideGuard: Fault["plant"] = (p) => {
  p.write("store.ts", "export const adapter = {};\n");
  p.replace(
    "auth.ts",
    /import GitHub/,
    'import { account } from "authwright/plugins/account";\nimport { adapter } from "./store";\nimport GitHub',
  );
  p.replace(
    "auth.ts",
    "[GitHub],",
    '[GitHub],\n  adapter,\n  session: { strategy: "jwt" },\n  plugins: [account()],',
  );
  p.write("proxy.ts", 'import { guard } from "authwright/next/guard";\nexport default guard({});\n');
};

/** Another guard in a server that serves no files in front of it. */
export const guardServer =
  (guard: string): Fault["plant"] =>
  (p) => {
    p.replace("src/server.ts", 'app.use(express.static("public"));\n', "");
    p.replace("src/server.ts", "auth.require()", guard);
  };

/** Layouts that ask for a member. */
export const teamLayout = `import { auth } from "@/auth";

export default async function Layout({ params, children }: LayoutProps<"/teams/[team]">) {
  await auth.require({ organization: { slug: (await params).team } });
  return children;
}
`;
export const kitLayout = `export const load = async ({ locals, url }) => {
  void url.pathname;
  await locals.auth.require({ organization: "team" });
};
`;

/** Code with a guard in the places of `ASK` and `AWAIT`. */
export const withGuard = (code: string): string =>
  code
    .replaceAll("ASK", "AWAIT;")
    .replaceAll("AWAIT", "await PROMISE")
    .replaceAll("PROMISE", "auth.require({ organization: { slug: (await params).team } })");

/** The plugin `organizations` with a file of roles, and a guard of the server. */
export const withOrganizations =
  (call: string, roles: string, guard?: string): Fault["plant"] =>
  (p) => {
    p.write("src/organizations.ts", `${roles}\n`);
    p.write("src/own.ts", 'export const db = {} as never;\nexport const others = JSON.parse("{}");\n');
    p.replace(
      "src/auth.ts",
      "import GitHub from",
      'import { KyselyAdapter } from "authwright/adapters/kysely";\nimport { organizations } from "authwright/plugins/organizations";\nimport { roles } from "./organizations.js";\nimport { db, others } from "./own.js";\nimport GitHub from',
    );
    p.replace(
      "src/auth.ts",
      "providers: [GitHub],",
      `adapter: KyselyAdapter(db),\n  plugins: [${call}],\n  providers: [GitHub],`,
    );
    p.append("src/auth.ts", "\nvoid [roles, others];\n");
    if (guard !== undefined) guardServer(guard)(p);
    dependency("kysely", "^0.28.0")(p);
  };

export const besidePassword =
  (written: string): Fault["plant"] =>
  (p) => {
    p.replace(
      "src/auth.ts",
      "import GitHub from",
      'import { KyselyAdapter } from "authwright/adapters/kysely";\nimport { password } from "authwright/plugins/password";\nimport Facebook from "authwright/providers/facebook";\nimport { address, db, others, sendMail } from "./own.js";\nimport GitHub from',
    );
    p.replace(
      "src/auth.ts",
      "providers: [GitHub],",
      `adapter: KyselyAdapter(db),\n  session: { strategy: "jwt" },\n  plugins: [password({ sendMail })],\n  providers: [GitHub, ${written}],`,
    );
    p.append(
      "src/auth.ts",
      '\nconst base = { id: "company", name: "Company", type: "oauth" as const, token: address };\nvoid [base, others, Facebook];\n',
    );
    p.write(
      "src/own.ts",
      'export const db = {} as never;\nexport const address = "https://login.example.com";\nexport const sendMail = () => undefined;\nexport const others = JSON.parse("{}");\n',
    );
    p.append(".env", "AUTH_FACEBOOK_ID=a1\nAUTH_FACEBOOK_SECRET=b2c3\n");
    dependency("kysely", "^0.28.0")(p);
  };
/** The same beside a link by mail. */
const besideMail: Fault["plant"] = (p) => {
  besidePassword("Facebook, Resend")(p);
  p.replace("src/auth.ts", "plugins: [password({ sendMail })],", "");
  p.replace(
    "src/auth.ts",
    'import { password } from "authwright/plugins/password";',
    'import Resend from "authwright/providers/resend";',
  );
  p.append(".env", "AUTH_RESEND_KEY=re_1a2b3c\n");
};
const random = "q3J7vXw0mZ1cT9uYb5Rk2LsHd8GfNaPe4oVi6xCtWyE=";

const entra = [
  "AUTH_MICROSOFT_ENTRA_ID_ID=a1",
  "AUTH_MICROSOFT_ENTRA_ID_SECRET=b2c3",
  "AUTH_MICROSOFT_ENTRA_ID_ISSUER=https://login.microsoftonline.com/contoso.example/v2.0",
].join("\n");

export const faults: readonly Fault[] = [
  // The project
  fault("AUTH_D_NO_CONFIG", "express-ts", (p) => p.remove("src/auth.ts")),
  fault(
    "AUTH_D_SYNTAX",
    "express-ts",
    (p) => p.replace("src/auth.ts", "providers: [GitHub],", "providers: [GitHub,,"),
    { path: "src/auth.ts" },
  ),
  fault(
    "AUTH_D_SEVERAL_CONFIGS",
    "express-ts",
    (p) => {
      const text =
        'import { ExpressAuth } from "authwright/express";\nexport default ExpressAuth({ providers: [] });\n';
      p.write("lib/first.ts", text);
      p.write("lib/second.ts", text);
      p.remove("src/server.ts");
      p.remove("src/auth.ts");
    },
    { path: "lib/first.ts" },
  ),
  fault(
    "AUTH_D_UNREADABLE",
    "express-ts",
    (p) => p.replace("src/auth.ts", "[GitHub]", "[GitHub].map((one) => wrapped(one))"),
    { path: "src/auth.ts" },
  ),
  fault("AUTH_D_NOT_DECLARED", "express-ts", (p) =>
    p.json("package.json", (data) => delete data["dependencies"]?.["authwright"]),
  ),
  fault(
    "AUTH_D_OLD_IMPORT",
    "next-16",
    (p) =>
      p.write(
        "app/menu.tsx",
        '"use client";\nimport { useSession } from "next-auth/react";\nexport { useSession };\n',
      ),
    { path: "app/menu.tsx" },
  ),
  fault(
    "AUTH_D_OLD_IMPORT",
    "next-16",
    (p) =>
      p.write("lib/guard.ts", 'import { withAuth } from "next-auth/middleware";\nexport default withAuth;\n'),
    { path: "lib/guard.ts" },
  ),
  fault("AUTH_D_NOT_INSTALLED", "express-ts", (p) => p.remove("node_modules/authwright")),
  fault("AUTH_D_NOT_INSTALLED", "next-16", (p) => p.remove("node_modules/next")),
  fault("AUTH_D_VERSION", "express-ts", dependency("authwright", "^9.0.0")),
  fault("AUTH_D_VERSION", "express-ts", dependency("authwright", ">=8 <9 || 9.x")),
  fault("AUTH_D_TWO_COPIES", "express-ts", (p) => p.install("shared/node_modules/authwright", "0.0.9")),
  fault("AUTH_D_FOREIGN_LIBRARY", "next-16", dependency("next-auth", "5.0.0-beta.32")),
  fault("AUTH_D_FOREIGN_LIBRARY", "express-ts", dependency("passport", "^0.7.0")),
  fault("AUTH_D_FOREIGN_LIBRARY", "next-15", dependency("@clerk/nextjs", "^6.0.0")),
  fault("AUTH_D_URL_INVALID", "next-16", (p) =>
    p.append(".env.local", "A_HOST=a.example\nAUTH_URL=$A_HOST\n"),
  ),
  fault("AUTH_D_KNOWN_HOLE", "express-ts", locked("yarn.lock", 'next-auth@4.24.5:\n  version "4.24.5"\n'), {
    path: "yarn.lock",
  }),
  fault(
    "AUTH_D_KNOWN_HOLE",
    "next-16",
    locked("pnpm-lock.yaml", "packages:\n\n  '@auth/core@0.41.2':\n    resolution: {}\n"),
    { path: "pnpm-lock.yaml" },
  ),
  fault(
    "AUTH_D_KNOWN_HOLE",
    "next-16",
    locked("bun.lock", '{\n  "packages": {\n    "next-auth": ["next-auth@5.0.0-beta.31", "", {}, ""],\n'),
    { path: "bun.lock" },
  ),
  fault(
    "AUTH_D_KNOWN_HOLE",
    "express-js",
    locked(
      "package-lock.json",
      JSON.stringify({ packages: { "node_modules/next-auth": { version: "3.29.0" } } }),
    ),
    { path: "package-lock.json" },
  ),
  fault("AUTH_D_NPM_AUTH", "express-js", dependency("auth", "^1.7.7")),
  fault("AUTH_D_NODE_OLD", "express-ts", () => {}, { node: "18.20.0" }),
  fault("AUTH_D_NODE_OLD", "express-ts", (p) => p.write(".nvmrc", "v18.17.0\n"), { path: ".nvmrc" }),
  fault("AUTH_D_NODE_OLD", "express-ts", (p) => p.write(".nvmrc", "20.18\n"), { path: ".nvmrc" }),
  fault(
    "AUTH_D_FRAMEWORK_OLD",
    "next-14",
    both(dependency("next", "13.5.11"), (p) => p.install("next", "13.5.11")),
  ),
  fault(
    "AUTH_D_ESM",
    "express-ts",
    both(
      (p) => p.json("package.json", (data) => delete data["type"]),
      (p) => p.replace("tsconfig.json", '"module": "NodeNext"', '"module": "node16"'),
    ),
  ),
  fault(
    "AUTH_D_WORKER_FLAGS",
    "hono-workers",
    (p) => p.replace("wrangler.jsonc", /,\n {2}"compatibility_flags".*/, ""),
    { path: "wrangler.jsonc" },
  ),
  fault(
    "AUTH_D_WORKER_FLAGS",
    "hono-workers",
    (p) => p.replace("wrangler.jsonc", "2026-04-20", "2024-01-01"),
    { path: "wrangler.jsonc" },
  ),
  fault(
    "AUTH_D_ENV_NOT_LOADED",
    "hono-workers",
    (p) => p.write(".env", "AUTH_URL=https://app.example.com\n", 0o600),
    { path: ".env" },
  ),
  fault("AUTH_D_ENV_MODE", "hono-workers", (p) => p.write(".dev.vars", p.read(".dev.vars"), 0o644), {
    path: ".dev.vars",
  }),
  fault(
    "AUTH_D_SECRET_IN_DEPLOY",
    "hono-workers",
    (p) =>
      p.replace(
        "wrangler.jsonc",
        /"main"/,
        '"vars": { "AUTH_SECRET": "0123456789abcdef0123456789abcdef" },\n  "main"',
      ),
    { path: "wrangler.jsonc" },
  ),
  fault(
    "AUTH_D_TSCONFIG_RESOLUTION",
    "next-16",
    (p) => p.replace("tsconfig.json", '"bundler"', '"classic"'),
    {
      path: "tsconfig.json",
    },
  ),
  fault("AUTH_D_TSCONFIG_RESOLUTION", "express-ts", (p) =>
    p.replace(
      "tsconfig.json",
      '"module": "NodeNext"',
      '"module": "ES2022",\n    "moduleResolution": "classic"',
    ),
  ),
  fault("AUTH_D_JOURNAL", "next-16", (p) => p.write(".auth/journal/abc.journal", '{ "state": "applying" }')),
  fault(
    "AUTH_D_STATIC_EXPORT",
    "next-16",
    (p) => p.write("next.config.ts", 'export default {\n  output: "export",\n};\n'),
    { path: "next.config.ts" },
  ),

  // Secrets
  fault("AUTH_D_SECRET_MISSING", "express-ts", secret("")),
  fault("AUTH_D_SECRET_MISSING", "next-16", (p) => p.replace(".env.local", secretLine, "AUTH_SECRET=")),
  fault(
    "AUTH_D_SECRET_MISSING",
    "express-ts",
    both(secret(""), option("express-ts", "secret: process.env.SESSION_KEY,")),
  ),
  fault(
    "AUTH_D_SECRET_OLD_SHORT",
    "express-ts",
    secret("AUTH_SECRET=a8F3kz91Lq\nAUTH_SECRET_1=9vU2mTq7LrYk0aXcP4wHs8ZdNf1BjGeR5oQi3uVtEyM="),
    { path: ".env" },
  ),
  fault("AUTH_D_SECRET_SHORT", "express-ts", secret("AUTH_SECRET=a8F3kz91Lq"), { path: ".env" }),
  fault("AUTH_D_SECRET_PLACEHOLDER", "express-ts", secret("AUTH_SECRET=changeme")),
  fault("AUTH_D_SECRET_PLACEHOLDER", "next-16", (p) =>
    p.replace(".env.local", secretLine, 'AUTH_SECRET="your-secret-key-here"'),
  ),
  fault("AUTH_D_SECRET_WEAK", "express-ts", secret(`AUTH_SECRET=${"ab".repeat(20)}`)),
  fault("AUTH_D_SECRET_IN_SOURCE", "express-ts", option("express-ts", `secret: "${random}",`), {
    path: "src/auth.ts",
  }),
  fault(
    "AUTH_D_SECRET_IN_SOURCE",
    "next-16",
    option("next-16", `secret: process.env.AUTH_SECRET ?? "${random}",`),
  ),
  fault("AUTH_D_CLIENT_SECRET_IN_SOURCE", "express-ts", (p) =>
    p.replace("src/auth.ts", "[GitHub]", '[GitHub({ clientSecret: "9b1c2d4e6f75f3a9" })]'),
  ),
  fault("AUTH_D_CLIENT_SECRET_IN_SOURCE", "express-ts", (p) =>
    p.replace("src/auth.ts", "[GitHub]", '[GitHub({ clientSecret: "dummy" })]'),
  ),
  fault(
    "AUTH_D_SECRET_IN_EXAMPLE",
    "express-ts",
    (p) => p.replace(".env.example", "AUTH_SECRET=", `AUTH_SECRET=${random}`),
    { path: ".env.example" },
  ),
  fault(
    "AUTH_D_SECRET_IN_DEPLOY",
    "express-ts",
    (p) =>
      p.write(
        "Dockerfile",
        `FROM node:22\nENV TRUST_PROXY=1\nENV AUTH_URL=https://a.example\nENV AUTH_SECRET=${random}\n`,
      ),
    { path: "Dockerfile" },
  ),
  fault(
    "AUTH_D_SECRET_IN_DEPLOY",
    "express-ts",
    (p) =>
      p.write(
        "render.yaml",
        `envVars:\n  - key: TRUST_PROXY\n    value: 1\n  - key: AUTH_URL\n    value: https://a.example\n  - key: AUTH_SECRET\n    value: ${random}\n`,
      ),
    { path: "render.yaml" },
  ),
  // F-02: a container gets the variables that its compose file lists.
  fault("AUTH_D_SECRET_LEFT_OUT", "express-ts", keptFromContainers, { path: "compose.yaml" }),
  fault(
    "AUTH_D_ENV_LEFT_OUT",
    "express-ts",
    (p) => {
      p.write("compose.yaml", handingOn("AUTH_SECRET"));
    },
    { path: "compose.yaml" },
  ),
  fault("AUTH_D_SECRET_PUBLIC", "next-16", line(".env.local", `NEXT_PUBLIC_AUTH_SECRET=${random}`)),
  fault(
    "AUTH_D_ENV_TRACKED",
    "express-ts",
    (p) => {
      p.git("init", "-q");
      p.git("add", "-f", ".env");
      p.git("commit", "-qm", "all of it");
    },
    { path: ".env" },
  ),
  fault("AUTH_D_ENV_NOT_IGNORED", "express-ts", (p) => p.write(".gitignore", "node_modules\n")),
  fault("AUTH_D_ENV_MODE", "express-ts", (p) => p.write(".env", p.read(".env"), 0o644)),
  fault("AUTH_D_ENV_TWICE", "express-ts", line(".env", "AUTH_GITHUB_ID=another")),

  // Environment
  fault("AUTH_D_ENV_NOT_LOADED", "express-ts", (p) => p.write(".env.production", "AUTH_TRUST_HOST=true\n"), {
    path: ".env.production",
  }),
  fault("AUTH_D_ENV_NOT_LOADED", "next-16", (p) => p.write(".env.staging", "AUTH_TRUST_HOST=true\n")),
  fault("AUTH_D_ENV_NEVER_LOADED", "express-ts", (p) => p.replace("src/auth.ts", /^if \(existsSync.*$/m, "")),
  fault("AUTH_D_LEGACY_ENV", "next-16", line(".env.local", "NEXTAUTH_URL=https://app.example.com")),
  fault("AUTH_D_ENV_NAME", "express-ts", line(".env", "AUTH_TRUSTED_HOST=true")),
  fault("AUTH_D_ENV_NAME", "next-16", line(".env.local", "AUTH_BASE_URL=https://app.example.com")),
  fault("AUTH_D_LEGACY_ENV", "express-ts", (p) => p.replace(".env", "AUTH_SECRET=", "NEXTAUTH_SECRET=")),
  fault("AUTH_D_URL_INVALID", "express-ts", line(".env", "AUTH_URL=app.example.com")),
  fault("AUTH_D_URL_INVALID", "next-16", line(".env.local", "AUTH_URL=localhost:3000")),
  fault("AUTH_D_URL_PATH", "express-ts", line(".env", "AUTH_URL=https://app.example.com/login")),
  fault("AUTH_D_URL_LOCALHOST", "next-16", (p) =>
    p.write(".env.production", "AUTH_URL=http://localhost:3000\n"),
  ),
  fault("AUTH_D_URL_HTTP", "next-16", (p) => p.write(".env.production", "AUTH_URL=http://app.example.com\n")),
  fault("AUTH_D_TRUST_HOST_VALUE", "express-ts", line(".env", "AUTH_TRUST_HOST=no")),
  fault("AUTH_D_TRUST_HOST_VALUE", "next-16", line(".env.local", "AUTH_TRUST_HOST=False")),
  fault("AUTH_D_TRUST_HOST", "express-ts", (p) => p.write("fly.toml", 'app = "shop"\n'), {
    path: "fly.toml",
  }),
  fault("AUTH_D_TRUST_HOST", "next-16", (p) =>
    p.write(
      "compose.yaml",
      "services:\n  db:\n    image: postgres:17\n  app:\n    image: shop.example/shop:1\n",
    ),
  ),
  fault("AUTH_D_TRUST_HOST", "next-16", (p) =>
    p.write("compose.yaml", "services:\n  app:\n    image: shop.example/postgres-notes:1\n"),
  ),
  fault("AUTH_D_TRUST_HOST", "next-16", (p) => p.write("Dockerfile", "FROM node:22\nCMD npm start\n")),
  fault("AUTH_D_TRUST_HOST", "next-15-src", (p) => p.write("nginx.conf", "proxy_pass http://app;\n")),
  fault(
    "AUTH_D_EXPRESS_TRUST_PROXY",
    "express-ts",
    (p) => p.write("render.yaml", "envVars:\n  - AUTH_TRUST_HOST: true\n"),
    { path: "render.yaml" },
  ),
  fault(
    "AUTH_D_EXPRESS_TRUST_PROXY",
    "express-ts",
    both(
      (p) => p.write("render.yaml", "envVars:\n  - AUTH_URL: https://app.example.com\n"),
      (p) => p.replace("src/server.ts", /^app\.set\("trust proxy".*\n/m, ""),
    ),
    { path: "src/server.ts" },
  ),
  fault(
    "AUTH_D_EXPRESS_TRUST_PROXY",
    "express-js",
    (p) => p.write("fly.toml", '[env]\nAUTH_URL = "https://app.example.com"\n'),
    { path: "fly.toml" },
  ),
  // CL-27: nothing in sight deploys the app, and its environment is that of one behind a proxy.
  fault("AUTH_D_EXPRESS_TRUST_PROXY", "express-ts", line(".env", "AUTH_TRUST_HOST=true"), { path: ".env" }),
  fault(
    "AUTH_D_EXPRESS_TRUST_PROXY",
    "express-ts",
    both(line(".env", "NODE_ENV=production\nAUTH_URL=https://app.example.com"), (p) =>
      p.replace("src/server.ts", /^app\.set\("trust proxy".*\n/m, ""),
    ),
    { path: "src/server.ts" },
  ),
  ...(["koa-js", "fastify-ts", "nest11-ts"] as const).map((base) =>
    fault("AUTH_D_TRUST_PROXY", base, line(".env", "AUTH_TRUST_HOST=true"), { path: ".env" }),
  ),
  fault("AUTH_D_TRUST_HOST", "express-ts", line(".env", "AUTH_TRUST_HOST=false"), { path: ".env" }),
  fault("AUTH_D_TRUST_HOST", "next-16", line(".env.local", "AUTH_TRUST_HOST=0"), { path: ".env.local" }),
  fault("AUTH_D_DEV_IDP", "next-16", line(".env.local", "AUTH_DEV_IDP=http://127.0.0.1:4010")),

  // Providers
  fault("AUTH_D_PROVIDERS_EMPTY", "express-ts", (p) => {
    p.replace("src/auth.ts", "[GitHub]", "[]");
    p.replace("src/auth.ts", /^import GitHub.*\n/m, "");
  }),
  fault("AUTH_D_PROVIDER_UNKNOWN", "express-ts", provider("Gihub", "gihub")),
  fault("AUTH_D_PROVIDER_UNUSED", "express-ts", (p) =>
    p.replace(
      "src/auth.ts",
      "import GitHub",
      'import GitLab from "authwright/providers/gitlab";\nimport GitHub',
    ),
  ),
  fault("AUTH_D_PROVIDER_TWICE", "express-ts", (p) =>
    p.replace("src/auth.ts", "[GitHub]", "[GitHub, GitHub]"),
  ),
  fault(
    "AUTH_D_PROVIDER_DEAD",
    "express-ts",
    both(
      provider("AzureDevOps", "azure-devops"),
      line(".env", "AUTH_AZURE_DEVOPS_ID=a1\nAUTH_AZURE_DEVOPS_SECRET=b2c3"),
    ),
  ),
  fault(
    "AUTH_D_PROVIDER_DEPRECATED",
    "next-16",
    both(
      provider("AzureAD", "azure-ad", "auth.ts"),
      line(".env.local", "AUTH_AZURE_AD_ID=a1\nAUTH_AZURE_AD_SECRET=b2c3"),
    ),
  ),
  fault(
    "AUTH_D_PROVIDER_ISSUER",
    "express-ts",
    both(provider("Auth0", "auth0"), line(".env", "AUTH_AUTH0_ID=a1\nAUTH_AUTH0_SECRET=b2c3")),
  ),
  fault(
    "AUTH_D_PROVIDER_ISSUER_UNREAD",
    "express-ts",
    both(
      provider("MicrosoftEntraID", "microsoft-entra-id"),
      (p) => p.replace("src/auth.ts", ", MicrosoftEntraID]", ", MicrosoftEntraID({ profilePhotoSize: 64 })]"),
      line(".env", entra),
    ),
  ),
  fault("AUTH_D_PROVIDER_ENV_NAME", "express-ts", (p) => p.replace(".env", "AUTH_GITHUB_ID=", "GITHUB_ID="), {
    path: ".env",
  }),
  // The empty line that init left stands below it.
  fault("AUTH_D_PROVIDER_ENV_NAME", "koa-ts", (p) =>
    p.replace(".env", /^AUTH_GITHUB_ID=(.*)$/m, "GITHUB_CLIENT_ID=$1\nAUTH_GITHUB_ID="),
  ),
  fault("AUTH_D_PROVIDER_ENV_NAME", "next-16", (p) =>
    p.replace(".env.local", "AUTH_GITHUB_SECRET=", "AUTH_GITHUB_CLIENT_SECRET="),
  ),
  fault(
    "AUTH_D_PROVIDER_ENV_EMPTY",
    "express-ts",
    both(
      (p) => p.replace(".env", /^AUTH_GITHUB_ID=.*$/m, "AUTH_GITHUB_ID="),
      (p) => p.replace(".env", /^AUTH_GITHUB_SECRET=.*$/m, "AUTH_GITHUB_SECRET="),
    ),
  ),
  fault("AUTH_D_PROVIDER_ENV_HALF", "express-ts", (p) =>
    p.replace(".env", /^AUTH_GITHUB_ID=.*$/m, "AUTH_GITHUB_ID="),
  ),
  fault("AUTH_D_PROVIDER_ENV_HALF", "next-16", (p) =>
    p.replace(".env.local", /^AUTH_GITHUB_SECRET=.*\n/m, ""),
  ),
  fault("AUTH_D_PROVIDER_ENV_PLACEHOLDER", "express-ts", (p) =>
    p.replace(".env", /^AUTH_GITHUB_ID=.*$/m, "AUTH_GITHUB_ID=your-client-id"),
  ),
  fault("AUTH_D_LINKING", "next-16", (p) =>
    p.replace("auth.ts", "[GitHub]", "[GitHub({ allowDangerousEmailAccountLinking: true })]"),
  ),
  // PR-08: what a provider says, in a column of the app's own.
  fault("AUTH_D_PROVIDER_RIGHTS", "express-ts", (p) => {
    p.write("src/store.ts", "export const adapter = {};\n");
    p.replace("src/auth.ts", /import GitHub/, 'import { adapter } from "./store.js";\nimport GitHub');
    p.replace(
      "src/auth.ts",
      "[GitHub],",
      "[GitHub({ profile: (given) => ({ id: String(given.id), role: given.role }) })],\n  adapter,",
    );
  }),
  fault("AUTH_D_PROVIDER_RIGHTS", "express-ts", (p) => {
    p.write("src/store.ts", "export const adapter = {};\n");
    p.replace("src/auth.ts", /import GitHub/, 'import { adapter } from "./store.js";\nimport GitHub');
    p.replace(
      "src/auth.ts",
      "[GitHub],",
      "[GitHub({ profile: ({ id, role }) => ({ id: String(id), role }) })],\n  adapter,",
    );
  }),
  fault(
    "AUTH_D_EMAIL_ADAPTER",
    "express-ts",
    both(provider("Resend", "resend"), line(".env", "AUTH_RESEND_KEY=re_1a2b3c")),
  ),
  ...silent.map((written) =>
    fault("AUTH_D_EMAIL_UNVOUCHED", "express-ts", besidePassword(written), { path: "src/auth.ts" }),
  ),
  fault("AUTH_D_EMAIL_UNVOUCHED", "express-ts", besideMail, { path: "src/auth.ts" }),
  fault("AUTH_D_PASSKEY_OFF", "express-ts", provider("Passkey", "passkey")),
  fault(
    "AUTH_D_PASSKEY_OFF",
    "express-ts",
    both(option("express-ts", "adapter: {} as never,"), provider("WebAuthn", "webauthn")),
  ),
  fault("AUTH_D_SESSION_ADAPTER", "next-16", option("next-16", 'session: { strategy: "database" },')),
  fault("AUTH_D_CREDENTIALS_DATABASE", "express-ts", (p) => {
    p.replace(
      "src/auth.ts",
      /import GitHub.*;/,
      'import Credentials from "authwright/providers/credentials";',
    );
    p.replace(
      "src/auth.ts",
      "[GitHub],",
      '[Credentials({ authorize: () => null })],\n  session: { strategy: "database" },',
    );
  }),
  // RA2-A4: who may be in sight of nobody is not missed, and that is said.
  ...[
    ["[GitHub]", "[...ways()]", "import { ways } from"],
    ["[GitHub]", "[].concat(ways())", "import { ways } from"],
    [
      "[GitHub],",
      '[Credentials({ authorize: () => null }), sso],\n  adapter,\n  session: { strategy: "database" },',
      "import { adapter, sso } from",
    ],
    [
      "[GitHub],",
      '[Credentials({ authorize: () => null }), ...sso],\n  adapter,\n  session: { strategy: "database" },',
      "import { adapter, sso } from",
    ],
    ["[GitHub],", '[Resend({ apiKey: "re_1" })],\n  ...shared,', "import { shared } from"],
    ["[GitHub]", "[GitHub(settings)]", "import { settings } from"],
  ].map(([from = "", to = "", shared = ""]) =>
    fault("AUTH_D_UNREADABLE", "express-ts", (p) => {
      const used = ["GitHub", "Credentials", "Resend"].filter((name) => to.includes(`${name}(`));
      const imports = used.map(
        (name) => `import ${name} from "authwright/providers/${name.toLowerCase()}";\n`,
      );
      p.replace("src/auth.ts", /import GitHub.*\n/, `${imports.join("")}${shared} "@acme/auth";\n`);
      p.replace("src/auth.ts", from, to);
      if (to.includes("settings")) p.replace(".env", /^AUTH_GITHUB_.*\n/gm, "");
    }),
  ),
  fault("AUTH_D_ADAPTER_PACKAGE", "express-ts", (p) => {
    p.replace(
      "src/auth.ts",
      "import GitHub",
      'import { KyselyAdapter } from "authwright/adapters/kysely";\nimport { db } from "./db.js";\nimport GitHub',
    );
    p.replace("src/auth.ts", "[GitHub],", "[GitHub],\n  adapter: KyselyAdapter(db),");
  }),

  // Tables
  fault("AUTH_D_SCHEMA_TABLE", "express-ts", schema(/model Session \{[^}]*\}/, ""), {
    path: "prisma/schema.prisma",
  }),
  fault("AUTH_D_SCHEMA_COLUMN", "express-ts", schema(/ {2}expires .*\n/, "")),
  fault("AUTH_D_SCHEMA_OPTIONAL_COLUMN", "express-ts", schema(/ {2}refresh_token .*\n/, "")),
  fault("AUTH_D_SCHEMA_COLUMN_TYPE", "express-ts", schema(/emailVerified .*/, "emailVerified Boolean")),
  fault("AUTH_D_SCHEMA_UNIQUE", "express-ts", schema(/@@unique.*/, "")),
  fault("AUTH_D_SCHEMA_INDEX", "express-ts", schema("@@index([expires])", "")),
  fault(
    "AUTH_D_SCHEMA_COLLATION",
    "express-ts",
    store(
      "mysql2",
      "migrations/0001_auth.sql",
      `${tableStatements("mysql")
        .join(";\n")
        .replace(/(accounts[^;]*) character set utf8mb4 collate utf8mb4_bin/, "$1")};`,
    ),
    { path: "migrations/0001_auth.sql" },
  ),
  fault("AUTH_D_SCHEMA_UNREADABLE", "express-ts", schema("model Session {", "model Session")),

  // Configuration
  fault("AUTH_D_DEBUG", "next-16", option("next-16", "debug: true,")),
  fault("AUTH_D_CSRF_OFF", "express-ts", (p) => {
    p.replace("src/auth.ts", "import GitHub", 'import { skipCSRFCheck } from "authwright";\nimport GitHub');
    p.replace("src/auth.ts", "[GitHub],", "[GitHub],\n  skipCSRFCheck,");
  }),
  fault(
    "AUTH_D_REDIRECT_OPEN",
    "express-ts",
    option("express-ts", "callbacks: { redirect: ({ url }) => url },"),
  ),
  fault(
    "AUTH_D_REDIRECT_OPEN",
    "express-ts",
    option("express-ts", "callbacks: {\n    async redirect({ url }) {\n      return url;\n    },\n  },"),
  ),
  fault("AUTH_D_COOKIE_INSECURE", "express-ts", option("express-ts", "useSecureCookies: false,")),
  fault(
    "AUTH_D_COOKIE_INSECURE",
    "next-16",
    option("next-16", "cookies: { sessionToken: { options: { secure: false } } },"),
  ),
  fault(
    "AUTH_D_COOKIE_NONE",
    "express-ts",
    option("express-ts", 'cookies: { sessionToken: { options: { sameSite: "none" } } },'),
  ),
  fault(
    "AUTH_D_COOKIE_NONE",
    "next-16",
    option("next-16", 'cookies: { sessionToken: { options: { secure: false, sameSite: "none" } } },'),
  ),
  fault(
    "AUTH_D_COOKIE_HTTPONLY",
    "express-ts",
    option("express-ts", "cookies: { sessionToken: { options: { httpOnly: false } } },"),
  ),
  fault(
    "AUTH_D_MAX_AGE",
    "express-ts",
    option("express-ts", "session: { maxAge: 30 * 24 * 60 * 60 * 1000 },"),
  ),
  // E1: what asks no store lets no counted session live on.
  fault("AUTH_D_NOT_EXTENDED", "next-16", countedBesideGuard, { path: "proxy.ts" }),
  fault(
    "AUTH_D_ORGANIZATION_OWNER",
    "express-ts",
    withOrganizations('organizations({ roles, create: "nobody" })', "export const roles = { admin: [] };"),
    { path: "src/organizations.ts" },
  ),
  fault(
    "AUTH_D_ORGANIZATION_CREATE",
    "express-ts",
    withOrganizations("organizations({ roles })", 'export const roles = { owner: ["*"] } as const;'),
    { path: "src/auth.ts" },
  ),
  ...['{ path: "/teams/:team", role: "admin" }', '{ can: "invoice:pay" }'].map((asked) =>
    fault(
      "AUTH_D_ORGANIZATION_GUARD",
      "express-ts",
      withOrganizations(
        'organizations({ roles, create: "everybody" })',
        'export const roles = { owner: ["*"], admin: [] };',
        `auth.require(${asked})`,
      ),
      { path: "src/server.ts" },
    ),
  ),
  fault("AUTH_D_BASE_PATH", "next-16", option("next-16", 'basePath: "/login",')),
  fault(
    "AUTH_D_BASE_PATH",
    "next-16",
    both(pageAddresses("next-16", "undefined"), (p) =>
      p.write("next.config.ts", 'export default {\n  basePath: "/shop",\n};\n'),
    ),
  ),
  fault("AUTH_D_BASE_PATH", "express-ts", option("express-ts", 'basePath: "/api/auth",')),
  // The guard leads to where nothing is.
  fault(
    "AUTH_D_BASE_PATH",
    "express-ts",
    (p) => {
      p.replace("src/server.ts", 'app.use("/auth"', 'app.use("/login"');
      p.replace("src/auth.ts", 'href="/sign-out"', 'href="/login/signout"');
    },
    { path: "src/auth.ts" },
  ),
  fault(
    "AUTH_D_BASE_PATH",
    "express-ts",
    (p) => p.replace("src/server.ts", 'app.use("/auth"', 'app.use("/login"'),
    { path: "src/auth.ts" },
  ),

  // CL-01: an AUTH_URL that names the host says nothing of the path.
  fault(
    "AUTH_D_BASE_PATH",
    "express-ts",
    (p) => {
      p.replace("src/server.ts", 'app.use("/auth"', 'app.use("/login"');
      p.replace("src/auth.ts", 'href="/sign-out"', 'href="/login/signout"');
      p.append(".env", "AUTH_URL=https://app.example.com\n");
    },
    { path: "src/auth.ts" },
  ),
  fault("AUTH_D_ENV_DEFAULTS", "express-ts", (p) =>
    p.write(
      "src/edge.ts",
      'import { Auth, setEnvDefaults } from "authwright";\n\nconst config = { providers: [] };\nsetEnvDefaults(process.env, config);\nexport const edge = (request: Request) => Auth(request, config);\n',
    ),
  ),
  fault("AUTH_D_MAIL_HOST", "express-ts", (p) =>
    p.write(
      "src/edge.ts",
      'import { Auth } from "authwright";\nimport Resend from "authwright/providers/resend";\n\nconst config = { basePath: "/auth", providers: [Resend], trustHost: true };\nexport const edge = (request: Request) => Auth(request, config);\n',
    ),
  ),

  // Next.js
  fault("AUTH_D_NEXT_ROUTE_MISSING", "next-16", (p) => p.remove("app/api")),
  fault(
    "AUTH_D_NEXT_ROUTE_TWICE",
    "next-16",
    (p) =>
      p.write(
        "app/api/auth/[...nextauth]/route.ts",
        'import NextAuth from "authwright/next";\nconst handler = NextAuth({});\nexport { handler as GET, handler as POST };\n',
      ),
    { path: "app/api/auth/[...nextauth]/route.ts" },
  ),
  fault("AUTH_D_NEXT_ROUTE_EXPORTS", "next-16", (p) =>
    p.replace("app/api/auth/[...auth]/route.ts", "{ GET, POST }", "{ GET }"),
  ),
  fault("AUTH_D_NEXT_ROUTE_EXPORTS", "next-15-src", (p) =>
    p.replace("src/app/api/auth/[...auth]/route.js", "{ GET, POST }", "{ POST }"),
  ),
  fault("AUTH_D_NEXT_ROUTE_CATCH_ALL", "next-16", (p) =>
    p.move("app/api/auth/[...auth]", "app/api/auth/[auth]"),
  ),
  fault("AUTH_D_NEXT_ROUTE_FOLDER", "next-16", (p) =>
    p.move("app/api/auth/[...auth]", "app/login/[...auth]"),
  ),
  fault("AUTH_D_NEXT_ROUTE_PAGES", "next-16", (p) =>
    p.write("pages/api/auth/[...nextauth].ts", "export default function handler() {}\n"),
  ),
  fault("AUTH_D_NEXT_PROXY_TWICE", "next-16", (p) =>
    p.write("middleware.ts", p.read("proxy.ts").replaceAll("auth as proxy", "auth as middleware")),
  ),
  fault("AUTH_D_NEXT_MIDDLEWARE_NAME", "next-16", (p) => {
    p.move("proxy.ts", "middleware.ts");
    p.replace("middleware.ts", "auth as proxy", "auth as middleware");
  }),
  fault("AUTH_D_NEXT_PROXY_TOO_NEW", "next-15", (p) => p.move("middleware.ts", "proxy.ts")),
  fault("AUTH_D_NEXT_PROXY_FOLDER", "next-16-src", (p) => p.move("src/proxy.js", "proxy.js")),
  fault("AUTH_D_NEXT_PROXY_FOLDER", "next-15", (p) => p.move("middleware.ts", "app/middleware.ts")),
  fault("AUTH_D_NEXT_PROXY_EXPORT", "next-16", (p) =>
    p.replace("proxy.ts", "auth as proxy", "auth as middleware"),
  ),
  fault("AUTH_D_NEXT_MATCHER_AUTH", "next-16", (p) =>
    p.replace("proxy.ts", '"/dashboard/:path*"', '"/:path*"'),
  ),
  fault("AUTH_D_NEXT_MATCHER_AUTH", "next-15", (p) =>
    p.replace("middleware.ts", /export const config[^]*/, ""),
  ),
  fault("AUTH_D_NEXT_MATCHER_STATIC", "next-16", (p) =>
    p.replace("proxy.ts", '"/dashboard/:path*"', '"/((?!api/auth).*)"'),
  ),
  fault(
    "AUTH_D_NEXT_BYPASS_2025",
    "next-15",
    both(dependency("next", "15.2.2"), (p) => p.install("next", "15.2.2")),
  ),
  fault(
    "AUTH_D_NEXT_BYPASS_2025",
    "next-14",
    both(dependency("next", "14.2.24"), (p) => p.install("next", "14.2.24")),
  ),
  fault(
    "AUTH_D_NEXT_BYPASS_2026",
    "next-16",
    both(dependency("next", "16.2.4"), (p) => p.install("next", "16.2.4")),
  ),
  fault(
    "AUTH_D_NEXT_SUSPENSE",
    "next-16",
    (p) => {
      p.write("next.config.ts", "export default {\n  cacheComponents: true,\n};\n");
      p.write(
        "app/me/page.tsx",
        'import { auth } from "@/auth";\n\nexport default async function Me() {\n  const session = await auth();\n  return <p>{session?.user?.name}</p>;\n}\n',
      );
    },
    { path: "app/me/page.tsx" },
  ),
  fault("AUTH_D_CLIENT_IMPORT", "next-16", (p) =>
    p.write(
      "app/menu.tsx",
      '"use client";\nimport { signIn } from "@/auth";\n\nexport const Menu = () => <button onClick={() => signIn()}>in</button>;\n',
    ),
  ),
  fault("AUTH_D_CLIENT_IMPORT", "next-16", (p) =>
    p.write(
      "app/menu.tsx",
      '"use client";\nimport { FrameworkAuth } from "authwright/next";\n\nexport const Menu = () => <p>{typeof FrameworkAuth}</p>;\n',
    ),
  ),

  // Guards
  fault("AUTH_D_UNGUARDED_PAGE", "next-16", (p) =>
    p.write("app/settings/page.tsx", "export default function Page() {\n  return <p>numbers</p>;\n}\n"),
  ),
  fault("AUTH_D_UNGUARDED_PAGE", "next-15-src", (p) =>
    p.write(
      "src/app/(inner)/admin/page.js",
      "// auth() is for later\nexport default function Page() {\n  return <p>numbers</p>\n}\n",
    ),
  ),
  ...[
    "export default auth((request) => NextResponse.next());",
    "export default auth(function (request) {\n  return NextResponse.next();\n});",
    "export const proxy = auth(async (request) => NextResponse.next());",
    "const guard = (request: Request) => NextResponse.next();\nexport default auth(guard);",
  ].map((text) => fault("AUTH_D_NEXT_AUTHORIZED_UNASKED", "next-16", proxyFile(text), { path: "proxy.ts" })),
  fault(
    "AUTH_D_NEXT_AUTHORIZED_UNASKED",
    "next-14",
    (p) =>
      p.replace(
        "middleware.ts",
        /export \{[^}]*\} from (["'][^"']*["']);?/,
        'import { auth as guard } from $1;\n\nexport default guard((request) => new Response("hello"));',
      ),
    { path: "middleware.ts" },
  ),
  fault(
    "AUTH_D_UNGUARDED_PAGE",
    "next-16",
    both(
      (p) => p.replace("auth.ts", /  callbacks: \{[\s\S]*?\n  \},\n/, ""),
      (p) => p.write("app/dashboard/page.tsx", "export default () => <p>Account</p>;\n"),
    ),
    { path: "app/dashboard/page.tsx" },
  ),
  fault("AUTH_D_PAGE_ADDRESS", "express-ts", pageAddresses("express-ts", '{ signIn: "/dashboard" }'), {
    path: "src/auth.ts",
  }),
  // RA2-B2: a guard of the app in front of the endpoints.
  fault(
    "AUTH_D_CSRF_GUARD",
    "express-ts",
    (p) => p.replace("src/server.ts", 'app.use("/auth"', 'app.use(lusca.csrf());\napp.use("/auth"'),
    { path: "src/server.ts" },
  ),
  // RA2-B12: a test that imports the app.
  fault(
    "AUTH_D_JEST",
    "express-ts",
    (p) => {
      p.replace("package.json", '"dependencies": {', '"dependencies": {\n    "jest": "^30.0.0",');
      p.write("test/app.test.ts", 'import "../src/server.js";\n');
    },
    { path: "package.json" },
  ),
  // RA2-B1: a route of the app that is never reached.
  ...(
    [
      [
        "express-ts",
        "src/server.ts",
        'app.get("/auth/callback/github", (_req, res) => void res.send("in"));',
      ],
      ["hono-ts", "src/index.ts", "app.post('/auth/signin', (c) => c.text('in'))"],
    ] as const
  ).map(([base, file, route]) =>
    fault("AUTH_D_ROUTE_HIDDEN", base, (p) => p.write(file, `${p.read(file)}\n${route}\n`), { path: file }),
  ),
  fault(
    "AUTH_D_PAGES_NOT_MOUNTED",
    "express-ts",
    (p) => p.replace("src/server.ts", /.*auth\.pages.*\n/, ""),
    {
      path: "src/auth.ts",
    },
  ),
  ...(["hono-ts", "h3-ts"] as const).map((base) =>
    fault(
      "AUTH_D_PAGES_NOT_MOUNTED",
      base,
      (p) => p.replace(base === "hono-ts" ? "src/index.ts" : "src/server.ts", /.*auth\.pages.*\n/, ""),
      { path: "src/auth.ts" },
    ),
  ),
  fault("AUTH_D_PAGES_NOT_MOUNTED", "nitro-ts", (p) => p.remove("middleware/auth-pages.ts"), {
    path: "auth.ts",
  }),
  fault("AUTH_D_PAGES_NOT_MOUNTED", "node-ts", (p) => p.replace("src/auth.ts", /.*auth\.pages.*\n/, ""), {
    path: "src/auth.ts",
  }),
  // The matcher of init has /dashboard.
  fault("AUTH_D_PAGE_ADDRESS", "next-16", pagesAt('signIn: "/dashboard"', ["/dashboard"]), {
    path: "auth.ts",
  }),
  fault(
    "AUTH_D_NEXT_PAGE_ADDRESS",
    "next-16",
    (p) => p.replace("proxy.ts", /matcher: \[[^\]]*\]/, 'matcher: ["/dashboard/:path*"]'),
    { path: "auth.ts" },
  ),
  fault("AUTH_D_NEXT_PAGE_ADDRESS", "next-16", pagesAt('signIn: "/login"', ["/sign-in"]), {
    path: "auth.ts",
  }),
  fault("AUTH_D_NEXT_PAGE_ADDRESS", "next-16", (p) => p.remove("proxy.ts"), { path: "auth.ts" }),
  fault(
    "AUTH_D_NEXT_HANDLER_OPEN",
    "next-16",
    both(proxyFile("export default auth((request) => NextResponse.next());"), (p) =>
      p.replace("auth.ts", /  callbacks: \{[\s\S]*?\n  \},\n/, ""),
    ),
    { path: "proxy.ts" },
  ),
  fault(
    "AUTH_D_SESSION_TOKEN",
    "next-16",
    both(
      (p) =>
        p.replace(
          "auth.ts",
          "callbacks: {",
          "adapter: authStore,\n  callbacks: {\n    session: ({ session, token }) => ({ ...session, role: token.role }),",
        ),
      (p) => p.write("auth-store.ts", "export const authStore = {} as never;\n"),
      (p) =>
        p.replace("auth.ts", "import GitHub", 'import { authStore } from "./auth-store";\nimport GitHub'),
    ),
    { path: "auth.ts" },
  ),
  fault(
    "AUTH_D_LAYOUT_ONLY",
    "next-16",
    (p) => {
      p.write("app/teams/[team]/layout.tsx", teamLayout);
      p.write("app/teams/[team]/page.tsx", "export default function Page() {\n  return <p>bills</p>;\n}\n");
    },
    { path: "app/teams/[team]/page.tsx" },
  ),
  fault(
    "AUTH_D_LAYOUT_ONLY",
    "next-16",
    (p) => {
      p.write("app/teams/[team]/layout.tsx", teamLayout);
      p.write("app/teams/[team]/bills/route.ts", "// Bills.\nexport const GET = () => Response.json([1]);\n");
    },
    { path: "app/teams/[team]/bills/route.ts" },
  ),
  fault(
    "AUTH_D_LAYOUT_ONLY",
    "sveltekit-ts",
    (p) => {
      p.write("src/routes/teams/[team]/+layout.server.ts", kitLayout);
      p.write("src/routes/teams/[team]/+page.svelte", "<h1>Bills</h1>\n");
      p.write(
        "src/routes/teams/[team]/+page.server.ts",
        "export const actions = {\n  default: async () => ({ paid: true }),\n};\n",
      );
    },
    { path: "src/routes/teams/[team]/+page.server.ts" },
  ),
  fault(
    "AUTH_D_LAYOUT_ONLY",
    "next-16",
    (p) => {
      p.write("app/teams/[team]/layout.tsx", teamLayout);
      p.write(
        "app/teams/[team]/page.tsx",
        "// The layout calls auth.organizations.get().\nexport default function Page() {\n  return <p>bills</p>;\n}\n",
      );
    },
    { path: "app/teams/[team]/page.tsx" },
  ),
  ...[
    // A comment that speaks of it.
    "export const load = async () => {\n  // The layout waits: await parent()\n  return { bills: [1] };\n};\n",
    // It has read by then.
    "export const load = async ({ fetch, parent }) => {\n  const bills = await fetch('/bills');\n  await parent();\n  return { bills };\n};\n",
    "export const load = async ({ parent, url }) => {\n  if (url.search) return { bills: [1] };\n  await parent();\n};\n",
    "export const load = async ({ parent, url }) => {\n  if (url.search) await parent();\n  return { bills: [1] };\n};\n",
    "const parent = async () => {};\nexport const load = async () => {\n  await parent();\n  return { bills: [1] };\n};\n",
    // The guard of one is none of the other.
    'export const load = async ({ locals }) => {\n  await locals.auth.require({ organization: "team" });\n};\nexport const actions = { default: async () => ({ paid: true }) };\n',
    'export const load = async () => ({ bills: [1] });\nexport const actions = { default: async ({ locals }) => locals.auth.require({ organization: "team" }) };\n',
    'const ask = ({ locals }) => locals.auth.require({ organization: "team" });\nexport const actions = { pay: async (event) => { await ask(event); }, drop: async () => ({}) };\n',
    // A member that is called like the guarded function.
    'export const load = async ({ locals }) => locals.auth.require({ organization: "team" });\nexport const actions = { default: async ({ locals }) => locals.load() };\n',
    "export const actions = { default: async ({ locals }) => locals.auth.require({ organization: undefined }) };\n",
    'export const actions = {\n  pay: async ({ locals, url }) => {\n    if (url.search) return { paid: true };\n    await locals.auth.require({ organization: "team" });\n  },\n};\n',
  ].map((text) =>
    fault(
      "AUTH_D_LAYOUT_ONLY",
      "sveltekit-ts",
      (p) => {
        p.write("src/routes/teams/[team]/+layout.server.ts", kitLayout);
        p.write("src/routes/teams/[team]/+page.svelte", "<h1>Bills</h1>\n");
        p.write("src/routes/teams/[team]/+page.server.ts", text);
      },
      { path: "src/routes/teams/[team]/+page.server.ts" },
    ),
  ),
  // Each handler runs alone, and a guard counts where whoever comes meets it.
  ...[
    'const ask = auth.require({ organization: "team" }, () => Response.json([1]));\nexport const GET = ask;\nexport const POST = async () => Response.json([1]);\n',
    "export async function POST(request, { params }) {\n  if (request.url) ASK\n  return Response.json([1]);\n}\n",
    "export async function POST(request, { params }) {\n  if (request.url) {\n    ASK\n  } else {\n    return Response.json([1]);\n  }\n  return Response.json([2]);\n}\n",
    "export async function POST(request, { params }) {\n  if (request.url) return Response.json([1]);\n  ASK\n  return Response.json([2]);\n}\n",
    "export async function POST(request, { params }) {\n  request.url && (AWAIT);\n  return Response.json([1]);\n}\n",
    "export async function POST(request, { params }) {\n  const team = request.url ? AWAIT : undefined;\n  return Response.json([team]);\n}\n",
    "export async function POST(request, { params }) {\n  [].forEach(async () => { ASK });\n  return Response.json([1]);\n}\n",
    "export async function POST(request, { params }) {\n  for (const _ of []) ASK\n  return Response.json([1]);\n}\n",
    "export async function POST(request, { params }) {\n  try {\n    ASK\n  } catch {}\n  return Response.json([1]);\n}\n",
    'export async function POST(request, { params }) {\n  switch (request.url) {\n    case "/":\n      ASK\n  }\n  return Response.json([1]);\n}\n',
    "const ask = async (request, params) => {\n  if (request.url) return;\n  ASK\n};\nexport async function POST(request, { params }) {\n  await ask(request, params);\n  return Response.json([1]);\n}\n",
    "async function ask(request, { params }) {\n  ASK\n  return Response.json([1]);\n}\nconst pay = () => Response.json([1]);\nexport { ask as GET, pay as POST };\n",
    'export async function POST() {\n  await fetch("/pay");\n  redirect("/");\n}\n',
    // Nothing waits for the guard.
    "export async function POST(request, { params }) {\n  PROMISE;\n  return Response.json([1]);\n}\n",
    "export async function POST(request, { params }) {\n  void PROMISE;\n  return Response.json([1]);\n}\n",
    "export async function POST(request, { params }) {\n  const asked = PROMISE;\n  return Response.json([1]);\n}\n",
    "const ask = async (params) => {\n  ASK\n};\nexport async function POST(request, { params }) {\n  ask(params);\n  return Response.json([1]);\n}\n",
  ].map((text) =>
    fault(
      "AUTH_D_LAYOUT_ONLY",
      "next-16",
      (p) => {
        p.write("app/teams/[team]/layout.tsx", teamLayout);
        p.write(
          "app/teams/[team]/bills/route.ts",
          `import { auth } from "@/auth";\nimport { redirect } from "next/navigation";\n\nvoid [auth, redirect];\n${withGuard(text)}`,
        );
      },
      { path: "app/teams/[team]/bills/route.ts" },
    ),
  ),
  ...[
    'export const GET = async ({ locals }) => {\n  await locals.auth.require({ organization: "team" });\n  return new Response("1");\n};\nexport const POST = async () => new Response("2");\n',
    'export const POST = async ({ locals, url }) => {\n  if (url.search) await locals.auth.require({ organization: "team" });\n  return new Response("2");\n};\n',
    'export async function fallback() {\n  return new Response("2");\n}\n',
  ].map((text) =>
    fault(
      "AUTH_D_LAYOUT_ONLY",
      "sveltekit-ts",
      (p) => {
        p.write("src/routes/teams/[team]/+layout.server.ts", kitLayout);
        p.write("src/routes/teams/[team]/bills/+server.ts", text);
      },
      { path: "src/routes/teams/[team]/bills/+server.ts" },
    ),
  ),
  fault("AUTH_D_PROXY_ONLY", "next-16", (p) =>
    p.write(
      "app/dashboard/orders/page.tsx",
      "export default function Page() {\n  return <p>orders</p>;\n}\n",
    ),
  ),
  fault("AUTH_D_PROXY_ONLY", "next-16", (p) => {
    p.replace("proxy.ts", "/dashboard/:path*", "/numbers/:path*");
    p.write("app/numbers/page.tsx", "export default function Page() {\n  return <p>numbers</p>;\n}\n");
  }),
  fault("AUTH_D_PROXY_ONLY", "next-16", (p) => {
    p.replace("proxy.ts", "/dashboard/:path*", "/api/numbers/:path*");
    p.write("app/api/numbers/route.ts", "export const GET = () => Response.json([1]);\n");
  }),
  fault("AUTH_D_PROXY_ROLE", "next-16", (p) => {
    p.write(
      "proxy.ts",
      'import { auth } from "./auth";\n\nexport const proxy = auth.require({ path: "/numbers", role: "admin" }, () => {});\n',
    );
    p.write(
      "app/numbers/page.tsx",
      'import { auth } from "../../auth";\n\nexport default async function Page() {\n  await auth.require();\n  return <p>numbers</p>;\n}\n',
    );
  }),
  fault("AUTH_D_GUARD_BEHIND", "express-ts", (p) =>
    p.replace(
      "src/server.ts",
      "app.listen(",
      'app.use(express.static("public"));\napp.use(auth.require({ path: "/reports" }));\n\napp.listen(',
    ),
  ),
  fault("AUTH_D_UNGUARDED_WRITE", "next-16", (p) =>
    p.write(
      "app/api/notes/route.ts",
      "export async function POST(request: Request) {\n  return Response.json(await save(await request.json()));\n}\n",
    ),
  ),
  fault("AUTH_D_UNGUARDED_WRITE", "next-16", (p) =>
    p.write(
      "app/actions.ts",
      '"use server";\n\nexport async function remove(id: string) {\n  await db.remove(id);\n}\n',
    ),
  ),
  fault("AUTH_D_UNGUARDED_ROUTE", "express-ts", (p) =>
    p.replace(
      "src/server.ts",
      "app.listen(",
      'app.get("/admin", (_req, res) => res.send("numbers"));\n\napp.listen(',
    ),
  ),
  fault("AUTH_D_UNGUARDED_WRITE", "express-ts", (p) =>
    p.replace(
      "src/server.ts",
      "app.listen(",
      'app.post("/notes", (_req, res) => res.send("saved"));\n\napp.listen(',
    ),
  ),

  fault("AUTH_D_UNGUARDED_ROUTE", "express-ts", (p) =>
    p.replace(
      "src/server.ts",
      "app.listen(",
      'app.get("/admin", auth.session, (_req, res) => res.send("numbers"));\n\napp.listen(',
    ),
  ),

  // Express
  fault("AUTH_D_NOT_MOUNTED", "express-ts", (p) => p.replace("src/server.ts", /^app\.use\("\/auth".*$/m, "")),
  fault("AUTH_D_MOUNT_LATE", "express-js", (p) => {
    const mount = /^app\.use\('\/auth'.*$/m.exec(p.read("server.js"))?.[0] ?? "";
    p.replace("server.js", mount, "");
    p.replace("server.js", "app.listen(", `${mount}\n\napp.listen(`);
  }),
  fault("AUTH_D_EXPRESS_PATTERN", "express-ts", (p) =>
    p.replace("src/server.ts", 'app.use("/auth"', 'app.use("/auth/*"'),
  ),
  fault("AUTH_D_EXPRESS_PATTERN", "express-cjs", (p) =>
    p.replace("app.js", 'app.use("/auth"', 'app.use("/auth/*splat"'),
  ),
  fault("AUTH_D_EXPRESS_TRUST_ALL", "express-cjs", (p) =>
    p.replace("app.js", 'app.set("trust proxy", 1)', 'app.set("trust proxy", true)'),
  ),

  // SvelteKit
  fault("AUTH_D_NOT_MOUNTED", "sveltekit-ts", (p) => p.remove("src/hooks.server.ts"), {
    path: "src/hooks.server.ts",
  }),
  fault("AUTH_D_NOT_MOUNTED", "sveltekit-ts", (p) =>
    p.write("src/hooks.server.ts", "export const handle = ({ event, resolve }) => resolve(event);\n"),
  ),
  fault("AUTH_D_NOT_MOUNTED", "sveltekit-ts", (p) =>
    p.write("src/hooks.server.ts", "export * from '$lib/server/auth';\n"),
  ),
  fault("AUTH_D_BASE_PATH", "sveltekit-ts", (p) =>
    p.replace("vite.config.ts", "adapter: adapter()", "paths: { base: '/shop' }, adapter: adapter()"),
  ),
  fault("AUTH_D_KIT_PRERENDERED", "sveltekit-ts", (p) =>
    p.write("src/routes/+layout.ts", "export const prerender = true;\n"),
  ),
  fault("AUTH_D_KIT_LINK_UNASKED", "sveltekit-ts", (p) => {
    p.write("src/routes/admin/+page.svelte", "<h1>Admin</h1>\n");
    p.write("src/routes/admin/+page.server.ts", "export const actions = { default: () => {} };\n");
    p.replace(
      "src/hooks.server.ts",
      "auth.handle",
      "sequence(auth.handle, auth.require({ path: '/admin' }))",
    );
    p.write(
      "src/hooks.server.ts",
      `import { sequence } from '@sveltejs/kit/hooks';\n${p.read("src/hooks.server.ts")}`,
    );
  }),
  fault("AUTH_D_KIT_LINK_UNASKED", "sveltekit-ts", (p) => {
    p.write("src/routes/admin/+page.svelte", "<h1>Admin</h1>\n");
    p.write(
      "src/routes/admin/+layout.server.ts",
      "export const load = async ({ locals }) => ({ session: await locals.auth() });\n",
    );
    p.replace(
      "src/hooks.server.ts",
      "auth.handle",
      "sequence(auth.handle, auth.require({ path: '/admin' }))",
    );
    p.write(
      "src/hooks.server.ts",
      `import { sequence } from '@sveltejs/kit/hooks';\n${p.read("src/hooks.server.ts")}`,
    );
  }),
  fault("AUTH_D_KIT_STATIC_ENV", "sveltekit-ts", (p) => {
    const taken = "import { AUTH_SECRET } from '$env/static/private';\n";
    p.write("src/lib/server/auth.ts", taken + p.read("src/lib/server/auth.ts"));
    p.replace("src/lib/server/auth.ts", "providers: [", "secret: AUTH_SECRET,\n\tproviders: [");
  }),
  fault("AUTH_D_KIT_FORM_POST", "sveltekit-ts", (p) => {
    p.replace("src/lib/server/auth.ts", "[GitHub]", "[GitHub, Apple]");
    const taken = "import Apple from 'authwright/providers/apple';\n";
    p.write("src/lib/server/auth.ts", taken + p.read("src/lib/server/auth.ts"));
    p.append(".env", "AUTH_APPLE_ID=a\nAUTH_APPLE_SECRET=b\n");
  }),
  fault("AUTH_D_CLIENT_IMPORT", "sveltekit-ts", (p) =>
    p.write(
      "src/routes/+page.svelte",
      "<p>One</p>\n<script>\n\timport { auth } from '$lib/server/auth';\n\tauth;\n</script>\n",
    ),
  ),
  fault("AUTH_D_UNGUARDED_PAGE", "sveltekit-ts", (p) =>
    p.write("src/routes/(app)/admin/+page.svelte", "<h1>Admin</h1>\n"),
  ),
  fault("AUTH_D_UNGUARDED_ROUTE", "sveltekit-ts", (p) =>
    p.write("src/routes/admin/+server.ts", "export const GET = () => new Response('x');\n"),
  ),

  // Other servers
  fault("AUTH_D_NOT_MOUNTED", "hono-ts", (p) => p.replace("src/index.ts", /^app\.all\('\/auth.*$/m, ""), {
    path: "src/index.ts",
  }),
  fault("AUTH_D_NOT_MOUNTED", "fastify-ts", (p) => p.replace("src/app.ts", /^ *app\.register\(auth.*$/m, "")),
  fault("AUTH_D_NOT_MOUNTED", "koa-js", (p) => p.replace("app.js", /^app\.use\(auth\.handler.*$/m, "")),
  fault("AUTH_D_NOT_MOUNTED", "h3-ts", (p) => p.replace("src/server.ts", /^app\.use\("\/auth.*$/m, "")),
  fault("AUTH_D_NOT_MOUNTED", "nitro-ts", (p) =>
    p.write("routes/auth/[...].ts", "export default () => 'mine';\n"),
  ),
  fault("AUTH_D_BASE_PATH", "nitro-ts", (p) =>
    p.replace("auth.ts", "providers: [GitHub],", 'providers: [GitHub],\n    basePath: "/login",'),
  ),
  fault("AUTH_D_UNGUARDED_ROUTE", "nitro-js", (p) => {
    p.write(
      "server/middleware/notes.js",
      "import { auth } from '../auth'\n\nexport default auth.require({ path: '/notes' })\n",
    );
    p.write("server/routes/admin/index.get.js", "export default () => 'x'\n");
  }),
  fault("AUTH_D_NOT_MOUNTED", "nuxt-ts", (p) => p.replace("nuxt.config.ts", "'authwright/nuxt'", ""), {
    path: "nuxt.config.ts",
  }),
  fault("AUTH_D_BASE_PATH", "nuxt-ts", (p) =>
    p.replace("server/auth.ts", "providers: [GitHub],", "providers: [GitHub],\n  basePath: '/login',"),
  ),
  fault(
    "AUTH_D_SECRET_PUBLIC",
    "nuxt-ts",
    (p) =>
      p.replace(
        "nuxt.config.ts",
        "modules:",
        "runtimeConfig: { public: { shop: { clientSecret: '' } } },\n  modules:",
      ),
    { path: "nuxt.config.ts" },
  ),
  fault(
    "AUTH_D_NUXT_KEPT",
    "nuxt-ts",
    (p) => {
      p.replace(
        "nuxt.config.ts",
        "modules:",
        "routeRules: {\n    '/teams/**': { swr: 60 },\n  },\n  modules:",
      );
      p.write("app/pages/teams/list.vue", guardedPage);
    },
    { path: "nuxt.config.ts" },
  ),
  fault(
    "AUTH_D_NUXT_PRERENDER",
    "nuxt-ts",
    (p) => {
      p.replace(
        "nuxt.config.ts",
        "modules:",
        "routeRules: {\n    '/teams/**': { prerender: true },\n  },\n  modules:",
      );
      p.write("app/pages/teams.vue", guardedPage);
    },
    { path: "nuxt.config.ts" },
  ),
  fault(
    "AUTH_D_NUXT_SPA",
    "nuxt-ts",
    (p) => {
      p.replace("nuxt.config.ts", "modules:", "ssr: false,\n  modules:");
      p.write("app/pages/teams.vue", guardedPage);
    },
    { path: "nuxt.config.ts" },
  ),
  fault(
    "AUTH_D_UNGUARDED_PAGE",
    "nuxt-ts",
    (p) => p.write("app/pages/settings/index.vue", "<template><p>mine</p></template>\n"),
    { path: "app/pages/settings/index.vue" },
  ),
  fault(
    "AUTH_D_UNGUARDED_PAGE",
    "nuxt-ts",
    (p) => {
      p.write(
        "app/middleware/title.global.ts",
        "export default defineNuxtRouteMiddleware(() => { useHead({ title: useAuth().data.value?.user?.name }) })\n",
      );
      p.write(
        "app/middleware/guard.ts",
        "export default defineNuxtRouteMiddleware(() => { if (!useAuth().data.value) return navigateTo('/') })\n",
      );
      p.write("app/pages/settings/index.vue", "<template><p>mine</p></template>\n");
    },
    { path: "app/pages/settings/index.vue" },
  ),
  fault(
    "AUTH_D_UNGUARDED_ROUTE",
    "nuxt-ts",
    (p) => p.write("server/api/admin/users.get.ts", "export default defineEventHandler(() => 'x')\n"),
    { path: "server/api/admin/users.get.ts" },
  ),
  fault("AUTH_D_NOT_MOUNTED", "nest12-ts", (p) => {
    p.replace("src/app.module.ts", "imports: [auth]", "imports: []");
    p.replace("src/app.module.ts", "DashboardController, auth", "DashboardController");
  }),
  fault("AUTH_D_UNGUARDED_ROUTE", "nest11-ts", (p) =>
    p.replace(
      "src/app.controller.ts",
      "@Get()",
      "@Get('admin/:id')\n  admin(): string {\n    return 'x';\n  }\n\n  @Get()",
    ),
  ),
  fault("AUTH_D_NOT_MOUNTED", "node-ts", (p) => {
    p.replace("src/server.ts", "createServer(withAuth(", "createServer((");
    p.replace("src/server.ts", /^import \{ withAuth.*\n/m, "");
  }),
  fault("AUTH_D_NOT_MOUNTED", "node-js", (p) => {
    p.replace("server.js", "withAuth(listener)", "listener");
    p.replace("server.js", /^const \{ withAuth.*\n/m, "");
  }),
  fault("AUTH_D_MOUNTED_TWICE", "express-ts", twice("src/server.ts", /^app\.use\("\/auth".*\n/m)),
  fault("AUTH_D_MOUNTED_TWICE", "hono-js", twice("server.js", /^app\.all\("\/auth.*\n/m)),
  fault("AUTH_D_MOUNTED_TWICE", "fastify-js", twice("server.js", /^fastify\.register\(auth.*\n/m)),
  fault("AUTH_D_MOUNTED_TWICE", "koa-ts", twice("src/app.ts", /^app\.use\(auth\.handler.*\n/m)),
  fault("AUTH_D_MOUNTED_TWICE", "h3-js", twice("server.js", /^app\.use\('\/auth.*\n/m)),
  fault("AUTH_D_MOUNTED_TWICE", "node-js", (p) =>
    p.replace("server.js", "withAuth(listener)", "withAuth(withAuth(listener))"),
  ),
  fault("AUTH_D_MOUNT_LATE", "hono-js", (p) =>
    p.replace("server.js", "app.all(", 'app.get("*", (c) => c.text("everything"));\napp.all('),
  ),
  fault("AUTH_D_MOUNT_LATE", "koa-js", (p) =>
    p.replace(
      "app.js",
      "app.use(auth.handler)",
      "app.use((ctx) => { ctx.body = 'all'; });\napp.use(auth.handler)",
    ),
  ),
  fault("AUTH_D_SESSION_LATE", "express-ts", (p) =>
    p.replace(
      "src/server.ts",
      "app.use(auth.session);",
      'app.get("/cart", (req, res) => void res.json(req.auth?.user));\napp.use(auth.session);',
    ),
  ),
  fault("AUTH_D_SESSION_LATE", "hono-ts", (p) =>
    p.replace(
      "src/index.ts",
      "app.use(auth.session)",
      "app.get('/cart', (c) => c.json(c.var.auth?.user))\napp.use(auth.session)",
    ),
  ),
  fault("AUTH_D_SESSION_LATE", "koa-ts", (p) =>
    p.replace(
      "src/app.ts",
      "app.use(auth.session);",
      "app.use(async (ctx, next) => {\n  ctx.assert(ctx.state.auth, 401);\n  await next();\n});\napp.use(auth.session);",
    ),
  ),
  ...(["hono-ts", "koa-js", "h3-ts", "node-ts"] as const).map((base) =>
    fault(
      "AUTH_D_TRUST_PROXY",
      base,
      (p) => p.write("fly.toml", '[env]\nAUTH_URL = "https://app.example.com"\n'),
      { path: "fly.toml" },
    ),
  ),
  ...(["hono-ts", "fastify-ts", "koa-ts", "node-ts"] as const).map((base) =>
    fault("AUTH_D_SECRET_MISSING", base, secret("")),
  ),
  fault("AUTH_D_UNGUARDED_ROUTE", "hono-ts", line("src/index.ts", "app.get('/admin', (c) => c.text('x'))")),
  fault("AUTH_D_UNGUARDED_ROUTE", "h3-js", line("server.js", "app.get('/admin', () => 'x')")),
  fault("AUTH_D_FRAMEWORK_OLD", "h3-ts", (p) => {
    p.install("h3", "1.15.11");
    p.json("package.json", (data) => Object.assign(data["dependencies"] ?? {}, { h3: "^1.15.11" }));
  }),
  fault("AUTH_D_UNGUARDED_ROUTE", "fastify-js", line("server.js", "fastify.get('/admin', async () => 'x')")),
  fault(
    "AUTH_D_UNGUARDED_ROUTE",
    "koa-ts",
    line("src/app.ts", 'router.get("/admin", (ctx) => {\n  ctx.body = "x";\n});'),
  ),
  // A guard that goes by the path itself guards no other one.
  fault(
    "AUTH_D_UNGUARDED_ROUTE",
    "fastify-js",
    line(
      "server.js",
      "fastify.addHook('onRequest', auth.require({ path: '/notes' }))\nfastify.get('/admin', async () => 'x')",
    ),
  ),
  fault("AUTH_D_UNGUARDED_ROUTE", "koa-ts", (p) => {
    const guard =
      'app.use(auth.require({ path: "/notes/*" }));\nrouter.get("/admin", (ctx) => {\n  ctx.body = "x";\n});';
    p.replace("src/app.ts", "app.use(router.routes())", `${guard}\napp.use(router.routes())`);
  }),
  fault("AUTH_D_FRAMEWORK_OLD", "fastify-js", (p) => {
    p.install("fastify", "4.29.0");
    p.json("package.json", (data) => Object.assign(data["dependencies"] ?? {}, { fastify: "^4.29.0" }));
  }),
  fault("AUTH_D_BASE_PATH", "fastify-ts", (p) =>
    p.replace("src/auth.ts", "providers: [GitHub],", 'providers: [GitHub],\n  basePath: "/login",'),
  ),
];
