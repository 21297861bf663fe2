import { signInAndOut } from "../../scripts/demo-check.mjs";
import { cleanEnv, freePort, startServer } from "../support/process.js";
import { npx } from "../support/project.js";

/** `auth dev` around a start command; a stranger is sent away, signs in with a played provider, and out again. */
export async function signInByFetch(
  folder: string,
  basePath: string,
  options: {
    readonly env?: Record<string, string>;
    /** What stands in front of every address of the app. */
    readonly prefix?: string;
    /** How the project runs its scripts and the bins of its packages. */
    readonly start?: readonly string[];
    readonly bin?: readonly string[];
  } = {},
): Promise<void> {
  const { env = {}, prefix = "", start = ["npm", "run", "dev"], bin = [npx] } = options;
  const port = await freePort();
  const url = `http://localhost:${port}${prefix}`;
  const [command = npx, ...args] = [...bin, "auth", "dev", "--", ...start];
  const server = await startServer(command, args, {
    cwd: folder,
    env: cleanEnv({ ...env, PORT: String(port) }),
    url,
  });
  try {
    await signInAndOut(url, () => true, basePath);
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await server.stop();
  }
}
