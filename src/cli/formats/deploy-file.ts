/** Files of platforms and containers: Dockerfile, compose, fly.toml and the like. */

const deployFile =
  /^(?:Dockerfile.*|.*\.Dockerfile|docker-compose.*\.ya?ml|compose.*\.ya?ml|fly\.toml|render\.yaml|vercel\.json|app\.ya?ml|railway\.(?:json|toml)|wrangler\.(?:toml|jsonc?)|Procfile|ecosystem\.config\.c?js)$/;

/** Whether a file of this name may hold variables of a deployment. */
export const isDeployFile = (name: string): boolean => deployFile.test(name);

const serverImage =
  /^(?:postgres|postgis|pgvector|mysql|mariadb|redis|valkey|mongo|mailpit|mailhog|adminer)(?:[:@]|$)/;

/** Whether a compose file holds nothing of the app: only servers that it uses, such as a database for local work. */
export function holdsServersOnly(name: string, text: string): boolean {
  if (!/compose.*\.ya?ml$/.test(name) || /^[ \t]+build:/m.test(text)) return false;
  const images = [...text.matchAll(/^[ \t]+image:[ \t]*["']?(?:[^\s"':@]+\/)?([^\s"'/]+)/gm)];
  return images.length > 0 && images.every(([, image = ""]) => serverImage.test(image));
}

/** Whether a variable gets a value, in whatever manner these files write it: `- key: NAME` with `value` below it, too. */
export const setsVariable = (text: string, name: string): boolean =>
  new RegExp(`\\b${name}\\b["']?(?:\\s*[=:]|\\s+value:|(?<=^ENV \\w+) )\\s*["']?[^\\s"']`, "m").test(text);

/** Whether code, or a file that a tool reads, names a variable. */
export const namesVariable = (text: string, name: string): boolean => text.split(/\W+/).includes(name);

/**
 * Whether a compose file lists AUTH_SECRET for the app, and not this successor of it: a container gets what is listed
 * alone. Other files either hold values themselves or know nothing of variables.
 */
export const leavesOut = (file: string, text: string, name: string): boolean =>
  composeFile.test(file) &&
  /^[ \t-]*["']?AUTH_SECRET["']?[ \t]*(?:[:=]|$)/m.test(text) &&
  !/^[ \t]+env_file:/m.test(text) &&
  !namesVariable(text, name);

const composeFile = /^(?:docker-)?compose.*\.ya?ml$/;

/** The line that hands a variable on, where it is set: in a list, or in a map, as AUTH_SECRET stands there. */
export const handedOn = (text: string, name: string): string =>
  /^[ \t]*-[ \t]*["']?AUTH_SECRET\b/m.test(text) ? `- ${name}` : `${name}: "\${${name}:-}"`;

/** A secret of the sign-in that is written out: its name and its place. */
export function secretIn(text: string): { readonly name: string; readonly offset: number } | undefined {
  const match =
    /\b((?:AUTH|NEXTAUTH)_(?:\w+_)?SECRET(?:_[123])?)["']?(?:[ \t]*[=: ]|\s+value:)[ \t]*["']?([^\s"'$#{][^\s"']{5,})/.exec(
      text,
    );
  return match?.[1] === undefined ? undefined : { name: match[1], offset: match.index };
}
