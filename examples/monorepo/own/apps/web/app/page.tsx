import { revalidatePath } from "next/cache";
import { askApi } from "../lib/ask-api";

export const dynamic = "force-dynamic";

interface Ticket {
  readonly id: number;
  readonly text: string;
  readonly by: string;
}

async function add(form: FormData) {
  "use server";
  const body = JSON.stringify({ text: form.get("text") });
  await askApi("/tickets", { method: "POST", headers: { "content-type": "application/json" }, body });
  revalidatePath("/");
}

export default async function Tickets() {
  const tickets: Ticket[] = await (await askApi("/tickets")).json();
  return (
    <main>
      <h1>Tickets</h1>
      <ul>
        {tickets.map(({ id, text, by }) => (
          <li key={id}>
            {text} <small>{by}</small>
          </li>
        ))}
      </ul>
      <form action={add}>
        <input name="text" aria-label="Ticket" required maxLength={200} /> <button>Open</button>
      </form>
    </main>
  );
}
