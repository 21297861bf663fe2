import { plain, Stop, type Drive, type SeenStep } from "./drive.js";
import type { Finding } from "../../../cli/findings/finding.js";
import { checkPolicyArrives } from "./policy.js";
import { reach } from "./reach.js";
import { beginSignIn, openForms } from "./sign-in.js";
import { comeBack } from "./session.js";
import { checkWellKnown, type ExpectedAddresses } from "./well-known.js";
import { Visitor } from "./visitor.js";

export interface LiveResult {
  readonly base: string | undefined;
  readonly steps: readonly SeenStep[];
  readonly finding: Finding | undefined;
}

/** Drives a running app as a browser would, up to the first thing that is wrong. */
export async function driveApp(
  address: URL,
  options: {
    localFindings: readonly Finding[];
    expectedBase: string | undefined;
    wellKnown: ExpectedAddresses;
    timeoutMs: number;
    signal: AbortSignal;
  },
): Promise<LiveResult> {
  const steps: SeenStep[] = [];
  const given = address.pathname.replace(/\/+$/, "");
  const drive: Drive = {
    visitor: new Visitor(address.origin, options),
    origin: address.origin,
    expectedBase: given || options.expectedBase,
    isBaseGiven: given !== "",
    localFindings: options.localFindings,
    see: (step, seen) => void steps.push({ step: plain(step), seen: plain(seen) }),
  };
  let base: string | undefined;
  try {
    const reached = await reach(drive);
    base = reached.base;
    const forms = await openForms(drive, base);
    const started = await beginSignIn(drive, base, reached.providers, forms);
    if (started) await comeBack(drive, base, started);
    await checkWellKnown(drive, base, options.wellKnown);
    checkPolicyArrives(drive, forms.page);
    return { base, steps, finding: undefined };
  } catch (error) {
    if (options.signal.aborted) throw error;
    const stop =
      error instanceof Stop ? error : transportStop(error, base ?? drive.origin, steps.at(-1)?.step);
    return { base, steps, finding: stop.finding };
  }
}

/** Failures below HTTP, by the code of the system. */
function transportStop(error: unknown, path: string, after: string | undefined): Stop {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const when = after === undefined ? "" : ` after "${after}"`;
  if (error instanceof Error && /Timeout/.test(error.name)) {
    return new Stop("AUTH_D_LIVE_TIMEOUT", path, { message: `No answer in time${when}.` });
  }
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(code))
    return new Stop("AUTH_D_LIVE_DNS", path, { message: `${new URL(path).hostname} is not known.` });
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|ERR_SSL|EPROTO/.test(code)) {
    return new Stop("AUTH_D_LIVE_TLS", path, { message: `The certificate is not accepted (${code}).` });
  }
  if (!(error instanceof TypeError)) throw error;
  const message = `${path} cannot be reached${when}${code === "" ? "" : ` (${code})`}.`;
  return new Stop("AUTH_D_LIVE_NO_ANSWER", path, { message });
}
