import { revalidatePath } from "next/cache";
import { auth, signIn, signOut } from "../auth";

// In memory: a real app keeps them in a database.
const wishes = [{ text: "A longer summer", by: "Robin" }];

async function add(form: FormData) {
  "use server";
  const session = await auth();
  if (!session?.user) return signIn();
  wishes.push({ text: String(form.get("text")).slice(0, 200), by: session.user.name ?? "Somebody" });
  revalidatePath("/");
}

async function leave() {
  "use server";
  await signOut({ redirectTo: "/" });
}

async function enter() {
  "use server";
  await signIn("github", { redirectTo: "/" });
}

export default async function Wishes() {
  const session = await auth();
  return (
    <main>
      <h1>Wishes</h1>
      <ul>
        {wishes.map(({ text, by }) => (
          <li key={text}>
            {text} <small>{by}</small>
          </li>
        ))}
      </ul>
      {session?.user ? (
        <>
          <form action={add}>
            <input name="text" aria-label="Wish" required maxLength={200} /> <button>Wish</button>
          </form>
          <form action={leave}>
            <button>Sign out {session.user.name}</button>
          </form>
        </>
      ) : (
        <form action={enter}>
          <button>Sign in with GitHub</button>
        </form>
      )}
    </main>
  );
}
