/** Files that a server sends as they are, before any code of the app runs. */
import { covers, type ProtectContext } from "./protected-path.js";

/** Says which files below the paths stay open. @param folder such as `static/` */
export function leavePublicFiles({ builder, paths }: ProtectContext, folder: string): void {
  const { facts } = builder;
  const open = (at: string): void => {
    for (const name of facts.files.list(at)) {
      const file = at + name;
      const address = `/${file.slice(folder.length)}`;
      if (name.endsWith("/")) open(file);
      else if (paths.some((one) => covers(one, address)))
        builder.leave(
          `${file} is sent to everybody at ${address}, before the guard: move it out of ${folder}, and answer it by code`,
        );
    }
  };
  open(folder);
}
