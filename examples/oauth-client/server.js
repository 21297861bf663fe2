import express from "express";
import { routes } from "./login.js";
import { sessionOf } from "./sessions.js";

const entries = [{ by: "Robin", text: "What a view!" }];

const app = express();
app.use(routes);

app.get("/", (req, res) => {
  const session = sessionOf(req, res);
  session.visits += 1;
  res.send(page(session));
});

app.post("/entries", express.urlencoded(), (req, res) => {
  const { user } = sessionOf(req, res);
  if (user === undefined) return res.redirect("/login");
  const text = String(req.body?.text ?? "").slice(0, 200);
  if (text !== "") entries.unshift({ by: user.name ?? "A guest", text });
  res.redirect("/");
});

app.listen(process.env.PORT ?? 3000);

const escapeHtml = (text) => text.replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`);

const form = `<form method="post" action="/entries">
<input name="text" aria-label="Entry" placeholder="How was it?" required maxlength="200">
<button>Write</button>
</form>`;

const signIn = `<p><a href="/login">Sign in with GitHub</a> to write something.</p>`;
const signOut = `<form method="post" action="/logout"><button>Sign out</button></form>`;

const page = ({ visits, user }) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The hut's guestbook</title>
<style>
body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; font: 1.1rem/1.6 Georgia, serif; background: #f5f1e8; color: #333; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid #b08; }
input, button { padding: 0.4rem; font: inherit; }
</style>
<h1>The hut's guestbook</h1>
<p>Visits: ${visits}</p>
${user ? `<p>Welcome, ${escapeHtml(user.name ?? user.id)}</p>${form}${signOut}` : signIn}
${entries.map(({ by, text }) => `<blockquote>${escapeHtml(text)}<br><small>${escapeHtml(by)}</small></blockquote>`).join("\n")}
</html>`;
