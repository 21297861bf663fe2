/** What this process remembers belongs to one test, as if each had a process of its own. */
import { beforeEach } from "vitest";
import { forget } from "./process-memory.js";

beforeEach(forget);
