export const dynamic = "force-dynamic";

export default async function Teams() {
  const teams = [{ slug: "everybody", name: "Everybody" }];
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
    </main>
  );
}
