import { holdsServersOnly, setsVariable } from "../formats/deploy-file.js";
import { isNo } from "../formats/env-file.js";
import { configMember, envOf, textOf, type Survey } from "./survey.js";

/** Files that say: this app stands behind somebody else's address. */
const proxyFiles = [
  "fly.toml",
  "render.yaml",
  "Procfile",
  "nginx.conf",
  "nginx/nginx.conf",
  "Caddyfile",
  "Dockerfile",
  "docker-compose.yml",
  "docker-compose.yaml",
  "compose.yml",
  "compose.yaml",
  "railway.toml",
  "railway.json",
  "app.yaml",
];

/** What the files say of a deployment behind somebody else's address. */
export interface DeploymentFile {
  /** The file that says so. */
  readonly path: string;
  readonly isHostTrusted: boolean;
  readonly isHostRefused: boolean;
  /** Whether a variable is set for it. */
  says(name: string): boolean;
}

export function deploymentOf(all: Survey): DeploymentFile | undefined {
  const { facts, envFiles } = all;
  const deployed = proxyFiles.filter(
    (name) => facts.files.exists(name) && !holdsServersOnly(name, textOf(facts, name)),
  );
  const [path] = deployed;
  if (path === undefined || !facts.authFile) return undefined;
  const texts = [...deployed.map((name) => textOf(facts, name)), ...envFiles.map(({ text }) => text)].join(
    "\n",
  );
  const says = (name: string) => setsVariable(texts, name) || Boolean(envOf(all, name));
  const isInCode = configMember(all, "trustHost")?.value === "true";
  const isHostRefused = envFiles.some(({ entries }) =>
    entries.some(({ key, value }) => key === "AUTH_TRUST_HOST" && isNo(value)),
  );
  return {
    path,
    isHostTrusted: isInCode || says("AUTH_URL") || says("AUTH_TRUST_HOST"),
    isHostRefused,
    says,
  };
}
