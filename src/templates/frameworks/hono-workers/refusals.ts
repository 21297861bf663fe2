/** What cannot be done for a worker. */
import { CliError, exitCodes } from "../../../cli/terminal/errors.js";
import type { FrameworkSupport } from "../support.js";

export const noImage = (): CliError =>
  new CliError("AUTH_E_DOCKER", "A worker runs on Cloudflare, and in no container.", {
    exitCode: exitCodes.conflict,
    hint: "Nothing was written. Deploy it: npx wrangler deploy",
  });

/** A connection ends with the request that opened it, and there are no files. */
export const storeProblem: NonNullable<FrameworkSupport["storeProblem"]> = (_facts, _source, { connects }) =>
  connects
    ? new CliError(
        "AUTH_E_WORKER_STORE",
        "This store opens a file or keeps a connection, and a worker on Cloudflare has neither beyond one request.",
        {
          exitCode: exitCodes.conflict,
          hint: "Nothing was written. Keep sessions in cookies (leave out --session database and --adapter), use Cloudflare D1 (--adapter @auth/d1-adapter), or use --force.",
        },
      )
    : undefined;
