interface SvgElement {
  children: SvgElement[];
  references: string[];
}

/** Maximum depth of nested elements and references in an SVG. Anything deeper counts as infinitely many elements. */
const maxDepth = 300;

/**
 * Counts the elements that a renderer must draw for an SVG, with every reference (`use`, patterns, masks and others)
 * expanded. Nested references grow exponentially, so a small file can occupy a renderer for many seconds.
 * @param svg Well-formed, with `>` escaped in attributes, as `sanitiseSvg` writes it.
 * @returns Infinity for cyclic references and for nesting that is too deep.
 */
export function countDrawnSvgElements(svg: string): number {
  const { root, byId } = parseElements(svg);
  const counts = new Map<SvgElement, number>();
  const countOf = (element: SvgElement, depth: number): number => {
    const known = counts.get(element);
    if (known !== undefined) return known;
    if (depth > maxDepth) return Number.POSITIVE_INFINITY;
    // An element that is reached again while it is being counted contains a reference to itself.
    counts.set(element, Number.POSITIVE_INFINITY);
    let count = 1;
    for (const child of element.children) count += countOf(child, depth + 1);
    for (const id of element.references) {
      const target = byId.get(id);
      if (target) count += countOf(target, depth + 1);
    }
    counts.set(element, count);
    return count;
  };
  return countOf(root, 0);
}

function parseElements(svg: string): { root: SvgElement; byId: Map<string, SvgElement> } {
  const root: SvgElement = { children: [], references: [] };
  const byId = new Map<string, SvgElement>();
  const open = [root];
  for (const [, closing, attributes = ''] of svg.matchAll(/<(\/?)[\w:]([^<>]*)>/g)) {
    if (closing) {
      if (open.length > 1) open.pop();
      continue;
    }
    const element: SvgElement = { children: [], references: referencesIn(attributes) };
    open.at(-1)?.children.push(element);
    const id = /\sid="([^"]*)"/.exec(attributes)?.[1];
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    if (!attributes.endsWith('/')) open.push(element);
  }
  return { root, byId };
}

const referencesIn = (attributes: string): string[] =>
  [...attributes.matchAll(/href="\s*#([^"\s]*)|url\(\s*(?:&quot;|')?#([^)'"&\s]*)/g)].map(
    ([, href, url]) => href ?? url ?? '',
  );
