/** Metrics for the app's own hook. Nothing here runs, and nothing is wrapped, in a configuration without one. */
import { toError } from "../errors/index.js";
import type { AnyAuthConfig, LoggerInstance } from "../types/config.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { InternalProvider } from "../types/finished-provider.js";
import type { Metric, ProviderStep } from "../types/metric.js";

/** Tells the hook. Never throws. */
export type Report = (metric: Metric) => void;

/** @returns undefined without a hook; what the hook throws is logged once */
export function reportOf({ onMetric }: AnyAuthConfig, logger: LoggerInstance): Report | undefined {
  if (onMetric === undefined) return undefined;
  let isToldOf = false;
  const fail = (thrown: unknown): void => {
    if (isToldOf) return;
    isToldOf = true;
    const { message } = toError(thrown);
    logger.error(new Error(`onMetric threw, and is called on: ${message}`, { cause: thrown }));
  };
  return (metric) => {
    try {
      // A hook that is asynchronous all the same must not end the process.
      const answer: unknown = onMetric(metric);
      if (answer instanceof Promise) answer.catch(fail);
    } catch (thrown) {
      fail(thrown);
    }
  };
}

/**
 * Runs a call and tells how long it took.
 *
 * @param isOk says of an answer whether it is one; an error that is thrown never is
 */
export async function timed<T>(
  call: () => Promise<T>,
  tell: (ms: number, outcome: "ok" | "error") => void,
  isOk: (answer: T) => boolean = () => true,
): Promise<T> {
  const start = performance.now();
  let outcome: "ok" | "error" = "error";
  try {
    const answer = await call();
    if (isOk(answer)) outcome = "ok";
    return answer;
  } finally {
    tell(performance.now() - start, outcome);
  }
}

/** The provider, with what its requests are told to. */
export function withReport(provider: InternalProvider, report: Report | undefined): InternalProvider {
  if (report === undefined || (provider.type !== "oauth" && provider.type !== "oidc")) return provider;
  const timedRequest = (step: ProviderStep, send: () => Promise<Response>): Promise<Response> =>
    timed(
      send,
      (ms, outcome) => report({ kind: "provider", provider: provider.id, step, ms, outcome }),
      ({ status }) => status < 400,
    );
  return Object.freeze({ ...provider, timedRequest });
}

/** Events that are sign-ins and refusals are metrics too. Ids that a request made up are left out. */
export function withSignIns(
  emit: ResolvedConfig["emit"],
  report: Report | undefined,
  ids: readonly string[],
): ResolvedConfig["emit"] {
  if (report === undefined) return emit;
  const known = (id: string | undefined) => ids.find((one) => one === id);
  const metrics: { [Name in EventName]?: (message: Message<Name>) => Metric } = {
    signIn: ({ account }) => ({ kind: "signIn", provider: known(account?.provider), outcome: "success" }),
    signInFailure: ({ provider, error }) => ({
      kind: "signIn",
      provider: known(provider),
      outcome: "failure",
      error: error.type,
    }),
    tooManyAttempts: ({ provider, limit }) => ({ kind: "throttle", provider: known(provider), limit }),
  };
  return (name, message) => {
    const metric = metrics[name]?.(message);
    if (metric !== undefined) report(metric);
    return emit(name, message);
  };
}

type EventName = Parameters<ResolvedConfig["emit"]>[0];
type Message<Name extends EventName> = Parameters<
  NonNullable<Required<NonNullable<AnyAuthConfig["events"]>>[Name]>
>[0];
