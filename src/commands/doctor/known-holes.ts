/** Versions of next-auth and @auth/core with a known hole: docs/security/advisories.md says what each of them is. */

/** Until when advisories were looked for. */
export const holesAsOf = "2026-11-25";

export interface KnownHole {
  readonly id: string;
  /** Ranges of the affected versions, by package. */
  readonly affected: Readonly<Partial<Record<"next-auth" | "@auth/core", string>>>;
}

export const knownHoles: readonly KnownHole[] = [
  {
    id: "GHSA-7rqj-j65f-68wh",
    affected: {
      "@auth/core": ">=0.1.0 <0.41.3",
      "next-auth": ">=4.10.3 <4.24.15 || >=5.0.0-beta.1 <5.0.0-beta.32",
    },
  },
  { id: "GHSA-8fpg-xm3f-6cx3", affected: { "next-auth": ">=5.0.0-beta.0 <5.0.0-beta.32" } },
  {
    id: "GHSA-xmf8-cvqr-rfgj",
    affected: {
      "@auth/core": ">=0.1.0 <0.41.3",
      "next-auth": ">=4.0.6 <4.24.15 || >=5.0.0-beta.0 <5.0.0-beta.32",
    },
  },
  {
    id: "GHSA-x445-f3h2-j279",
    affected: { "@auth/core": "<0.41.3", "next-auth": "<4.24.15 || >=5.0.0-beta.1 <5.0.0-beta.32" },
  },
  {
    id: "GHSA-5jpx-9hw9-2fx4",
    affected: { "next-auth": "<4.24.12 || >=5.0.0-beta.0 <5.0.0-beta.30" },
  },
  { id: "GHSA-v64w-49xw-qq89", affected: { "next-auth": "<4.24.5" } },
  { id: "GHSA-7r7x-4c4q-c4qf", affected: { "next-auth": "<4.20.1" } },
];
