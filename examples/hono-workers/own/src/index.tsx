import { Hono } from "hono";
import { csrf } from "hono/csrf";
import { Page } from "./page";

// In the memory of one worker; a real app keeps them in KV or D1.
const links = new Map([["hono", "https://hono.dev/"]]);

const app = new Hono();
app.use(csrf());

app.get("/", (c) => c.html(<Page links={links} />));

app.post("/links", async (c) => {
  const url = URL.parse(String((await c.req.formData()).get("url")));
  if (!/^https?:$/.test(url?.protocol ?? "")) return c.text("An address begins with https://", 400);
  const name = crypto.randomUUID().slice(0, 8);
  links.set(name, String(url));
  return c.redirect("/");
});

app.get("/to/:name", (c) => {
  const url = links.get(c.req.param("name"));
  return url === undefined ? c.notFound() : c.redirect(url);
});

export default app;
