/** What a browser and a network are called where users see them; what tells one user from another is left out. */

const longestUserAgent = 512;

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
];

// In this order: most browsers name others behind themselves.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Vivaldi\//, "Vivaldi"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
  [/curl\//, "curl"],
];

/** @returns `Chrome on Windows`; null where nothing is known of it */
export function deviceOf(userAgent: string | null): string | null {
  const text = (userAgent ?? "").slice(0, longestUserAgent);
  const named = (table: typeof systems) => table.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser === undefined || system === undefined) return browser ?? system ?? null;
  return `${browser} on ${system}`;
}

/** @returns `203.0.113.0/24` or `2001:db8:1::/48`; null where the address is none */
export function addressRangeOf(address: string | undefined): string | null {
  const [plain = ""] = (address ?? "").slice(0, 64).toLowerCase().split("%", 1);
  const dotted = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(plain);
  if (dotted !== null) {
    const bytes = dotted.slice(1).map(Number);
    return bytes.every((byte) => byte < 256) ? `${bytes.join(".")}.0/24` : null;
  }
  if (!/^[\da-f:]+$/.test(plain) || !plain.includes(":")) return null;
  const [head = "", tail] = plain.split("::", 2);
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  if (before.length + after.length > 8) return null;
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after];
  const first = groups.slice(0, 3).map((group) => Number.parseInt(group, 16));
  if (groups.length !== 8 || first.some((group) => !(group <= 0xffff))) return null;
  return `${first.map((group) => group.toString(16)).join(":")}::/48`;
}
