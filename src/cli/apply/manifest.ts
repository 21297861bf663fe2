import path from "node:path";
import { manifestPath, parseGenerated, type GeneratedFile } from "../project/generated.js";
import type { Plan } from "../plan/plan.js";
import { hashOf } from "../project/files.js";
import type { Disk } from "./disk.js";

type Files = Record<string, readonly GeneratedFile[]>;

function read(disk: Disk, root: string): Files {
  const file = path.join(root, manifestPath);
  return disk.isLink(file) ? {} : parseGenerated(disk.read(file)?.toString("utf8")).files;
}

function write(disk: Disk, root: string, files: Files): void {
  const target = path.join(root, manifestPath);
  const temporary = `${target}.tmp`;
  disk.remove(temporary);
  if (Object.keys(files).length === 0) return disk.remove(target);
  disk.writeNew(temporary, `${JSON.stringify({ schemaVersion: 1, files }, null, 1)}\n`, 0o600);
  disk.rename(temporary, target);
}

/** Notes what a plan writes as whole files. What is noted and then not written does no harm: its hash is nowhere. */
export function noteGenerated(disk: Disk, root: string, plan: Plan): void {
  const made = plan.changes.filter(({ generated }) => generated);
  if (made.length === 0) return;
  const files: Files = { ...read(disk, root) };
  for (const { path: file, after } of made) {
    const one = { plan: plan.id, hash: hashOf(after.text), text: after.text };
    files[file] = [...(files[file] ?? []).filter((other) => other.plan !== plan.id), one];
  }
  write(disk, root, files);
}

/** Forgets what a plan wrote, when it is taken back. */
export function forgetGenerated(disk: Disk, root: string, id: string): void {
  const files = read(disk, root);
  const kept = Object.entries(files).flatMap(([file, all]) => {
    const others = all.filter(({ plan }) => plan !== id);
    return others.length > 0 ? [[file, others] as const] : [];
  });
  if (JSON.stringify(kept) !== JSON.stringify(Object.entries(files)))
    write(disk, root, Object.fromEntries(kept));
}
