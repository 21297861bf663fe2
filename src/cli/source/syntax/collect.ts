import { visit, type ts } from "./syntax.js";

/** What `read` finds at the nodes of a tree, from the outside in and in the order of the text. */
export function collect<T>(root: ts.Node, read: (node: ts.Node) => readonly T[]): T[] {
  const found: T[] = [];
  visit(root, (node) => {
    found.push(...read(node));
  });
  return found;
}

/** Whether a node, or one inside it, is what is looked for. */
export function holds(root: ts.Node, is: (node: ts.Node) => boolean): boolean {
  let isFound = false;
  visit(root, (node) => {
    isFound ||= is(node);
  });
  return isFound;
}
