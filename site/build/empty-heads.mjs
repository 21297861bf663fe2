/** A head of a table without a word in it is none: readers of the page aloud would announce nothing. */
export function emptyHeads(md) {
  md.core.ruler.push("empty-heads", ({ tokens }) => {
    for (let at = 0; at < tokens.length; at += 1) {
      if (tokens[at].type !== "thead_open") continue;
      const end = tokens.findIndex(({ type }, later) => later > at && type === "thead_close");
      const head = tokens.slice(at, end + 1);
      if (head.every(({ type, content }) => type !== "inline" || content.trim() === "")) {
        tokens.splice(at, head.length);
        continue;
      }
      for (const [place, token] of head.entries())
        if (token.type === "th_open" && head[place + 1]?.content.trim() === "")
          token.tag = head[place + 2].tag = "td";
    }
  });
}
