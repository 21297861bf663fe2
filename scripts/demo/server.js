import { createServer } from "node:http";
import express from "express";

const app = express();

app.get("/", (req, res) => {
  const user = res.locals.session?.user;
  res.send(page(user ? signedIn(user) : stranger(), happened()));
});

/** What the browser asked of /auth in the last sign-in, and which cookies came back: by name, never a value. */
const steps = [];

function record({ method, url }, res) {
  const [path] = url.split("?");
  if (!path.startsWith("/auth/") || path === "/auth/session") return;
  if (method === "POST" && path.startsWith("/auth/signin")) steps.length = 0;
  const at = new Date();
  res.on("finish", () => {
    const cookies = [res.getHeader("set-cookie") ?? []].flat().map((line) => {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      return `${value === "" || /max-age=0/i.test(line) ? "drops" : "sets"} ${name}`;
    });
    steps.push({ at, what: `${method} ${path}`, status: res.statusCode, cookies });
    if (steps.length > 12) steps.shift();
  });
}

const port = Number(process.env.PORT ?? 3000);
createServer((req, res) => {
  record(req, res);
  app(req, res);
}).listen(port);

const stranger = () => `
  <p class="lead">Nobody is signed in. This is the configuration that <code>auth init</code> wrote; it also put the endpoints and a guarded page into <code>server.js</code>.</p>
  <p><a class="button" href="/auth/signin?callbackUrl=%2F">Sign in</a> <a href="/dashboard">or open the guarded page</a> · <a href="/sign-up">sign up by email and password</a>: <code>auth dev</code> catches the mail</p>
  <pre>import { createAuth } from "authwright/express";
import GitHub from "authwright/providers/github";

export const auth = createAuth({
  providers: [GitHub],
});</pre>`;

const signedIn = ({ name, email, image }) => `
  <div class="user">
    ${image ? `<img src="${escape(image)}" alt="" width="56" height="56">` : ""}
    <div><strong>${escape(name ?? "")}</strong><br>${escape(email ?? "")}</div>
  </div>
  <p class="links"><a class="button" href="/account">Your account</a> <a href="/two-factor-set-up">Two-step sign-in</a> <a href="/dashboard">The guarded page</a> <a href="/auth/signout">Sign out</a></p>`;

const happened = () =>
  steps.length === 0
    ? `<p>Sign in, and every step shows here: what your browser asked, and which cookies came and went.</p>`
    : `<ol>${steps
        .map(
          ({ at, what, status, cookies }) =>
            `<li><time>${at.toTimeString().slice(0, 8)}</time> <code>${escape(what)}</code> <b>${status}</b>${cookies
              .map((cookie) => `<br><small>${escape(cookie)}</small>`)
              .join("")}</li>`,
        )
        .join("")}</ol>`;

const page = (who, timeline) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lantern, a demo shop</title>
<style>
:root{color-scheme:light dark;--ink:#1d1f27;--soft:#5c6070;--paper:#f4f5f9;--card:#fff;--line:#d9dce6;--accent:#3949ab;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#eef0f7;--soft:#a9afc2;--paper:#12141b;--card:#1c1f29;--line:#343949;--accent:#a5b4fc;--on:#12141b}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
header,main{max-width:64rem;margin:0 auto;padding:1.5rem}
h1{margin:0;font-size:1.75rem;letter-spacing:-.02em}h2{margin:0 0 .75rem;font-size:1.125rem}
header p,.soft,small{color:var(--soft);margin:.25rem 0 0}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1.25rem;padding-top:0}
section{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.5rem;min-width:0}
.lead{margin-top:0}.button{display:inline-block;padding:.65rem 1.25rem;margin-inline-end:.75rem;border-radius:.6rem;background:var(--accent);color:var(--on);text-decoration:none;font-weight:600}
a{color:var(--accent)}a:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
pre{overflow-x:auto;margin:1rem 0 0;padding:1rem;border-radius:.6rem;background:var(--paper);font-size:.8125rem}
.links{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}.links .button{margin:0}
.user{display:flex;gap:1rem;align-items:center;margin-bottom:1.25rem}.user img{border-radius:50%}
ol{margin:0;padding-left:1.25rem}li{margin:.35rem 0;overflow-wrap:anywhere}time{color:var(--soft)}
</style>
</head>
<body>
<header><h1>Lantern</h1><p>A demo shop. GitHub is simulated on this machine: choose an invented user, or let something go wrong.</p></header>
<main>
<section aria-labelledby="who"><h2 id="who">Who is here</h2>${who}</section>
<section aria-labelledby="what"><h2 id="what">The sign-in, as this app saw it</h2>${timeline}
${process.env.AUTH_DEV_IDP ? `<p class="soft">The provider's side: <a href="${process.env.AUTH_DEV_IDP.replace("127.0.0.1", "localhost")}">auth dev</a></p>` : ""}</section>
</main>
</body>
</html>`;

const escape = (text) => String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
