import { build } from "esbuild";
import { projectRoot } from "../architecture/source-tree.js";

/**
 * A script that puts `signIn` of a module into the page.
 *
 * @param env what the app's bundler puts in for the environment
 */
export async function bundleSignIn(
  module: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const made = await build({
    stdin: {
      contents: `import { signIn } from ${JSON.stringify(module)}; Object.assign(window, { signIn });`,
      resolveDir: projectRoot,
    },
    bundle: true,
    format: "iife",
    platform: "browser",
    define: { "process.env": JSON.stringify(env) },
    logLevel: "error",
    write: false,
    absWorkingDir: projectRoot,
  });
  return made.outputFiles[0]!.text;
}
