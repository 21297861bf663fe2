/** A page of the app's own, which the walk guards by a command. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { writeByHand } from "../everyday/job.js";

export type Framework = "next" | "express" | "hono";

/** `/orders`, for everybody. */
export async function addOrders(folder: string, framework: Framework): Promise<void> {
  if (framework === "next") {
    // A handler: with cacheComponents, as create-next-app has it, `auth protect` leaves pages to their components.
    const lines = `export function GET() {
  return new Response("<h1>Orders</h1>", { headers: { "content-type": "text/html" } });
}
`;
    return writeByHand(folder, { file: "app/orders/route.ts", lines });
  }
  const [file, before, route] =
    framework === "express"
      ? [
          "src/server.ts",
          "app.listen(",
          'app.get("/orders", (_req, res) => void res.send("<h1>Orders</h1>"));',
        ]
      : ["src/index.ts", "serve({", "app.get('/orders', (c) => c.html('<h1>Orders</h1>'))"];
  const text = readFileSync(path.join(folder, file), "utf8");
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
  return writeByHand(folder, { file, instead: before, lines: `${route}\n\n${before}` });
}
