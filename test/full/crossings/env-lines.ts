// data file
/** Lines of environment variables as the documentation shows them. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../architecture/source-tree.js";

export interface EnvLine {
  readonly id: string;
  /** As docs show it: every line that they show is in this table, or in `notTried`. */
  readonly shown: readonly string[];
  /** What the env file gets; `base` is where the endpoints of the project are. */
  readonly lines: (base: string) => readonly string[];
  /** Where a browser finds the app; http://localhost and the port by default. */
  readonly url?: string;
}

const secret = "q3J7vXw0mZ1cT9uYb5Rk2LsHd8GfNaPe4oVi6xCtWyE=";
const app = "https://app.example.com";

const line = (id: string, shown: readonly string[], url?: string): EnvLine => ({
  id,
  shown: [id, ...shown],
  lines: () => [id],
  ...(url !== undefined && { url }),
});

export const envLines: readonly EnvLine[] = [
  {
    id: "none",
    shown: ["AUTH_GITHUB_ID=", "AUTH_GITHUB_ID=<client", "AUTH_GITHUB_SECRET=<client"],
    lines: () => [],
  },
  line(`AUTH_URL=${app}`, [], app),
  { id: `AUTH_URL=${app}/`, shown: [], lines: () => [`AUTH_URL=${app}/`], url: app },
  {
    id: `AUTH_URL=${app} and the path of the endpoints`,
    shown: [],
    lines: (base) => [`AUTH_URL=${app}${base}`],
    url: app,
  },
  {
    id: "AUTH_URL=http://localhost:3000",
    shown: ["AUTH_URL=http://localhost:3000", "AUTH_URL=http://localhost:8787"],
    lines: () => ["AUTH_URL=http://localhost:3000"],
    url: "http://localhost:3000",
  },
  {
    id: "AUTH_URL=http://localhost:5173 and the path of the endpoints",
    shown: ["AUTH_URL=http://localhost:5173/auth"],
    lines: (base) => [`AUTH_URL=http://localhost:5173${base}`],
    url: "http://localhost:5173",
  },
  // A server of Node.js that believes a proxy in one thing believes it in the other, or doctor says so (CL-27).
  {
    id: "AUTH_TRUST_HOST=true",
    shown: ["AUTH_TRUST_HOST=true"],
    lines: () => ["AUTH_TRUST_HOST=true", "TRUST_PROXY=1"],
    url: "http://app.example.com",
  },
  line("AUTH_TRUST_HOST=app.example.com", [], "http://app.example.com"),
  line("AUTH_TRUST_HOST=app.example.com,*.shops.example.com", [], "http://one.shops.example.com"),
  // Alone it is a fault in production: nothing would say then which host is the app's.
  {
    id: "AUTH_TRUST_HOST=false beside AUTH_URL",
    shown: ["AUTH_TRUST_HOST=false"],
    lines: () => ["AUTH_TRUST_HOST=false", `AUTH_URL=${app}`],
    url: app,
  },
  {
    id: "AUTH_SECRET_1",
    shown: ["AUTH_SECRET_1=<output", "AUTH_SECRET=<the", "AUTH_SECRET=…", "AUTH_SECRET=$(auth"],
    lines: () => [`AUTH_SECRET_1=${secret}`],
  },
  line("AUTH_REDIRECT_PROXY_URL=https://app.example.com/api/auth", []),
  line("AUTH_REDIRECT_PROXY_ORIGINS=https://*.preview.example.com,https://next.example.com", [
    "AUTH_REDIRECT_PROXY_ORIGINS=https://*.preview.example.com",
  ]),
  line('AUTH_ADMINS="ada@example.com,grace@example.com"', ['AUTH_CONTENT_EDITORS="alan@example.com"']),
  line("AUTH_NODEMAILER_SERVER=smtp://user:password@smtp.example.com:587", []),
];

/** What docs show as a mistake, or as something else than a line of an app's env file. */
export const notTried: Readonly<Record<string, string>> = {
  "AUTH_SECRET=abc123": "a fault that doctor finds",
  "AUTH_SECRET=changeme": "a fault that doctor finds",
  "AUTH_SECRET=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": "a fault that doctor finds",
  "AUTH_SECRET=..": "a fault that doctor finds",
  "AUTH_TRUSTED_HOST=true": "a fault that doctor finds",
  "AUTH_URL=app.example.com": "a fault that doctor finds",
  "AUTH_URL=https://app.example.com/login": "a fault that doctor finds",
  "AUTH_URL=https://app.example.com/login/": "the reference's reading, told of in compatibility.md",
  "AUTH_URL=http://app.example.com": "a fault that doctor finds",
  "AUTH_URL=https://example.com/shop/api/auth": "for an app below a path, which is a project of its own",
  "AUTH_URL=https://…": "an address left out",
  "AUTH_TRUST_HOST=no": "a fault that doctor finds",
  "AUTH_DEV_IDP=http://127.0.0.1:4010": "a fault that doctor finds: auth dev alone sets it",
  "AUTH_GITHUB_ID=your-client-id": "a fault that doctor finds",
};

/** Every line of an AUTH_ variable that a page of the documentation shows. */
export function shownLines(): ReadonlySet<string> {
  const folder = path.join(projectRoot, "docs");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".md"),
  );
  const found = [
    ...files.map((file) => path.join(folder, file)),
    path.join(projectRoot, "README.md"),
  ].flatMap((file) => readFileSync(file, "utf8").match(/\bAUTH_[A-Z0-9_]+=(?:"[^"]*"|[^\s`|]*)/g) ?? []);
  return new Set(found.map((one) => one.replace(/[,;.]$/, "")));
}
