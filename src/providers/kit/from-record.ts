import type { User } from "../../runtime/types/entities.js";
import type {
  AuthorizationEndpoint,
  OAuth2Config,
  OAuthUserConfig,
  OIDCConfig,
  ProfileCallback,
  TokenEndpoint,
  UserinfoEndpoint,
} from "../../runtime/types/provider.js";
import { compilePath, isEmpty } from "../../runtime/oauth/profile-path.js";
import type { ProviderRecord } from "./record.js";
import type { RecordHooks } from "./record-hooks.js";

/** Which of the two shapes the type of a record says. */
export type ConfigOf<R extends ProviderRecord, P> = R["type"] extends "oidc"
  ? OIDCConfig<P>
  : OAuth2Config<P>;

/**
 * Builds the provider configuration of a record. Pure: the same record and options give an equal configuration.
 *
 * @param record the provider as data; `{name}` in its URLs is replaced by the option of that name or the default
 * @param options what the user passed to the factory; kept as `options`, which the runtime merges over the rest
 * @param hooks the parts that are code
 * @returns a configuration; an issuer with a hole is left out, other addresses keep theirs for the environment
 */
export function fromRecord<P, R extends ProviderRecord>(
  record: R,
  options: object,
  hooks: RecordHooks<P> = {},
): ConfigOf<R, P> {
  const given = options as Readonly<Record<string, unknown>>;
  const idFrom = idFromOf(record, given);
  const fill = (template: string | undefined) => template && fillTemplate(template, record, given);
  // The record's `type` decides which of the two shapes this is.
  return {
    id: record.id,
    name: record.name,
    type: record.type,
    ...defined({
      issuer: issuerOf(record, given),
      wellKnown: fill(record.wellKnown),
      authorization: authorizationOf(record, fill(record.authorization), given, hooks.verify),
      token: tokenOf(record, fill(record.token), hooks),
      userinfo: userinfoOf<P>(record, fill, hooks),
      revocation: fill(record.revocation),
      checks: record.checks && [...record.checks],
      pkceMethod: record.pkceMethod,
      reauthentication: record.reauthentication,
      success: record.success && { ...record.success },
      openid2: record.openid2 && { ...record.openid2 },
      client: clientOf(record),
      idToken: record.type === "oidc" && record.profileFrom === "userinfo" ? false : undefined,
      idFrom,
      profile: record.profile && profileOf<P>(pathsOf(record, idFrom), hooks, given),
      emailVerified: record.emailVerified,
      style: record.style && { ...record.style },
      mark: hooks.mark,
      ...hooks.issuer,
      signOut: hooks.signOut?.(given),
    }),
    options: options as OAuthUserConfig<P>,
  } as ConfigOf<R, P>;
}

/** Which of a provider's ids names the account: chosen by the app, never by an answer. */
function idFromOf({ id, ids }: ProviderRecord, { idFrom }: Readonly<Record<string, unknown>>) {
  const names = Object.keys(ids ?? {});
  if (idFrom === undefined || ids === undefined) return names[0];
  if (names.includes(String(idFrom))) return String(idFrom);
  throw new TypeError(`Provider "${id}": idFrom is one of ${names.join(", ")}`);
}

const pathsOf = ({ profile, ids }: ProviderRecord, idFrom = ""): Partial<NonNullable<typeof profile>> =>
  defined({ ...profile, id: ids?.[idFrom] ?? profile?.id });

/** Values that only the finished provider has. */
const late: readonly string[] = ["clientId", "clientSecret", "accessToken"];

function fillTemplate(
  template: string,
  record: ProviderRecord,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  let isLeftOut = false;
  const url = template.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = valueOf(name, template, record, given);
    // "" is how an option says that there shall be none.
    if (value === "") isLeftOut = true;
    if (isEmpty(value)) return hole;
    // Within a longer template the slash is the template's; alone (an issuer) every byte is the user's.
    return template === hole ? String(value) : String(value).replace(/\/+$/, "");
  });
  return isLeftOut ? undefined : url;
}

function valueOf(
  name: string,
  template: string,
  record: ProviderRecord,
  given: Readonly<Record<string, unknown>>,
): unknown {
  if (late.includes(name) && template !== record.issuer) return undefined;
  const value = given[name] ?? record.params?.find((param) => param.name === name)?.default;
  if (value !== undefined || name !== "issuer" || template === record.issuer) return value;
  return issuerOf(record, given);
}

/** One with a hole is left out. */
function issuerOf(record: ProviderRecord, given: Readonly<Record<string, unknown>>): string | undefined {
  const issuer = record.issuer && fillTemplate(record.issuer, record, given);
  return issuer && /\{\w+\}/.test(issuer) ? undefined : issuer;
}

