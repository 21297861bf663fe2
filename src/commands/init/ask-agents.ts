import { agentsFile, hasAgentsSection } from "../additions/agents-section.js";
import type { ProjectFiles } from "../../cli/project/files.js";
import type { Prompts } from "../../cli/terminal/prompts.js";

/** Whether AGENTS.md tells of sign-in: asked where there is such a file, and of nobody else without the flag. */
export async function askAgents(files: ProjectFiles, isGiven: boolean, prompts: Prompts): Promise<boolean> {
  if (isGiven || !prompts.interactive || files.read(agentsFile) === undefined || hasAgentsSection(files))
    return isGiven;
  const choices = [
    { value: "yes", label: `Yes, in ${agentsFile}` },
    { value: "no", label: "No" },
  ];
  const answer = await prompts.select(
    { message: "Tell coding agents how sign-in works here?", flag: "--agents", initial: "yes" },
    choices,
  );
  return answer === "yes";
}
