/** What is wrong with the layout of a page: text that is cut off, broken, covered, or outside of its place. */
import type { Page } from "playwright-core";

/** @param hasWords the language parts words by blanks */
export const layoutProblems = (page: Page, hasWords: boolean): Promise<string[]> =>
  page.evaluate((partsWords) => {
    interface Piece {
      readonly text: string;
      readonly node: Node;
      readonly parent: Element;
      readonly boxes: readonly DOMRect[];
    }
    const problems: string[] = [];
    const root = document.documentElement;
    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest("script, style") !== null ||
      [element, element.parentElement].some(
        (each) => each !== null && getComputedStyle(each).clipPath !== "none",
      );
    /** Of the letters themselves: boxes of lines may touch each other. */
    const boxesOf = (range: Range, parent: Element): DOMRect[] => {
      const size = Number.parseFloat(getComputedStyle(parent).fontSize) * 0.8;
      return [...range.getClientRects()]
        .filter(({ width }) => width > 0)
        .map(({ x, y, width, height }) => new DOMRect(x, y + (height - size) / 2, width, size));
    };
    const rangeOf = (node: Node, start: number, end: number): Range => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return range;
    };
    const isIn = (inner: DOMRect, outer: DOMRect): boolean =>
      inner.left >= outer.left - 1 &&
      inner.right <= outer.right + 1 &&
      inner.top >= outer.top - 1 &&
      inner.bottom <= outer.bottom + 1;
    const meet = (one: DOMRect, other: DOMRect): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;

    const pieces: Piece[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent ?? "";
      if (parent === null || text.trim() === "" || isHidden(parent)) continue;
      pieces.push({ text: text.trim(), node, parent, boxes: boxesOf(rangeOf(node, 0, text.length), parent) });
    }

    if (root.scrollWidth !== root.clientWidth)
      problems.push(`scrolls by ${root.scrollWidth - root.clientWidth}`);
    for (const element of document.querySelectorAll(".card, .card *")) {
      if (isHidden(element) || getComputedStyle(element).display === "inline" || element.clientWidth === 0)
        continue;
      if (element.matches("svg *, input")) continue;
      if (element.scrollWidth > element.clientWidth + 1)
        problems.push(`too wide: ${element.outerHTML.slice(0, 120)}`);
    }
    for (const { text, node, parent, boxes } of pieces) {
      const frame = parent.closest(".last, button, .button, .card");
      const place = frame?.getBoundingClientRect();
      if (place === undefined || boxes.some((box) => !isIn(box, place))) problems.push(`outside: ${text}`);
      if (!partsWords || parent.closest("code, bdi") !== null) continue;
      for (const word of (node.textContent ?? "").matchAll(/(?<![\p{L}\p{M}\u00ad])[\p{L}\p{M}]{2,}/gu)) {
        const range = rangeOf(node, word.index, word.index + word[0].length);
        if (new Set(boxesOf(range, parent).map(({ top }) => Math.round(top))).size > 1)
          problems.push(`broken: ${word[0]} in ${text}`);
      }
    }
    for (const [at, one] of pieces.entries())
      for (const other of pieces.slice(at + 1))
        if (one.boxes.some((box) => other.boxes.some((its) => meet(box, its))))
          problems.push(`one over the other: ${one.text} and ${other.text}`);
    for (const button of document.querySelectorAll(".field button")) {
      const input = button.parentElement?.querySelector("input");
      if (input === null || input === undefined || isHidden(button)) continue;
      const [field, style] = [input.getBoundingClientRect(), getComputedStyle(input)];
      const left = field.left + Number.parseFloat(style.paddingLeft);
      const right = field.right - Number.parseFloat(style.paddingRight);
      const box = new DOMRect(left, field.top, right - left, field.height);
      if (meet(box, button.getBoundingClientRect())) problems.push(`covers its field: ${button.textContent}`);
    }
    return problems;
  }, hasWords);
