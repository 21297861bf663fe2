import { auth } from "@/auth";

export const dynamic = "force-dynamic";

export default async function Teams() {
  await auth.require({ redirectTo: "/" });
  const teams = await auth.organizations.list();
  return (
    <main>
      <h1>Your teams</h1>
      <ul>
        {teams.map(({ slug, name }) => (
          <li key={slug}>
            <a href={`/teams/${slug}`}>{name}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href="/organizations/new">New team</a>, <a href="/sign-out">sign out</a>
      </p>
    </main>
  );
}
