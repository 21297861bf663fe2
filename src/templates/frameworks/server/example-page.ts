/** The example of a guarded page in an auth file. */
export interface ExamplePage {
  /** Its function. */
  readonly name: string;
  readonly address: string;
}

/** @param address where an example of this version stands */
export function exampleIn(auth: string, address: string): ExamplePage | undefined {
  if (auth.includes("dashboardPage")) return { name: "dashboardPage", address };
  // As earlier versions wrote it.
  return auth.includes("accountPage") ? { name: "accountPage", address: "/account" } : undefined;
}

/** Whether an auth file wants its built-in pages answered outside of the path of the endpoints. */
export const hasOwnAddresses = (auth: string): boolean => auth.includes("pageAddresses");
