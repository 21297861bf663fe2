/** How Next.js runs in an image: the server that it writes itself, with the packages that it needs. */
import { setExportedMember } from "../../../cli/edit/exported-object.js";
import type { Deployment, DeploymentContext } from "../deployment.js";
import { nextConfigFile } from "./config.js";

const option = 'output: "standalone"';

export async function nextDeployment({ builder, facts }: DeploymentContext): Promise<Deployment> {
  const { files } = facts;
  const file = nextConfigFile(files);
  const text = file === undefined ? undefined : builder.text(file);
  if (file === undefined || text === undefined) {
    const content = `/** @type {import("next").NextConfig} */\nconst nextConfig = { ${option} };\n\nexport default nextConfig;\n`;
    builder.create("next.config.mjs", content, "writes a server for the image");
  } else {
    builder.edit(file, await setExportedMember({ file, text }, "output", '"standalone"'), {
      reason: "writes a server for the image",
      already: `has ${option}`,
      snippet: `const nextConfig = { ${option} };`,
    });
  }
  return {
    copies: [
      { from: "/app/.next/standalone", to: "./" },
      { from: "/app/.next/static", to: "./.next/static" },
      ...(files.list("public").length > 0 ? [{ from: "/app/public", to: "./public" }] : []),
    ],
    hasPackages: false,
    mustBuild: true,
    command: ["node", "server.js"],
    variables: {},
  };
}
