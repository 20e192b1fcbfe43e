import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';

interface StyledTextRun {
  text: string;
  isBold: boolean;
  isItalic: boolean;
}

/**
 * A block of text in a PDF. `marker` is the list marker before the block; `depth` is the number of enclosing lists and
 * quotes.
 */
export interface HtmlTextBlock {
  kind: 'heading' | 'text' | 'rule';
  /** Level of a heading from 1 to 6; 0 for any other block. */
  level: number;
  depth: number;
  marker: string;
  runs: StyledTextRun[];
}

interface Context {
  isBold: boolean;
  isItalic: boolean;
  depth: number;
  /** State of the list that is being parsed; `nextNumber` is null for an unordered list. */
  list: { nextNumber: number | null } | null;
}

const blockElements = new Set('p div figure figcaption address details summary dt dd caption tr pre'.split(' '));
const boldElements = new Set(['strong', 'b', 'th', 'dt', 'summary', 'caption']);
const italicElements = new Set(['em', 'i', 'cite', 'figcaption']);

/** Converts sanitised HTML to text blocks for a PDF. Images are dropped, and external URLs are written out. */
export function parseHtmlBlocks(html: string): HtmlTextBlock[] {
  const builder = new BlockBuilder();
  builder.addNodes(parseDocument(html).children, { isBold: false, isItalic: false, depth: 0, list: null });
  return builder.blocks.map(trimBlock).filter((block) => block.kind === 'rule' || hasText(block));
}

class BlockBuilder {
  readonly blocks: HtmlTextBlock[] = [];

  addNodes(nodes: readonly ChildNode[], context: Context): void {
    for (const node of nodes) {
      if (isText(node)) this.#addText(node.data.replace(/[ \t\r\n]+/g, ' '), context);
      else if (isTag(node)) this.#addElement(node, context);
    }
  }

  #startBlock(
    kind: HtmlTextBlock['kind'],
    { depth }: Pick<Context, 'depth'>,
    details: Partial<HtmlTextBlock> = {},
  ): void {
    this.blocks.push({ kind, level: 0, depth, marker: '', runs: [], ...details });
  }

  #addText(text: string, { isBold, isItalic, depth }: Context): void {
    const current = this.blocks.at(-1);
    if (!current || current.kind === 'rule') this.#startBlock('text', { depth });
    this.blocks.at(-1)?.runs.push({ text, isBold, isItalic });
  }

  #addElement(element: Element, outer: Context): void {
    const { name, children } = element;
    const context = {
      ...outer,
      isBold: outer.isBold || boldElements.has(name),
      isItalic: outer.isItalic || italicElements.has(name),
    };
    if (name === 'br') this.#addText('\n', outer);
    else if (name === 'hr') this.#startBlock('rule', outer);
    else if (name === 'a') this.#addLink(element, context);
    else if (name === 'ul' || name === 'ol') this.#addList(element, context);
    else if (name === 'blockquote') this.#addQuote(element, context);
    else if (/^h[1-6]$/.test(name)) {
      this.#startBlock('heading', outer, { level: Number(name[1]) });
      this.addNodes(children, context);
      this.#startBlock('text', outer);
    } else if (name === 'li') {
      this.#startBlock('text', outer, { marker: nextMarker(outer) });
      this.addNodes(children, context);
    } else if (name === 'td' || name === 'th') {
      if (hasText(this.blocks.at(-1))) this.#addText(' | ', outer);
      this.addNodes(children, context);
    } else if (blockElements.has(name)) this.#addBlock(element, context);
    else this.addNodes(children, context);
  }

  #addBlock({ name, children }: Element, context: Context): void {
    const current = this.blocks.at(-1);
    // The first paragraph of a list item belongs to the block with the item's marker; later ones start a new block.
    if (current?.marker === '' || hasText(current)) this.#startBlock('text', context);
    this.addNodes(children, context);
    if (name !== 'tr') this.#startBlock('text', context);
  }

  #addLink(element: Element, context: Context): void {
    this.addNodes(element.children, context);
    const target = linkTarget(element);
    if (target) this.#addText(` (${target})`, context);
  }

  #addList(element: Element, context: Context): void {
    const list = { nextNumber: element.name === 'ol' ? listStart(element) : null };
    this.addNodes(element.children, { ...context, depth: context.depth + 1, list });
    this.#startBlock('text', context);
  }

  #addQuote({ children }: Element, context: Context): void {
    const quote = { ...context, depth: context.depth + 1 };
    this.#startBlock('text', quote);
    this.addNodes(children, quote);
    this.#startBlock('text', context);
  }
}

const hasText = (block: HtmlTextBlock | undefined): boolean =>
  block?.runs.some(({ text }) => text.trim() !== '') ?? false;

const listStart = (list: Element): number => Number.parseInt(list.attribs.start ?? '1', 10) || 1;

function nextMarker({ list }: Context): string {
  if (!list || list.nextNumber === null) return '•';
  list.nextNumber += 1;
  return `${list.nextNumber - 1}.`;
}

/** Returns the URL to print after an external link; empty if the link's text already contains it. */
function linkTarget(link: Element): string {
  const href = link.attribs.href ?? '';
  const target = href.replace(/^(mailto|tel):/, '');
  const isElsewhere = /^(https?:\/\/|mailto:)/.test(href);
  const text = link.children.map((child) => (isText(child) ? child.data : '')).join('');
  return isElsewhere && !text.includes(target) && !target.includes(text.trim() || '\n') ? target : '';
}

/** Removes white space at the ends of a block and around its line breaks. */
function trimBlock(block: HtmlTextBlock): HtmlTextBlock {
  const runs: StyledTextRun[] = [];
  for (const run of block.runs) {
    const before = runs.at(-1)?.text ?? '\n';
    const text = /[ \n]$/.test(before) ? run.text.replace(/^ +/, '') : run.text;
    if (text !== '') runs.push({ ...run, text });
  }
  for (let last = runs.at(-1); last; last = runs.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    runs.pop();
  }
  return { ...block, runs };
}
