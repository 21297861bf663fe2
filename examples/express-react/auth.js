import { createAuth } from "authwright/express";
import GitHub from "authwright/providers/github";

// Proxies in front of the app where it is deployed: their number, such as 1, or their addresses. Unset: none is trusted.
const proxies = process.env.TRUST_PROXY || "0";
export const trustProxy = /^\d+$/.test(proxies) ? Number(proxies) : proxies;

/** `auth.handler` answers the endpoints, `auth.session` sets `req.auth`, and `auth.require()` guards routes. */
export const auth = createAuth({
  providers: [GitHub],
  theme: { name: "Notes" },
  // The built-in pages, such as /sign-in, at addresses of the app. Without the option: below /auth.
  pageAddresses: true,
});

/** An example of a guarded page. */
export function dashboardPage(req, res) {
  const user = req.auth?.user;
  res.send(`<!doctype html>
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

function escapeHtml(text) {
  return text.replace(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`);
}
