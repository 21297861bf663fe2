/** A page for each provider, out of the pages that hold those of one letter. */

const ofLetter = /^docs\/providers\/(?!README)[^/]+\.md$/;

/**
 * @returns {{ pages: { source: string, file: string, text: string, isPart?: true }[], anchors: Map<string, string> }}
 *   `anchors`: where a heading of a letter's page went
 */
export function splitProviders(sources) {
  const anchors = new Map();
  const pages = sources.flatMap((page) => {
    if (!ofLetter.test(page.source)) return [page];
    return page.text
      .split(/^(?=## )/m)
      .slice(1)
      .map((part) => {
        const [, id = ""] = /^## (\S+)$/m.exec(part) ?? [];
        anchors.set(`${page.source}#${id}`, `providers/${id}`);
        const name = /^\| name \| (.+) \|$/m.exec(part)?.[1] ?? id;
        return {
          source: page.source,
          file: `providers/${id}.md`,
          text: providerPage(id, name, part),
          description: `Sign in with ${name}: callback URL, variables, scopes, options and quirks.`,
          isPart: true,
        };
      });
  });
  return { pages, anchors };
}

function providerPage(id, name, part) {
  const body = part.replace(/^## .*\n/, "").replaceAll(/^###/gm, "##");
  return `# Sign in with ${name}

<ProviderMark ${id}>

One command adds it to your app:

\`\`\`sh
npx auth add-provider ${id}
\`\`\`

${body}`;
}
