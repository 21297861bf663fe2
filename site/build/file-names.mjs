/** The file that a block of code stands for, above it: ```ts src/auth.ts */
export function fileNames(md) {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, at, options, env, self) => {
    const [, file] = /^\w+ (\S+)$/.exec(tokens[at].info.trim()) ?? [];
    const drawn = fence(tokens, at, options, env, self);
    if (file === undefined || file.startsWith("[")) return drawn;
    return `<div class="file-name">${md.utils.escapeHtml(file)}</div>${drawn}`;
  };
}
