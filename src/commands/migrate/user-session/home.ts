/** `server/auth.ts` for an app of nuxt-auth-utils: its providers, and what its sessions hold of a person. */
import { packageName } from "../../../cli/formats/own-package.js";
import { requote, type TextStyle } from "../../../cli/source/text/text-style.js";
import type { OAuthHandler } from "./handler.js";

/** A place of the environment where the old module looked by itself. */
const variable = (name: string, member: "ID" | "SECRET"): string =>
  `process.env.NUXT_OAUTH_${name.toUpperCase()}_CLIENT_${member}`;

/** @param isTyped the app is written in TypeScript */
export function homeText(handlers: readonly OAuthHandler[], style: TextStyle, isTyped: boolean): string {
  const lines = [
    `import { createAuth } from "${packageName}/nuxt/server";`,
    ...handlers.map(({ name, id }) => {
      const names = isTyped ? `${name}, { type ${name}Profile }` : name;
      return `import ${names} from "${packageName}/providers/${id}";`;
    }),
    "",
    ...handlers.flatMap((one) => userOf(one, isTyped)),
    "export const auth = createAuth({",
    "  secret: process.env.NUXT_SESSION_PASSWORD,",
    "  providers: [",
    ...handlers.flatMap(({ name, client }) => [
      `    ${name}({`,
      `      clientId: ${client.clientId ?? variable(name, "ID")},`,
      `      clientSecret: ${client.clientSecret ?? variable(name, "SECRET")},`,
      "    }),",
    ]),
    "  ],",
    "  callbacks: {",
    ...callbacks(handlers, isTyped).map((line) => `    ${line}`),
    "  },",
    "});",
    "",
  ];
  return lines.map((line) => styled(line, style)).join(style.eol);
}

const nameOf = ({ id }: OAuthHandler): string => `${id}User`;

function userOf(handler: OAuthHandler, isTyped: boolean): string[] {
  const { name, user } = handler;
  const parameter = isTyped ? `(${user.parameter}: ${name}Profile)` : `(${user.parameter})`;
  const plain = outdented(user.code);
  const code = plain.startsWith("{") ? `(${plain})` : plain;
  return [
    `/** What the session holds of who comes from ${name}. */`,
    `const ${nameOf(handler)} = ${parameter} => ${code};`,
    "",
  ];
}

/** A line of ours, with two blanks a level, in the manner of the project. */
function styled(line: string, { indent, quote, semicolons }: TextStyle): string {
  const code = line.trimStart();
  const depth = (line.length - code.length) / 2;
  const end = !semicolons && code.endsWith(";") ? code.length - 1 : code.length;
  return indent.repeat(depth) + requote(code.slice(0, end), quote);
}

/** Code over several lines, as it reads at the top of a file. */
function outdented(code: string): string {
  const last = code.slice(code.lastIndexOf("\n") + 1);
  const indent = last.slice(0, last.length - last.trimStart().length);
  return indent === "" || last === code ? code : code.replaceAll(`\n${indent}`, "\n");
}

/** A token holds what the session shows, from the sign-in on. */
function callbacks(handlers: readonly OAuthHandler[], isTyped: boolean): string[] {
  const type = handlers.map((one) => `ReturnType<typeof ${nameOf(one)}>`).join(" | ");
  const user = isTyped ? `(token["user"] as ${type})` : 'token["user"]';
  return [
    "jwt({ token, account, profile }) {",
    ...handlers.map((one) => {
      const profile = isTyped ? `profile as unknown as ${one.name}Profile` : "profile";
      return `  if (account?.provider === "${one.id}") return { ...token, user: ${nameOf(one)}(${profile}) };`;
    }),
    "  return token;",
    "},",
    `session: ({ session, token }) => ({ ...session, user: { ...session.user, ...${user} } }),`,
  ];
}
