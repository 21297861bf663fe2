import { desc, eq } from "drizzle-orm";
import { revalidatePath } from "next/cache";
import { db } from "@/lib/db";
import { projects } from "@/lib/schema";
import { auth } from "@/auth";

interface Props {
  params: Promise<{ team: string }>;
}

export default async function Projects({ params }: Props) {
  const { team } = await params;
  const { organization } = await auth.require({ organization: { slug: team } });
  const ofTeam = eq(projects.team, organization?.id ?? "");
  const list = await db.select().from(projects).where(ofTeam).orderBy(desc(projects.id));

  async function add(form: FormData) {
    "use server";
    // An action is a request of its own: who was removed since the page was drawn gets 404.
    const guard = { organization: { slug: team }, can: "project:add" } as const;
    const { organization } = await auth.require(guard);
    const title = String(form.get("title") ?? "").trim().slice(0, 200);
    if (title === "") return;
    await db.insert(projects).values({ team: organization?.id ?? "", title });
    revalidatePath(`/teams/${team}`);
  }

  return (
    <main>
      <h1>Projects of {organization?.name}</h1>
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
        <a href={`/organizations/${team}`}>Members</a>, <a href="/">all teams</a>
      </p>
    </main>
  );
}
