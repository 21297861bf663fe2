import { eq } from "drizzle-orm";
import Fastify from "fastify";
import { auth, dashboardPage } from "./auth.js";
import { db } from "./db.js";
import { page } from "./page.js";
import { books } from "./schema.js";

const app = Fastify();

app.register(auth.plugin, { prefix: "/auth" });
app.addHook("onRequest", auth.session);
app.addHook("onRequest", auth.require({ path: "/books" }));
app.get("/dashboard", { preHandler: auth.require() }, dashboardPage);

app.get("/", { preHandler: auth.require() }, async (request, reply) => {
  const { id: reader = "", name } = request.auth?.user ?? {};
  const list = await db.select().from(books).where(eq(books.reader, reader));
  return reply.type("text/html; charset=utf-8").send(page(name ?? "", list));
});

const body = {
  type: "object",
  required: ["title"],
  properties: { title: { type: "string", minLength: 1, maxLength: 200 } },
};

app.post<{ Body: { title: string } }>("/books", { schema: { body } }, async (request, reply) => {
  const reader = request.auth?.user?.id ?? "";
  await db.insert(books).values({ title: request.body.title, reader });
  return reply.code(201).send({});
});

await app.listen({ port: Number(process.env.PORT ?? 3000) });
