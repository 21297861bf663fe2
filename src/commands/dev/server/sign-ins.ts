/** The list of sign-ins that the start page of `auth dev` shows, step by step; secrets in it are cut. */
import type { SimulatedRequest, SimulatedResponse } from "./simulate.js";
import type { ShownParameter, SignInStep, WatchedSignIn } from "./watched-sign-in.js";

const kept = { signIns: 50, steps: 40, pending: 10 } as const;
const pendingMilliseconds = 30_000;

/** What was asked of the simulated providers, one entry per sign-in. In memory, newest first. */
export class SignIns {
  readonly #all: WatchedSignIn[] = [];
  readonly #byQuery = new Map<string, WatchedSignIn>();
  readonly #pending: { readonly providerId: string; readonly step: SignInStep }[] = [];
  readonly #changed: () => void;

  constructor(changed: () => void = () => undefined) {
    this.#changed = changed;
  }

  get all(): readonly WatchedSignIn[] {
    return this.#all;
  }

  /** The sign-in that a request for the sign-in page begins or goes on with. */
  begin(request: SimulatedRequest): WatchedSignIn {
    const key = request.providerId + request.url.search;
    const known = this.#byQuery.get(key);
    if (known && (known.answered === undefined || request.form.size > 0)) return known;
    const query = request.url.searchParams;
    const signIn: WatchedSignIn = {
      providerId: request.providerId,
      provider: request.record?.name ?? request.providerId,
      started: Date.now(),
      redirectUri: query.get("redirect_uri") ?? query.get("openid.return_to") ?? "",
      steps: this.#takePending(request.providerId),
      cookies: { before: undefined, after: undefined },
      user: undefined,
      fault: undefined,
      answered: undefined,
      hasTokens: false,
    };
    this.#all.unshift(signIn);
    this.#byQuery.set(key, signIn);
    if (this.#all.length > kept.signIns) this.#forget(this.#all.pop());
    return signIn;
  }

  /** The newest one at this provider whose user is chosen: who asks for keys doesn't say for which sign-in. */
  latest = (providerId: string): WatchedSignIn | undefined =>
    this.#all.find((signIn) => signIn.providerId === providerId && signIn.answered !== undefined);

  /** Adds a step; one that comes before its sign-in, such as discovery, waits for it. */
  note(providerId: string, signIn: WatchedSignIn | undefined, step: SignInStep): void {
    if (signIn) {
      if (signIn.steps.length < kept.steps) signIn.steps.push(step);
    } else {
      this.#pending.push({ providerId, step });
      if (this.#pending.length > kept.pending) this.#pending.shift();
    }
    this.#changed();
  }

  /** Cookies that a browser sent here are the app's too when both have the same host name: the newest sign-in's. */
  sawCookies(hostname: string, names: readonly string[]): void {
    const newest = this.#all.find(
      ({ redirectUri }) => URL.canParse(redirectUri) && new URL(redirectUri).hostname === hostname,
    );
    if (newest) newest.cookies[newest.hasTokens ? "after" : "before"] = names;
  }

  #takePending(providerId: string): SignInStep[] {
    const since = Date.now() - pendingMilliseconds;
    const own = this.#pending.filter((one) => one.providerId === providerId);
    for (const one of own) this.#pending.splice(this.#pending.indexOf(one), 1);
    return own.flatMap(({ step }) => (step.at >= since ? [step] : []));
  }

  #forget(signIn: WatchedSignIn | undefined): void {
    for (const [key, one] of this.#byQuery) if (one === signIn) this.#byQuery.delete(key);
  }
}

/** Shown in full. Everything else may be a secret, a token or a code, and is cut. */
const open: ReadonlySet<string> = new Set(
  [
    "access_type acr_values audience client_id code_challenge_method display error error_description grant_type",
    "hd iss login_hint max_age",
    "openid.mode openid.ns openid.realm openid.return_to post_logout_redirect_uri prompt redirect_uri resource",
    "response_mode response_type scope ui_locales",
  ].flatMap((line) => line.split(" ")),
);

const shownCharacters = 4;
const longestValue = 300;
const mostParameters = 40;

const shownValue = (name: string, value: string): string => {
  if (open.has(name)) return value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;
  // What is short could be guessed from its beginning.
  return value.length < 4 * shownCharacters ? "…" : `${value.slice(0, shownCharacters)}…`;
};

const shown = (given: Iterable<readonly [string, string]>): readonly ShownParameter[] =>
  [...given].slice(0, mostParameters).map(([name, value]) => [name.slice(0, 60), shownValue(name, value)]);

/** What came with a request, as far as it may be shown; of a redirect, what goes back to the app. */
function shownParameters(
  { url, form, headers }: SimulatedRequest,
  answer: SimulatedResponse,
): readonly ShownParameter[] {
  const { location } = answer.headers ?? {};
  if (location !== undefined && URL.canParse(location)) return shown(new URL(location).searchParams);
  const [scheme = ""] = (headers.get("authorization") ?? "").split(" ");
  return [
    ...shown([...url.searchParams, ...form]),
    ...(scheme === "" ? [] : [["Authorization", `${scheme.slice(0, 12)} …`] as const]),
  ];
}

/** The step that a request and its answer are. */
export const stepOf = (what: string, request: SimulatedRequest, answer: SimulatedResponse): SignInStep => ({
  at: Date.now(),
  what,
  status: answer.status,
  parameters: shownParameters(request, answer),
  problem: answer.problem,
});
