import { auth } from "../auth";

/** An example of a guarded page. */
export default defineEventHandler(async (event) => {
  const { user } = await auth.require(event);
  setResponseHeader(event, "content-type", "text/html; charset=utf-8");
  return `<!doctype html>
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
</html>`;
});

function escapeHtml(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`);
}
