import { revalidatePath } from "next/cache";
import { auth } from "../auth";
import { prisma } from "../lib/db";

export const dynamic = "force-dynamic";

const asMoney = (cents: number) => (cents / 100).toFixed(2);

async function add(form: FormData) {
  "use server";
  const { user } = await auth.require({ redirectTo: "/" });
  const what = String(form.get("what") ?? "").trim().slice(0, 200);
  const cents = Math.round(Number(form.get("amount")) * 100);
  if (what === "" || !(cents > 0 && cents < 1e9)) return;
  await prisma.expense.create({ data: { what, cents, userId: user.id } });
  revalidatePath("/");
}

export default async function Expenses() {
  const { user } = await auth.require({ redirectTo: "/" });
  const where = { userId: user.id };
  const expenses = await prisma.expense.findMany({ where, orderBy: { paidAt: "desc" }, take: 50 });
  return (
    <main>
      <h1>Expenses</h1>
      <p>
        {user.name ?? user.email}: <a href="/account">your account</a>, <a href="/sign-out">sign out</a>
      </p>
      <form action={add}>
        <input name="what" aria-label="What" placeholder="What was paid" required maxLength={200} />{" "}
        <input name="amount" aria-label="Amount" type="number" min="0.01" step="0.01" required />{" "}
        <button>Add</button>
      </form>
      <ul>
        {expenses.map(({ id, what, cents }) => (
          <li key={id}>
            {what} <b>{asMoney(cents)}</b>
          </li>
        ))}
      </ul>
    </main>
  );
}
