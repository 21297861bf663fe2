/** The sign-in mail. Every transport sends this; what differs is only the way it goes. */
import { type Html, html } from "../../runtime/pages/html.js";
import { safeColour } from "../../runtime/safe-values.js";
import type { Theme } from "../../runtime/types/theme.js";
import type { EmailConfig } from "../../runtime/types/provider.js";

type Request = Parameters<EmailConfig["sendVerificationRequest"]>[0];

/** One mail to one person, ready for SMTP or for the JSON of an HTTP API. */
export interface SignInMail {
  readonly from: string;
  /** One address; never to be parsed as a list. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * @param request what `sendVerificationRequest` gets; the mail shows the host of `url`, so that the reader sees
 * where the link leads. Without `from` in the provider the sender is `no-reply@` that host
 */
export function signInMail({
  identifier,
  url,
  provider,
  theme,
}: Pick<Request, "identifier" | "url" | "provider" | "theme">): SignInMail {
  const { host, hostname } = new URL(url);
  return {
    from: provider.from ?? `no-reply@${hostname}`,
    to: identifier,
    subject: `Sign in to ${host}`,
    text: `Sign in to ${host}:\n${url}\n\nIf you didn't ask for this mail, ignore it.\n`,
    html: htmlBody(url, host, theme),
  };
}

function htmlBody(url: string, host: string, theme: Theme): string {
  const background = safeColour(theme.brandColor) ?? "#1f2937";
  const colour = safeColour(theme.buttonText) ?? "#ffffff";
  return html`<!doctype html>
    <html lang="en">
      <body
        style="margin:0;padding:24px;background:#f5f6f8;font:16px/1.5 Helvetica,Arial,sans-serif;color:#1a1d23"
      >
        <table role="presentation" width="100%" cellspacing="0" cellpadding="0">
          <tr>
            <td align="center">
              <table
                role="presentation"
                cellspacing="0"
                cellpadding="0"
                style="width:100%;max-width:480px;background:#ffffff;border:1px solid #d5d9e0;border-radius:12px"
              >
                <tr>
                  <td align="center" style="padding:32px">
                    <p style="margin:0 0 24px;font-size:20px">
                      Sign in to <strong>${unlinked(host)}</strong>
                    </p>
                    <p style="margin:0 0 24px">
                      <a
                        href="${url}"
                        style="display:inline-block;padding:12px 28px;border-radius:8px;background:${background};color:${colour};font-weight:bold;text-decoration:none"
                        >Sign in</a
                      >
                    </p>
                    <p style="margin:0;font-size:14px;color:#5b6270">
                      If you didn't ask for this mail, ignore it.
                    </p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text;
}

/** The host for reading only: mail programs make links of what looks like one, and there shall be one link. */
function unlinked(host: string): Html[] {
  return host
    .split(".")
    .map((part, index) => (index === 0 ? html`${part}` : html`<span>&#8203;.${part}</span>`));
}
