// data file
/** Invented people; each has something that real accounts have and test data forgets. */
export interface SimulatedUser {
  readonly id: string;
  /** The account's number where a provider counts, and the `sub` where it does not. */
  readonly number: number;
  readonly givenName: string;
  readonly familyName: string;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly hasPicture: boolean;
  readonly locale: string;
  /** Why one would choose this one. */
  readonly note: string;
  /** Further members of the profile, such as roles. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

export const simulatedUsers: readonly SimulatedUser[] = [
  {
    id: "mira",
    number: 1048577,
    givenName: "Mira",
    familyName: "Osei",
    username: "mira-osei",
    email: "mira.osei@example.com",
    emailVerified: true,
    hasPicture: true,
    locale: "en-GB",
    note: "everything filled in",
  },
  {
    id: "jonas",
    number: 20771,
    givenName: "Jonas",
    familyName: "Lindqvist",
    username: "jonas",
    email: "Jonas.Lindqvist@Example.com",
    emailVerified: false,
    hasPicture: true,
    locale: "sv",
    note: "e-mail not verified, with capitals",
  },
  {
    id: "zoya",
    number: 900719925,
    givenName: "Зоя",
    familyName: "Ким-О’Нил",
    username: "zoya.kim",
    email: "zoya.kim@example.com",
    emailVerified: true,
    hasPicture: false,
    locale: "ru",
    note: "name in another script, no picture",
  },
];

export const fullName = ({ givenName, familyName }: SimulatedUser): string =>
  `${givenName} ${familyName}`.trim();