function authorizationOf(
  record: ProviderRecord,
  url: string | undefined,
  given: Readonly<Record<string, unknown>>,
  verify: AuthorizationEndpoint["verify"],
): AuthorizationEndpoint | undefined {
  const declared = declaredParams(record, given);
  const scope = record.params?.some(({ name }) => name === "scope") ? given["scope"] : undefined;
  const params = {
    ...(record.scopes && { scope: scope ?? record.scopes.join(record.scopeSeparator ?? " ") }),
    ...declared,
  };
  if (url === undefined && Object.keys(params).length === 0) return undefined;
  const fixed = Object.keys(declared).filter((name) => !record.openParams?.includes(name));
  return defined({
    url,
    params,
    fixed: fixed.length > 0 ? fixed : undefined,
    rename: record.authorizationRename && { ...record.authorizationRename },
    answer: record.callbackRename && { ...record.callbackRename },
    verify,
  }) as AuthorizationEndpoint;
}

/** Options of the factory filled in; a parameter whose option nobody has given is not sent. */
function declaredParams(
  record: ProviderRecord,
  given: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const filled = Object.entries(record.authorizationParams ?? {}).map(
    ([name, value]) => [name, fillTemplate(value, record, given)] as const,
  );
  return Object.fromEntries(filled.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function tokenOf<P>(
  record: ProviderRecord,
  url: string | undefined,
  { token, conformToken: conform }: RecordHooks<P>,
): TokenEndpoint | undefined {
  const endpoint = defined({ url, ...record.tokenRequest, conform: conform?.(record), ...token });
  return Object.keys(endpoint).length > 0 ? (endpoint as TokenEndpoint) : undefined;
}

function clientOf({ clientAuth, idTokenAlg }: ProviderRecord): OAuth2Config["client"] | undefined {
  const client = defined({
    token_endpoint_auth_method: clientAuth,
    id_token_signed_response_alg: idTokenAlg,
  });
  return Object.keys(client).length > 0 ? (client as OAuth2Config["client"]) : undefined;
}

function userinfoOf<P>(
  record: ProviderRecord,
  fill: (template: string | undefined) => string | undefined,
  { sign }: RecordHooks<P>,
): UserinfoEndpoint<P> | undefined {
  const { profileFrom } = record;
  const endpoint = defined({
    url: fill(record.userinfo),
    headers: record.userinfoHeaders && { ...record.userinfoHeaders },
    method: record.userinfoMethod,
    body: record.userinfoBody && { ...record.userinfoBody },
    form: record.userinfoForm && { ...record.userinfoForm },
    tokenIn: record.userinfoTokenIn,
    from: profileFrom === "tokens" || profileFrom === "access_token" ? profileFrom : undefined,
    sign,
    fromCallback: record.userinfoFromCallback,
    extra: record.userinfoExtra?.flatMap((each) => {
      const url = fill(each.url);
      return url === undefined ? [] : [{ ...each, url }];
    }),
    conform: conformOf<P>(record),
  });
  return Object.keys(endpoint).length > 0 ? (endpoint as UserinfoEndpoint<P>) : undefined;
}

function conformOf<P>({ userinfoUnwrap, userinfoFill }: ProviderRecord): UserinfoEndpoint<P>["conform"] {
  if (!userinfoUnwrap && !userinfoFill) return undefined;
  const unwrap = userinfoUnwrap === undefined ? undefined : compilePath(userinfoUnwrap);
  const fills = Object.entries(userinfoFill ?? {}).map(([at, path]) => [at, compilePath(path)] as const);
  return (answer, tokens) => {
    const inner = unwrap ? unwrap(answer, tokens) : answer;
    const profile: Record<string, unknown> = typeof inner === "object" ? { ...inner } : {};
    for (const [member, read] of fills)
      if (isEmpty(profile[member])) profile[member] = read(profile, tokens) ?? null;
    return profile as P;
  };
}

function profileOf<P>(
  paths: Partial<NonNullable<ProviderRecord["profile"]>>,
  { image }: RecordHooks<P>,
  options: Readonly<Record<string, unknown>>,
): ProfileCallback<P> {
  const reader = (path: string | undefined, limit: number) => {
    if (path === undefined) return () => null;
    const read = compilePath(path);
    return (...[profile, tokens]: Parameters<ProfileCallback<P>>) =>
      text(read(profile, tokens, options), limit);
  };
  const id = reader(paths.id, 512);
  const name = reader(paths.name, 512);
  const email = reader(paths.email, 320);
  const picture = image ? (profile: P) => text(image(profile), 100_000) : reader(paths.image, 100_000);
  return (profile, tokens): User => {
    const accountId = id(profile, tokens);
    return {
      // Without an id the runtime refuses the answer; it must not become "null".
      ...(accountId !== null && { id: accountId }),
      name: name(profile, tokens),
      email: email(profile, tokens),
      image: picture(profile, tokens),
    };
  };
}

/** Providers send numbers, nulls and surprises: a short string, or nothing. */
function text(value: unknown, limit: number): string | null {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return typeof value === "string" && value !== "" && value.length <= limit ? value : null;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
