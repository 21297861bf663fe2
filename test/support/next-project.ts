import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { cleanEnv, mustRun } from "./process.js";
import { install, installTarball, temporaryFolder } from "./project.js";

/** The create command's own answers, so that it never asks. */
const stock = [
  "--ts",
  "--app",
  "--no-eslint",
  "--no-tailwind",
  "--no-src-dir",
  "--import-alias",
  "@/*",
  "--use-npm",
  "--disable-git",
  "--skip-install",
  "--yes",
];

/**
 * A project made by create-next-app, with our tarball installed, or another one.
 *
 * The stock page loads fonts from Google while building; `fontEnv` gives the build local ones,
 * because tests must not need the network beyond the package registry.
 */
export async function nextProject(version: string, flags: readonly string[] = stock, packed?: string) {
  const made = await temporaryFolder(`next ${version}`);
  const folder = path.join(made.folder, "app");
  // Not by npx: two that install the same command at the same time get into each other's way.
  const maker = path.join(made.folder, "maker");
  await mkdir(maker);
  await writeFile(path.join(maker, "package.json"), "{}\n");
  await install(maker, `create-next-app@${version}`);
  const command = path.join(maker, "node_modules/create-next-app/dist/index.js");
  await mustRun(process.execPath, [command, folder, ...flags], { cwd: made.folder });
  await installTarball(folder, packed);
  const fonts = path.join(made.folder, "fonts.cjs");
  const css =
    "@font-face { font-family: 'Local'; font-style: normal; font-weight: 400; src: local('Arial'); }";
  const stockFonts = ["Geist", "Geist+Mono", "Inter"].map(
    (family) =>
      [`https://fonts.googleapis.com/css2?family=${family}:wght@100..900&display=swap`, css] as const,
  );
  await writeFile(fonts, `module.exports = ${JSON.stringify(Object.fromEntries(stockFonts))};\n`);
  const fontEnv = { NEXT_FONT_GOOGLE_MOCKED_RESPONSES: fonts };
  return {
    folder,
    dispose: made.dispose,
    env: (extra: Record<string, string> = {}) => cleanEnv({ ...fontEnv, ...extra }),
  };
}
