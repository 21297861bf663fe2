/**
 * Files that a measure of `npm run architecture` does not count, each list with its reason. The lists only shrink: a
 * file that no longer needs its line must lose it, and their length is held by the ratchet.
 */

/** Reason → files whose regular expressions are held against other text than source text of the user's project. */
export const patternExceptions = {
  "a format that is not source text": [
    "src/cli/formats/cookie-header.ts",
    "src/cli/formats/database-url.ts",
    "src/cli/formats/deploy-file.ts",
    "src/cli/formats/env-file.ts",
    "src/cli/formats/journal-file.ts",
    "src/cli/formats/json-file.ts",
    "src/cli/formats/lock-file.ts",
    "src/cli/formats/node-version.ts",
    "src/cli/formats/prisma-schema.ts",
    "src/cli/formats/script-line.ts",
    "src/cli/formats/sql-text.ts",
    "src/cli/formats/tarball.ts",
    "src/cli/formats/workspace-file.ts",
  ],
  "what the terminal shows": [
    "src/cli/terminal/code-pages.ts",
    "src/cli/terminal/errors.ts",
    "src/cli/terminal/output.ts",
    "src/cli/preview/preview.ts",
    "src/cli/terminal/prompts.ts",
    "src/cli/terminal/style.ts",
    "src/cli/terminal/wrap.ts",
  ],
  "requests to the local provider, mails, users' names": [
    "src/commands/dev/server/dialect.ts",
    "src/commands/dev/server/mail-catcher.ts",
    "src/commands/dev/server/faces.ts",
    "src/commands/dev/server/page.ts",
    "src/commands/dev/server/protocol.ts",
    "src/commands/dev/server/providers.ts",
    "src/commands/dev/server/server.ts",
    "src/commands/dev/server/token.ts",
    "src/commands/dev/server/user-directory.ts",
    "src/commands/dev/server/user-file.ts",
  ],
  "the answers of a running app": [
    "src/commands/doctor/live/cookies.ts",
    "src/commands/doctor/live/drive.ts",
    "src/commands/doctor/live/index.ts",
    "src/commands/doctor/live/reach.ts",
    "src/commands/doctor/live/session.ts",
    "src/commands/doctor/live/sign-in.ts",
    "src/commands/doctor/live/visitor.ts",
  ],
  "a provider's answers": ["src/commands/steps/verify-provider.ts"],
  "values of a provider: addresses, keys, profiles": [
    "src/providers/discord.ts",
    "src/providers/functions/aws-signature.ts",
    "src/providers/kit/entra-issuer.ts",
    "src/providers/functions/private-key.ts",
    "src/providers/functions/shopify-answer.ts",
    "src/providers/github.ts",
    "src/providers/gitlab.ts",
    "src/providers/kit/from-record.ts",
    "src/providers/kit/mail-transport.ts",
    "src/runtime/oauth/profile-path.ts",
    "src/providers/nextcloud.ts",
  ],
  "rows, and what a database says": [
    "src/runtime/adapters/index.ts",
    "src/runtime/adapters/kysely-dialect.ts",
    "src/runtime/adapters/rows/driver-errors.ts",
    "src/runtime/adapters/rows/kept-texts.ts",
    "src/runtime/adapters/rows/prisma.ts",
  ],
  "hashes of passwords as they were kept": [
    "src/runtime/plugins/password/hashes/bytes.ts",
    "src/runtime/plugins/password/hashes/parse-hash.ts",
  ],
  "what a browser sent, or a row holds": [
    "src/runtime/flows/pending-code.ts",
    "src/runtime/flows/sign-in-page.ts",
    "src/runtime/plugins/account/avatar.ts",
    "src/runtime/plugins/account/places.ts",
    "src/runtime/plugins/account/json-answers.ts",
    "src/runtime/plugins/accounts/authenticators.ts",
    "src/runtime/plugins/organizations/spelling.ts",
    "src/runtime/plugins/sign-in/carried-values.ts",
    "src/runtime/plugins/sessions/device-names.ts",
    "src/runtime/plugins/password/one-time-tokens.ts",
    "src/runtime/plugins/password/pwned-passwords.ts",
    "src/runtime/plugins/password/typed.ts",
    "src/runtime/plugins/sessions/session-ids.ts",
    "src/runtime/plugins/two-factor/pages.ts",
    "src/runtime/plugins/two-factor/qr-code.ts",
    "src/runtime/plugins/two-factor/recovery-codes.ts",
    "src/runtime/plugins/two-factor/totp.ts",
    "src/runtime/plugins/two-factor/trusted-browsers.ts",
    "src/runtime/webauthn/base64.ts",
    "src/runtime/webauthn/ceremony.ts",
  ],
  "what a page or a mail shows": [
    "src/runtime/client/webauthn.ts",
    "src/runtime/pages/initials.ts",
    "src/runtime/languages/lookup.ts",
    "src/runtime/mail/own-mail.ts",
    "src/runtime/pages/html.ts",
    "src/runtime/pages/messages.ts",
    "src/runtime/pages/text.ts",
    "src/runtime/client/user-menu.ts",
    "src/runtime/pages/safe-values.ts",
  ],
  "a request: addresses, headers, cookies": [
    "src/runtime/handler.ts",
    "src/runtime/http/body.ts",
    "src/runtime/http/cookie-chunks.ts",
    "src/runtime/http/cookies.ts",
    "src/runtime/integrations/server/trusted-proxy.ts",
    "src/runtime/security/client-address.ts",
    "src/runtime/security/crypto-web.ts",
    "src/runtime/security/email-address.ts",
    "src/runtime/security/listed-origins.ts",
    "src/runtime/security/redirects.ts",
    "src/runtime/security/throttle.ts",
    "src/runtime/security/without-values.ts",
    "src/runtime/server-functions/guarded-path.ts",
    "src/runtime/server-functions/refusal.ts",
  ],
  "addresses and answers of a provider": [
    "src/runtime/oauth/authorization.ts",
    "src/runtime/oauth/fetch.ts",
    "src/runtime/oauth/openid2.ts",
    "src/runtime/oauth/proxy.ts",
    "src/runtime/oauth/refresh.ts",
    "src/runtime/oauth/server.ts",
  ],
  "options, environment variables, log lines": [
    "src/runtime/callbacks/logger.ts",
    "src/runtime/settings/dev-oauth.ts",
    "src/runtime/settings/env.ts",
    "src/runtime/settings/infer.ts",
    "src/runtime/settings/origin.ts",
    "src/runtime/pages/page-addresses.ts",
    "src/runtime/settings/redirect-proxy.ts",
    "src/runtime/settings/store-answers.ts",
  ],
};

/** Reason → files that ask for a provider's type because that is their work. */
export const providerTypeExceptions = {
  "makes a finished provider of each type, and checks what was given": [
    "src/runtime/settings/provider.ts",
    "src/runtime/settings/validate.ts",
  ],
};

/** Reason → files that name a framework outside its folder. */
export const frameworkIdExceptions = {
  "names of others' packages, of which some are called like a framework": [
    "src/cli/old-auth/names.ts",
    "src/commands/migrate/alias/integrations.ts",
  ],
  "the word of Nest for the server below it": ["src/runtime/integrations/nest.ts"],
};

/** The files that are excepted, once for each measure. */
export const exceptionsIn = ({ sources }) =>
  [patternExceptions, providerTypeExceptions, frameworkIdExceptions].flatMap((exceptions) =>
    Object.entries(exceptions).flatMap(([reason, files]) =>
      files
        .filter((excepted) => sources.some(({ file }) => file === excepted))
        .map((file) => ({ file, line: 1, name: reason, value: 1 })),
    ),
  );
