/** How servers run in an image: the whole folder, behind one proxy. */
import type { Deployment, DeploymentContext } from "../deployment.js";

/** What a server file has to say itself, in text that it is looked for by, and the line that says it. */
interface Said {
  readonly text: string;
  readonly line: string;
}

export function serverDeployment({ builder, facts }: DeploymentContext, needed: readonly Said[]): Deployment {
  const { serverFile, authFile, files, language } = facts;
  const code = [serverFile, authFile]
    .map((file) => (file === undefined ? "" : (files.read(file)?.text ?? "")))
    .join("\n");
  for (const { text, line } of needed)
    if (!code.includes(text)) builder.next(`Put this into ${serverFile ?? "the server file"}: ${line}`);
  return {
    copies: [{ from: "/app", to: "./" }],
    hasPackages: true,
    mustBuild: language === "ts" && !startsSource(facts),
    // One proxy in front of the container.
    variables: code.includes("TRUST_PROXY") ? { TRUST_PROXY: "1" } : {},
  };
}

/** The start script runs TypeScript as it is written. */
const startsSource = ({ packageJson: { scripts } }: DeploymentContext["facts"]): boolean =>
  scripts["start"]?.split(" ").some((word) => /\.[cm]?ts$/.test(word)) === true;
