/** Is everything there that sign-ins need? Loaded when it is asked. */
import { AdapterError, toError } from "./errors/index.js";
import { withDeadline } from "./callbacks/events.js";
import { randomId } from "./security/random.js";
import { defaultDeadlineSeconds } from "./settings/defaults.js";
import type { ResolvedConfig } from "./types/resolved-config.js";
import type { Health, StoreHealth } from "./types/health.js";

/**
 * Asks each store one cheap question, all at once, within `deadlineSeconds`.
 *
 * @param resolveConfig the configuration; one that cannot be read is a problem like any other
 * @returns never an error; why a store fails is in the log
 */
export async function checkHealth(
  resolveConfig: () => ResolvedConfig | Promise<ResolvedConfig>,
): Promise<Health> {
  let resolved: ResolvedConfig;
  try {
    resolved = await resolveConfig();
  } catch {
    return { ok: false, store: undefined, shared: undefined, revocation: undefined, problems: [unreadable] };
  }
  const { config } = resolved;
  const { sharedStore } = config;
  const revocation = config.session?.revocation;
  const [store, shared, revoked] = await Promise.all([
    ask(resolved, "adapter", questionOf(resolved)),
    ask(resolved, "shared", sharedStore && (() => sharedStore.has([healthKey]))),
    ask(resolved, "revocation", typeof revocation === "object" ? () => revocation.has(healthKey) : undefined),
  ]);
  const problems = [
    ...(resolved.problem === undefined ? [] : [resolved.problem.type]),
    ...(store?.ok === false ? ["The adapter does not answer"] : []),
    ...(shared?.ok === false ? ["The shared store does not answer"] : []),
    ...(revoked?.ok === false ? ["The revocation store does not answer"] : []),
  ];
  return { ok: problems.length === 0, store, shared, revocation: revoked, problems };
}

const unreadable = "The configuration cannot be read";
/** A key that nothing is kept under. */
const healthKey = "health";

/** A look-up of what nobody has, by text: ids may be numbers. */
function questionOf({ config: { adapter } }: ResolvedConfig): (() => unknown) | undefined {
  if (adapter?.getSessionAndUser) return () => adapter.getSessionAndUser?.(randomId());
  if (adapter?.getUserByEmail) return () => adapter.getUserByEmail?.(`${randomId()}@health.invalid`);
  return adapter?.getUser && (() => adapter.getUser?.(randomId()));
}

async function ask(
  { config, logger }: ResolvedConfig,
  name: string,
  question: (() => unknown) | undefined,
): Promise<StoreHealth | undefined> {
  if (question === undefined) return undefined;
  const limitMs = (config.deadlineSeconds ?? defaultDeadlineSeconds) * 1000;
  const start = performance.now();
  let ok = true;
  try {
    await withDeadline((async () => question())(), limitMs, `The ${name} store did not answer`);
  } catch (thrown) {
    ok = false;
    logger.error(new AdapterError(toError(thrown), { cause: { store: name } }));
  }
  return { ok, ms: Math.round(performance.now() - start) };
}
