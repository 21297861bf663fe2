/** The Content-Security-Policy of the sign-in page. Browsers hold each policy of an answer, also one that a proxy adds. */
import { Stop, type Drive } from "./drive.js";
import type { LiveAnswer } from "./visitor.js";

/** Sources by directive. */
type Policy = ReadonlyMap<string, readonly string[]>;

const policiesOf = ({ headers }: LiveAnswer): readonly Policy[] =>
  (headers.get("content-security-policy") ?? "")
    .split(",")
    .filter((text) => text.trim() !== "")
    .map(
      (text) =>
        new Map(
          text
            .split(";")
            // Of two directives of one name the first holds.
            .reverse()
            .map((directive) => {
              const [name = "", ...sources] = directive.split(" ").filter((word) => word !== "");
              return [name.toLowerCase(), sources];
            }),
        ),
    );

/** What holds for an element, the closest first. */
const heldBy = {
  style: ["style-src-elem", "style-src", "default-src"],
  script: ["script-src-elem", "script-src", "default-src"],
} as const;
const elements = ["style", "script"] as const;

/** May the page run what it marks with a nonce? */
export function checkPagePolicy({ origin }: Drive, page: LiveAnswer): void {
  const policies = policiesOf(page);
  for (const element of elements) {
    const nonce = nonceOf(page, element);
    for (const policy of policies) {
      const directive = heldBy[element].find((name) => policy.has(name));
      if (nonce === undefined || directive === undefined) continue;
      if (letsInline(policy.get(directive) ?? [], nonce)) continue;
      throw new Stop("AUTH_D_LIVE_POLICY", origin, {
        message: `${pathOf(page)} has a policy with ${shown(policy, directive)}, which refuses the ${element} of the page.`,
      });
    }
  }
}

const nonceOf = ({ body }: LiveAnswer, element: string): string | undefined => {
  const tags = body
    .split(`<${element} `)
    .slice(1)
    .map((text) => text.split(">")[0] ?? "");
  return tags
    .find((tag) => tag.includes('nonce="'))
    ?.split('nonce="')[1]
    ?.split('"')[0];
};

function letsInline(sources: readonly string[], nonce: string): boolean {
  const isStrict = sources.some((source) => source.startsWith("'nonce-") || source.startsWith("'sha"));
  return sources.includes(`'nonce-${nonce}'`) || (!isStrict && sources.includes("'unsafe-inline'"));
}

/** May a form of the page lead to the provider? Browsers hold the redirect behind a form against the page's policy. */
export function checkFormPolicy({ origin }: Drive, base: string, page: LiveAnswer, to: URL): void {
  if (!page.body.includes(`${new URL(base).pathname}/signin/`)) return;
  for (const policy of policiesOf(page)) {
    const sources = policy.get("form-action");
    if (sources === undefined || sources.some((source) => isAllowed(source, to, origin))) continue;
    throw new Stop("AUTH_D_LIVE_POLICY", origin, {
      message: `${pathOf(page)} has a policy with ${shown(policy, "form-action")}, and its form leads to ${to.origin}.`,
      fix: `form-action 'self' ${to.origin}`,
    });
  }
}

function isAllowed(source: string, to: URL, origin: string): boolean {
  if (source === "'self'") return to.origin === origin;
  if (source === "*" || source === to.protocol) return true;
  const address = source.includes("://") ? source : `${to.protocol}//${source}`;
  // Any port, or what is no address: nothing is said against it.
  if (!URL.canParse(address)) return !source.startsWith("'");
  const { protocol, hostname, port } = new URL(address);
  const isHost = hostname.startsWith("*.")
    ? to.hostname.endsWith(hostname.slice(1))
    : to.hostname === hostname;
  return isHost && to.port === port && (to.protocol === protocol || to.protocol === "https:");
}

/** A page of the package sends a policy: without one something has taken it away. */
export function checkPolicyArrives({ origin }: Drive, page: LiveAnswer): void {
  if (!page.body.includes('class="__next-auth-theme-') || policiesOf(page).length > 0) return;
  throw new Stop("AUTH_D_LIVE_NO_POLICY", origin, { message: `${pathOf(page)} comes without a policy.` });
}

const pathOf = ({ url }: LiveAnswer): string => new URL(url).pathname;

/** As it is written; nonces are nobody's to keep. */
const shown = (policy: Policy, directive: string): string =>
  [directive, ...(policy.get(directive) ?? []).filter((source) => !source.startsWith("'nonce-"))].join(" ");
