/** What the page of a user is made with. */
import type { AdapterUser } from "../../types/adapter.js";
import type { ListRow } from "../page-kit/page-model.js";
import type { Ban } from "./bans.js";
import type { AdminPageAsking } from "./view.js";

/** A user with all that the page says. */
export interface UserMaking extends AdminPageAsking {
  readonly user: AdapterUser;
  readonly userId: string;
  /** Nothing of them is changed here. */
  readonly isAdministrator: boolean;
  readonly ban: Ban | undefined;
  readonly rows: readonly ListRow[];
}
