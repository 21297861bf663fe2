export const Page = (props: { links: ReadonlyMap<string, string> }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Short links</title>
      <style>{`body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; font: 1.1rem/1.6 system-ui; background: #f4f0fa; color: #324; }
input, button { padding: 0.4rem; font: inherit; }`}</style>
    </head>
    <body>
      <h1>Short links</h1>
      <form method="post" action="/links">
        <input name="url" type="url" aria-label="Address" placeholder="https://…" required />
        <button>Shorten</button>
      </form>
      <ul>
        {[...props.links].map(([name, url]) => (
          <li>
            <a href={`/to/${name}`}>/to/{name}</a> {url}
          </li>
        ))}
      </ul>
    </body>
  </html>
);
