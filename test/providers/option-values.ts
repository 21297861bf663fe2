/** Plausible values of the options that provider factories take. */
export function valuesOf(option: string, id: string): readonly unknown[] {
  const own = ownValues[`${id} ${option}`] ?? ownValues[option];
  if (own === undefined) throw new Error(`There is no value for the option ${option} of ${id}`);
  return own;
}

const profile = (given: { id: string }): { id: string } => ({ id: given.id });
const account = (): void => undefined;

const ownValues: Readonly<Record<string, readonly unknown[]>> = {
  id: ["another-id"],
  name: ["Another name"],
  clientId: ["another-client"],
  clientSecret: ["another-test-secret"],
  issuer: ["https://issuer.example.com", "https://issuer.example.com/path"],
  wellKnown: ["https://issuer.example.com/.well-known/openid-configuration"],
  authorization: [
    "https://own.example.com/authorize?scope=own",
    { url: "https://own.example.com/authorize", params: { scope: "own", audience: "api" } },
    { params: { scope: "own", audience: "api" } },
  ],
  token: ["https://own.example.com/token", { url: "https://own.example.com/token", params: { a: "b" } }],
  userinfo: ["https://own.example.com/me", { url: "https://own.example.com/me", params: { a: "b" } }],
  client: [{ token_endpoint_auth_method: "client_secret_jwt" }, { token_endpoint_auth_method: "none" }],
  checks: [["state"], ["pkce", "state"], ["none"]],
  style: [{ bg: "#123456", text: "#fff" }],
  idToken: [true, false],
  profile: [profile],
  account: [account],
  allowDangerousEmailAccountLinking: [true],
  redirectProxyUrl: ["https://proxy.example.com/auth"],
  customFetch: [fetch],
  type: [],
  jwks_endpoint: ["https://own.example.com/keys"],
  profilePhotoSize: [64],
  scope: ["own other"],
  "dribbble scope": ["public upload"],
  apiVersion: ["20240101"],
  tenantId: ["d7d09513-a3f5-401c-9685-34ab6c552453"],
  enterprise: [{ baseUrl: "https://github.example.com" }],
  baseUrl: ["https://gitlab.example.com", new URL("https://gitlab.example.com")],
  accountID: ["1234567"],
  prompt: ["login"],
  redirectUri: ["https://app.example.com/auth/callback/notion"],
  apiBaseUrl: ["https://integration.webexapis.com/v1"],
  platformType: ["OfficialAccount", "WebsiteApp"],
  connection: ["conn_123"],
  "workos issuer": ["https://api.eu.workos.com/"],
  "osso issuer": ["https://osso.example.com/"],
  "battlenet issuer": ["https://eu.battle.net/oauth"],
  // Its type takes text only.
  "netsuite userinfo": ["https://own.example.com/me"],
};

/** Options of the other kinds of providers: their own functions count only by their types. */
const otherValues: Readonly<Record<string, string>> = {
  credentials: '{ username: { label: "Name", type: "text" }, password: { type: "password" } }',
  authorize: 'async () => ({ id: "1" })',
  server: '"smtp://user@mail.example.com"',
  from: '"App <login@example.com>"',
  maxAge: "600",
  secret: '"test-secret"',
  apiKey: '"test-key"',
  sendVerificationRequest: "async () => undefined",
  generateVerificationToken: 'async () => "123456"',
  normalizeIdentifier: "(identifier: string) => identifier.toLowerCase()",
  transactionalId: '"id-1"',
  region: '"EU"',
  relayingParty: '{ id: "example.com", name: "Example", origin: "https://example.com" }',
  getRelayingParty: '() => ({ id: "example.com", name: "Example", origin: "https://example.com" })',
  enableConditionalUI: "true",
  simpleWebAuthnBrowserVersion: "false",
  formFields: '{ email: { label: "E-mail", required: true, autocomplete: "username webauthn" } }',
  authenticationOptions: '{ timeout: 60_000, userVerification: "required" }',
  registrationOptions: '{ timeout: 60_000, attestationType: "none" }',
  verifyAuthenticationOptions: "{ requireUserVerification: true }",
  verifyRegistrationOptions: "{ requireUserVerification: true }",
  getUserInfo: "async () => null",
};

/** An option as an app writes it. */
export function writtenOptions(option: string, id: string): readonly string[] {
  const other = otherValues[option];
  if (other !== undefined) return [`${option}: ${other}`];
  return valuesOf(option, id).map((value) => {
    if (option === "customFetch") return "[customFetch]: fetch";
    if (value instanceof URL) return `${option}: new URL("${value.href}")`;
    if (typeof value !== "function") return `${option}: ${JSON.stringify(value)}`;
    return option === "profile" ? 'profile: () => ({ id: "1" })' : `${option}: () => undefined`;
  });
}

/**
 * Not for the app to write: `type`; what nothing reads on either side (keys come from discovery); the passkey library of
 * another major version; and a mail server for those who mail over HTTP.
 */
export const isUntyped = (id: string, option: string): boolean =>
  ["type", "jwks_endpoint", "options", "simpleWebAuthn"].includes(option) ||
  (option === "server" && !["email", "nodemailer"].includes(id));

/** Members that a kind of provider cannot do without, on both sides. */
export function neededOptions(id: string, option: string): string {
  if (id === "credentials" && option !== "authorize") return "authorize: async () => null, ";
  return id === "nodemailer" && option !== "server" ? 'server: "smtp://mail.example.com", ' : "";
}
