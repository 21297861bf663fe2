/** Words that people type, by the page or section that answers them. Each stands first or second for its words. */
export const answers = {
  "/quick-start":
    "install setup start started begin tutorial getting npm init login signin authentication auth",
  "/docs": "documentation guides index overview",
  "/dev": "mock simulate fake offline localhost local development develop idp users",
  "/guides/not-here": "missing unsupported roadmap limitations lacks planned",
  "/guides/not-here#organisations-teams-and-invitations":
    "organization organizations organisation organisations team teams tenant tenants multi-tenant multitenancy workspace workspaces member members membership invitation invitations b2b",
  "/guides/not-here#an-admin-page-for-users":
    "admin dashboard impersonate impersonation ban user users list manage management backoffice moderation",
  "/guides/not-here#api-keys": "api key keys apikey machine m2m service personal access",
  "/guides/not-here#codes-by-sms": "sms phone otp text message whatsapp twilio number",
  "/guides/not-here#saml-and-scim":
    "saml scim sso enterprise single sign-on directory ldap active directory provisioning",
  "/guides/not-here#webhooks": "webhook webhooks hook callback notify zapier",
  "/guides/not-here#an-sdk-for-mobile-apps":
    "mobile sdk expo react-native reactnative native ios android swift kotlin flutter",
  "/guides/not-here#an-identity-provider-of-your-own":
    "identity provider idp oauth server device flow authorization consent oidc",
  "/guides/not-here#payments": "payments payment stripe billing subscription subscriptions polar",
  "/guides/not-here#more-databases": "mongodb mongo supabase firebase dynamodb convex mongoose typeorm",
  "/guides/other-backends":
    "python fastapi django flask go golang rust java ruby rails php laravel jwks jwt microservice microservices backend external",
  "/guides/other-backends#a-short-token": "jwks jwt asymmetric rs256 es256 public key",
  "/guides/bearer-tokens": "bearer mobile authorization header token api cli curl",
  "/guides/protect":
    "protect guard middleware proxy private route routes page require authorize authorization secure",
  "/guides/protect#nextjs-many-pages-at-once": "middleware matcher proxy",
  "/guides/roles": "role roles rbac permission permissions admin access control acl",
  "/guides/sign-in-buttons":
    "login signin logout signout button buttons menu avatar form usesession component components",
  "/guides/sign-in-buttons#nextjs-client-component": "usesession client component hook",
  "/guides/front-end": "usesession spa vite react vue angular cors axios fetch frontend client",
  "/guides/session-data": "session id user data custom fields extend type typescript callback update",
  "/guides/email": "magic link links otp code mail email passwordless smtp nodemailer resend",
  "/guides/email#a-code-beside-the-link": "otp one-time code pin",
  "/plugins/password":
    "login password signup sign-up register registration forgot reset username email argon2 bcrypt credentials",
  "/plugins/password#options": "username usernames user name handle",
  "/plugins/two-factor": "mfa 2fa totp two-factor two-step authenticator otp second factor step-up recovery",
  "/plugins/account": "account profile settings devices sessions revoke delete gdpr connected",
  "/plugins/access-tokens": "refresh token access tokens api google calendar scope scopes",
  "/guides/tokens": "refresh token rotation access provider",
  "/guides/passkeys": "passkey passkeys webauthn fido fido2 biometric face touch yubikey",
  "/guides/linking": "link linking oauthaccountnotlinked merge connect accounts duplicate",
  "/guides/invite-only": "invite invitation invitations allowlist whitelist waitlist domain restrict beta",
  "/guides/rate-limits": "rate limit limits limiting throttle brute force bruteforce 429 ddos",
  "/guides/captcha": "captcha turnstile recaptcha hcaptcha bot bots spam",
  "/guides/csrf-guards": "csrf csurf lusca xsrf",
  "/guides/languages": "language languages translation translations i18n localization german spanish",
  "/guides/testing": "test tests testing signed-in playwright cypress vitest e2e mock",
  "/guides/testing#with-jest": "jest next-jest esm transformignorepatterns",
  "/guides/deploy":
    "deploy deployment production nginx proxy kubernetes k8s helm fly railway heroku render aws domain",
  "/guides/deploy#docker": "docker dockerfile compose container image",
  "/guides/deploy#vercel-cloudflare-pages": "vercel preview netlify cloudflare",
  "/guides/health-and-metrics": "health metrics prometheus monitoring readiness liveness probe opentelemetry",
  "/guides/logging": "log logger logging audit sentry debug pino winston",
  "/guides/when-it-fails":
    "error errors fail fails problem troubleshooting debug redirect loop mismatch untrustedhost",
  "/guides/pages": "theme logo branding customize custom pages css style color colors",
  "/guides/sign-out": "logout signout federated single backchannel",
  "/guides/credentials": "credentials ldap authorize own password",
  "/adapters/": "database databases postgres postgresql mysql sqlite adapter adapters orm",
  "/adapters/pg": "postgres postgresql neon schema schemas",
  "/adapters/tables": "tables columns migration user table",
  "/frameworks/": "framework frameworks",
  "/frameworks/next": "next nextjs vercel app router",
  "/migrate/in-one-line": "authjs auth.js nextauth next-auth migrate migration",
  "/migrate/from-others": "lucia passport better-auth iron-session supertokens",
  "/compare/better-auth": "better-auth betterauth alternative",
  "/compare/clerk": "clerk auth0 hosted price pricing",
  "/compare/auth-js": "authjs auth.js nextauth comparison",
  "/reference/cookies": "cookie cookies samesite secure domain httponly partitioned",
  "/reference/environment": "env environment variables variable auth_secret auth_url secret",
  "/reference/events": "event events webhook hook listener",
  "/reference/callbacks": "callback callbacks signin jwt session redirect hook",
};
