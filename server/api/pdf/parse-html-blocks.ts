import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';

/** A piece of text as it looks. */
export interface TextRun {
  text: string;
  isBold: boolean;
  isItalic: boolean;
}

/** What stands on a line of its own. `mark` is what a list puts before it; `depth` counts the lists and quotes around. */
export interface TextBlock {
  kind: 'heading' | 'text' | 'rule';
  /** Of a heading, 2 to 6. */
  level: number;
  depth: number;
  marker: string;
  runs: TextRun[];
}

interface Context {
  isBold: boolean;
  isItalic: boolean;
  depth: number;
  /** The list that we are in: the number of its next item, or null where its items have none. */
  next: { number: number | null } | null;
}

const blocks = new Set('p div figure figcaption address details summary dt dd caption tr pre'.split(' '));
const bold = new Set(['strong', 'b', 'th', 'dt', 'summary', 'caption']);
const italic = new Set(['em', 'i', 'cite', 'figcaption']);

/** Sanitised HTML as a row of blocks, for paper: pictures are left out, and a link says where it leads. */
export function parseHtmlBlocks(html: string): TextBlock[] {
  const made: TextBlock[] = [];
  const begin = (kind: TextBlock['kind'], place: Context, more: Partial<TextBlock> = {}) =>
    made.push({ kind, level: 0, depth: place.depth, marker: '', runs: [], ...more });

  const write = (text: string, { isBold, isItalic, depth }: Context) => {
    if (!made.at(-1) || made.at(-1)?.kind === 'rule') begin('text', { isBold, isItalic, depth, next: null });
    made.at(-1)?.runs.push({ text, isBold, isItalic });
  };

  const walk = (nodes: readonly ChildNode[], place: Context): void => {
    for (const node of nodes) {
      if (isText(node)) write(node.data.replace(/[ \t\r\n]+/g, ' '), place);
      else if (isTag(node)) element(node, place);
    }
  };

  const element = (node: Element, place: Context): void => {
    const { name, children } = node;
    const inside = {
      ...place,
      isBold: place.isBold || bold.has(name),
      isItalic: place.isItalic || italic.has(name),
    };
    if (name === 'br') write('\n', place);
    else if (name === 'hr') begin('rule', place);
    else if (/^h[1-6]$/.test(name)) {
      begin('heading', place, { level: Number(name[1]) });
      walk(children, inside);
      begin('text', place);
    } else if (name === 'ul' || name === 'ol') {
      walk(children, { ...inside, depth: place.depth + 1, next: { number: name === 'ol' ? listStart(node) : null } });
      begin('text', place);
    } else if (name === 'li') {
      begin('text', place, { marker: nextMarker(place) });
      walk(children, inside);
    } else if (name === 'blockquote') {
      begin('text', { ...place, depth: place.depth + 1 });
      walk(children, { ...inside, depth: place.depth + 1 });
      begin('text', place);
    } else if (blocks.has(name)) {
      // The first paragraph of an item stands beside its mark.
      if (made.at(-1)?.marker === '' || hasText(made.at(-1))) begin('text', place);
      walk(children, inside);
      if (name !== 'tr') begin('text', place);
    } else if (name === 'td' || name === 'th') {
      if (hasText(made.at(-1))) write(' | ', place);
      walk(children, inside);
    } else {
      walk(children, inside);
      const target = name === 'a' ? linkTarget(node) : '';
      if (target) write(` (${target})`, place);
    }
  };

  walk(parseDocument(html).children, { isBold: false, isItalic: false, depth: 0, next: null });
  return made.map(trimBlock).filter((block) => block.kind === 'rule' || hasText(block));
}

const hasText = (block: TextBlock | undefined): boolean => block?.runs.some(({ text }) => text.trim() !== '') ?? false;

const listStart = (list: Element): number => Number.parseInt(list.attribs.start ?? '1', 10) || 1;

function nextMarker({ next }: Context): string {
  if (!next || next.number === null) return '•';
  next.number += 1;
  return `${next.number - 1}.`;
}

/** Where a link leads, if that is elsewhere and the text does not say so itself. */
function linkTarget(link: Element): string {
  const href = link.attribs.href ?? '';
  const target = href.replace(/^(mailto|tel):/, '');
  const isElsewhere = /^(https?:\/\/|mailto:)/.test(href);
  const text = link.children.map((child) => (isText(child) ? child.data : '')).join('');
  return isElsewhere && !text.includes(target) && !target.includes(text.trim() || '\n') ? target : '';
}

/** Without space at its ends and around its breaks. */
function trimBlock(block: TextBlock): TextBlock {
  const runs: TextRun[] = [];
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
