import { eq } from "drizzle-orm";
import Fastify from "fastify";
import { db } from "./db.js";
import { page } from "./page.js";
import { books } from "./schema.js";

const app = Fastify();

app.get("/", async (_request, reply) => {
  const reader = "everybody";
  const list = await db.select().from(books).where(eq(books.reader, reader));
  return reply.type("text/html; charset=utf-8").send(page(reader, list));
});

const body = {
  type: "object",
  required: ["title"],
  properties: { title: { type: "string", minLength: 1, maxLength: 200 } },
};

app.post<{ Body: { title: string } }>("/books", { schema: { body } }, async (request, reply) => {
  const reader = "everybody";
  await db.insert(books).values({ title: request.body.title, reader });
  return reply.code(201).send({});
});

await app.listen({ port: Number(process.env.PORT ?? 3000) });
