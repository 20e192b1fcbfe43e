/** A text as it is pasted from a word processor, in the elements that the editor knows. */
interface CleanedPaste {
  html: string;
  /** True if a picture was left out, which the editor cannot keep. */
  hasPicture: boolean;
}

/** Separates the cells of a table that is pasted as lines. */
const cellSeparator = ' | ';

/**
 * Converts the HTML that word processors put into the clipboard: list paragraphs become lists, and each row of a table
 * becomes a line with separators. The editor would otherwise join the cells without a space.
 */
export function cleanPastedHtml(html: string): CleanedPaste {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const pictures = [...body.querySelectorAll('img, picture, svg, object'), ...findVectorPictures(body)];
  for (const picture of pictures) picture.remove();
  for (const table of body.querySelectorAll('table')) replaceTableByLines(table);
  for (const paragraph of body.querySelectorAll<HTMLElement>('p')) {
    if (readListLevel(paragraph) !== null && readListLevel(paragraph.previousElementSibling) === null)
      replaceListParagraphs(paragraph);
  }
  return { html: body.innerHTML, hasPicture: pictures.length > 0 };
}

/** Finds the pictures of Word's own markup, whose element names have a prefix. */
const findVectorPictures = (body: HTMLElement): Element[] =>
  [...body.querySelectorAll('*')].filter(({ localName }) => localName === 'v:imagedata' || localName === 'v:shape');

function replaceTableByLines(table: HTMLTableElement): void {
  const lines = [...table.rows].map((row) => {
    const line = document.createElement('p');
    const cells = [...row.cells].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());
    line.textContent = cells.join(cellSeparator);
    return line;
  });
  table.replaceWith(...lines);
}

/** Returns the level of a list paragraph, from 1; null for any other element. Word states it as `mso-list:l0 level1`. */
function readListLevel(element: Element | null): number | null {
  const list = /mso-list:([^;]*)/i.exec(element?.getAttribute('style') ?? '')?.[1] ?? '';
  const level = /level(\d)/i.exec(list)?.[1];
  return element?.localName === 'p' && level !== undefined ? Number(level) : null;
}

/** Removes the bullet or number that Word writes before the text of a list paragraph, and returns it. */
function removeMarker(paragraph: Element): string {
  const marker = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  );
  marker?.remove();
  return marker?.textContent.trim() ?? '';
}

/** Replaces a paragraph and the list paragraphs after it by lists, nested by their levels. */
function replaceListParagraphs(first: HTMLElement): void {
  const paragraphs = [first];
  for (let next = first.nextElementSibling; next && readListLevel(next) !== null; next = next.nextElementSibling)
    paragraphs.push(next as HTMLElement);
  const lists: { list: HTMLElement; level: number }[] = [];
  for (const paragraph of paragraphs) {
    const level = readListLevel(paragraph) ?? 1;
    const marker = removeMarker(paragraph);
    while (lists.length > 1 && (lists.at(-1)?.level ?? 0) > level) lists.pop();
    let open = lists.at(-1);
    if (!open || open.level < level) {
      const list = document.createElement(/^[\da-z]{1,4}[.)]/i.test(marker) ? 'ol' : 'ul');
      if (open) (open.list.lastElementChild ?? open.list).append(list);
      else first.before(list);
      open = { list, level };
      lists.push(open);
    }
    const item = document.createElement('li');
    const text = document.createElement('p');
    text.append(...paragraph.childNodes);
    item.append(text);
    open.list.append(item);
  }
  for (const paragraph of paragraphs) paragraph.remove();
}
