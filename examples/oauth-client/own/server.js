import express from "express";
import { sessionOf } from "./sessions.js";

const entries = [{ by: "Robin", text: "What a view!" }];

const app = express();

app.get("/", (req, res) => {
  const session = sessionOf(req, res);
  session.visits += 1;
  res.send(page(session));
});

app.post("/entries", express.urlencoded(), (req, res) => {
  const by = "A guest";
  const text = String(req.body?.text ?? "").slice(0, 200);
  if (text !== "") entries.unshift({ by, text });
  res.redirect("/");
});

app.listen(process.env.PORT ?? 3000);

const escapeHtml = (text) => text.replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`);

const form = `<form method="post" action="/entries">
<input name="text" aria-label="Entry" placeholder="How was it?" required maxlength="200">
<button>Write</button>
</form>`;

const page = ({ visits }) => `<!doctype html>
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
${form}
${entries.map(({ by, text }) => `<blockquote>${escapeHtml(text)}<br><small>${escapeHtml(by)}</small></blockquote>`).join("\n")}
</html>`;
