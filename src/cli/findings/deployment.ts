import { holdsServersOnly, setsVariable } from "../formats/deploy-file.js";
import { isNo, isYes } from "../formats/env-file.js";
import { startsProduction } from "../source/syntax/probes.js";
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
  /** What says so, as the first half of a sentence. */
  readonly why: string;
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
  const [file] = deployed;
  const sign = file === undefined ? proxySign(all) : { path: file, why: `${file} deploys this app` };
  if (sign === undefined || !facts.authFile) return undefined;
  const texts = [...deployed.map((name) => textOf(facts, name)), ...envFiles.map(({ text }) => text)].join(
    "\n",
  );
  const says = (name: string) => setsVariable(texts, name) || Boolean(envOf(all, name));
  const isInCode = configMember(all, "trustHost")?.value === "true";
  const isHostRefused = envFiles.some(({ entries }) =>
    entries.some(({ key, value }) => key === "AUTH_TRUST_HOST" && isNo(value)),
  );
  return {
    ...sign,
    isHostTrusted: isInCode || says("AUTH_URL") || says("AUTH_TRUST_HOST"),
    isHostRefused,
    says,
  };
}

/** A line of the environment that only an app behind a proxy has: nothing else deploys it in sight. */
function proxySign(all: Survey): Pick<DeploymentFile, "path" | "why"> | undefined {
  const { facts, sources } = all;
  const placeOf = (key: string) => {
    const file = all.envFiles.find(
      ({ isLoaded, entries }) => isLoaded && entries.some((one) => one.key === key && one.value !== ""),
    );
    return file?.path ?? facts.serverFile ?? facts.authFile ?? "";
  };
  const trust = envOf(all, "AUTH_TRUST_HOST");
  if (trust && isYes(trust)) return { path: placeOf("AUTH_TRUST_HOST"), why: "AUTH_TRUST_HOST is set" };
  const starts = Object.values(facts.packageJson.scripts).some(startsProduction);
  const isProduction = envOf(all, "NODE_ENV") === "production" || starts;
  // Without a proxy somebody has to speak TLS here.
  const speaksTls = sources.some(({ imports }) =>
    imports.some(({ specifier }) => /^(?:node:)?(?:https|http2)$/.test(specifier)),
  );
  return isProduction && !speaksTls && envOf(all, "AUTH_URL")?.startsWith("https://")
    ? { path: placeOf("AUTH_URL"), why: "AUTH_URL begins with https:// in production" }
    : undefined;
}
