import { desc, eq } from "drizzle-orm";
import { revalidatePath } from "next/cache";
import { db } from "@/lib/db";
import { projects } from "@/lib/schema";

interface Props {
  params: Promise<{ team: string }>;
}

export default async function Projects({ params }: Props) {
  const { team } = await params;
  const list = await db.select().from(projects).where(eq(projects.team, team)).orderBy(desc(projects.id));

  async function add(form: FormData) {
    "use server";
    const title = String(form.get("title") ?? "").trim().slice(0, 200);
    if (title === "") return;
    await db.insert(projects).values({ team, title });
    revalidatePath(`/teams/${team}`);
  }

  return (
    <main>
      <h1>Projects</h1>
      <form action={add}>
        <input name="title" aria-label="Title" placeholder="Another project" required maxLength={200} />{" "}
        <button>Add</button>
      </form>
      <ul>
        {list.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <p>
        <a href="/">All teams</a>
      </p>
    </main>
  );
}
