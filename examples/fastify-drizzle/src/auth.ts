import { existsSync } from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createAuth } from "authwright/fastify";
import Google from "authwright/providers/google";
import { authStore } from "./auth-store.js";

// For local work. Servers set these variables themselves.
if (existsSync(".env")) process.loadEnvFile(".env");

/** `auth.plugin` answers the endpoints, `auth.session` sets `request.auth`, and `auth.require()` guards routes. */
export const auth = createAuth({
  adapter: authStore,
  providers: [Google],
  callbacks: {
    // The app asks by this id whose books they are.
    session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }),
  },
  theme: { name: "Reading List" },
  // The built-in pages, such as /sign-in, at addresses of the app. Without the option: below /auth.
  pageAddresses: true,
});

/** An example of a guarded page. */
export async function dashboardPage(request: FastifyRequest, reply: FastifyReply) {
  const user = request.auth?.user;
  return reply.type("text/html").send(`<!doctype html>
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
