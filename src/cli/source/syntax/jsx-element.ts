import { isDirective, parse, ts, unreadable, visit, type Located } from "./syntax.js";

/** The one element of its name in a file. */
export interface ElementPlace {
  /** Start of its opening tag. */
  readonly start: number;
  /** End of its opening tag. */
  readonly inside: number;
  /** Start of its closing tag. */
  readonly closing: number;
  /** Names of all elements of the file. */
  readonly elements: ReadonlySet<string>;
}

/** Where an element of a file that the server renders has its children. */
export function locateElement(text: string, fileName: string, name: string): Located<ElementPlace> {
  const source = parse(text, fileName);
  const directive = source.statements.filter(isDirective).find((one) => one.getText().includes("use client"));
  if (directive) return unreadable(directive.getStart(), "it is a client component");
  const elements = new Set<string>();
  const found: (ts.JsxElement | ts.JsxSelfClosingElement)[] = [];
  visit(source, (node) => {
    if (!ts.isJsxElement(node) && !ts.isJsxSelfClosingElement(node)) return;
    const tag = (ts.isJsxElement(node) ? node.openingElement : node).tagName.getText();
    elements.add(tag);
    if (tag === name) found.push(node);
  });
  const [element, other] = found;
  if (!element) return unreadable(0, `there is no <${name}> in it`);
  if (other) return unreadable(other.getStart(), `there is more than one <${name}> in it`);
  if (!ts.isJsxElement(element)) return unreadable(element.getStart(), `<${name}> has no children`);
  const { openingElement, closingElement } = element;
  const place = {
    start: element.getStart(),
    inside: openingElement.getEnd(),
    closing: closingElement.getStart(),
    elements,
  };
  return { kind: "found", place };
}
