/** `/.well-known/…` of a running app: what the configuration has there must come from it. */
import { isRecord, jsonOf } from "./json.js";
import { Stop, type Drive } from "./drive.js";
import type { LiveAnswer } from "./visitor.js";

/** What the project says of these addresses. */
export interface ExpectedAddresses {
  readonly paths: readonly string[];
  /** Addresses of built-in pages outside of the base path. */
  readonly pages: readonly string[];
  /** The line that lets the configuration answer there; undefined: what answers the endpoints does. */
  readonly line: string | undefined;
}

export async function checkWellKnown(
  { visitor, origin, see }: Drive,
  base: string,
  { paths, pages, line }: ExpectedAddresses,
): Promise<void> {
  for (const path of paths) {
    const answer = await visitor.get(origin + path);
    const ways = [...pages, `${new URL(base).pathname}/password/change`];
    if (!isOurs(path, answer, { origin, ways })) {
      const message = `${path} answers ${answer.status}, and nothing of the configuration.`;
      throw new Stop("AUTH_D_LIVE_WELL_KNOWN", base, { message, ...(line !== undefined && { fix: line }) });
    }
    see(path, answer.location?.pathname ?? "JSON");
  }
}

/** @param ways pages that a redirect may lead to: an app that leads every stranger to its sign-in is none of ours */
function isOurs(
  path: string,
  answer: LiveAnswer,
  { origin, ways }: { readonly origin: string; readonly ways: readonly string[] },
): boolean {
  if (path.endsWith("/change-password"))
    return answer.location?.origin === origin && ways.includes(answer.location.pathname);
  return answer.status === 200 && isRecord(jsonOf(answer));
}
