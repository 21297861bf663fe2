import type { Context } from "hono";
import { createAuth } from "authwright/hono";
import GitHub from "authwright/providers/github";

/** `auth.handler` answers the endpoints, `auth.session` sets `c.var.auth`, and `auth.require()` guards routes. */
export const auth = createAuth(
  {
    providers: [GitHub],
    theme: { name: "Short Links" },
    // The built-in pages, such as /sign-in, at addresses of the app. Without the option: below /auth.
    pageAddresses: true,
    // Cloudflare hands on requests for the hosts of this worker only.
    trustHost: true,
  },
  // Cloudflare sets this header itself, whatever a client sends.
  { clientAddress: (c) => c.req.header("cf-connecting-ip") },
);

/** An example of a guarded page. */
export function dashboardPage(c: Context) {
  const user = c.var.auth?.user;
  return c.html(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dashboard</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 2rem 1.5rem; }
</style>
</head>
<body>
<main>
<h1>Dashboard</h1>
<p>Signed in as ${escapeHtml(user?.name ?? "")} ${escapeHtml(user?.email ?? "")}</p>
<p><a href="/sign-out">Sign out</a></p>
</main>
</body>
</html>`);
}

function escapeHtml(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`);
}
