/** What an app or a provider gave for the built-in pages and these will not show. */
import { safeAddress, safeColour, safeImage } from "../pages/safe-values.js";
import type { Theme } from "../types/theme.js";
import type { InternalProvider } from "../types/finished-provider.js";
import type { ProviderStyle } from "../types/provider.js";
import { membersOf } from "../types/members.js";

type Judge = readonly [safe: (value: unknown) => string | undefined, isNot: string];

const colour: Judge = [safeColour, "is no CSS colour"];
const image: Judge = [safeImage, "isn't an http(s) URL, an absolute path or a data:image of at most 100 kB"];

const address: Judge = [safeAddress, "isn't an http(s) URL or an absolute path"];
const ofFooter: Readonly<Record<keyof NonNullable<Theme["footer"]>, Judge>> = {
  terms: address,
  privacy: address,
};

const ofTheme: Readonly<Partial<Record<keyof Theme, Judge>>> = {
  logo: image,
  brandColor: colour,
  buttonText: colour,
};
const ofStyle: Readonly<Partial<Record<keyof ProviderStyle, Judge>>> = {
  logo: image,
  bg: colour,
  brandColor: colour,
};

/** One sentence for each, with its place and without its value, which may be long. */
export function droppedValues(theme: Theme | undefined, providers: readonly InternalProvider[]): string[] {
  return [
    ...judged("theme", theme, ofTheme),
    ...judged("theme.footer", theme?.footer, ofFooter),
    ...providers.flatMap((provider) => {
      const { id, style } = provider as { readonly id: string; readonly style?: ProviderStyle };
      return judged(`provider "${id}": style`, style, ofStyle);
    }),
  ];
}

/** An empty text is how people say that they want none. */
function judged(place: string, given: unknown, judges: Readonly<Record<string, Judge>>): string[] {
  const values = membersOf(given);
  return Object.entries(judges).flatMap(([name, [safe, isNot]]) => {
    const value = values[name] ?? "";
    return value === "" || safe(value) !== undefined ? [] : `${place}.${name} ${isNot}`;
  });
}
