import { inflateSync } from 'node:zlib';

/**
 * Extracts the text of a PDF with embedded fonts, one line for each drawn fragment. The fonts' Unicode maps convert
 * glyphs to text.
 */
export function extractPdfText(file: Buffer): string {
  const objects = readObjects(file);
  const fonts = [...objects.values()].flatMap(({ head }) => fontsOf(head));
  const maps = new Map(
    fonts.map(([name, id]) => {
      const map = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1]));
      return [name, readUnicodeMap(map?.stream ?? '')];
    }),
  );
  return [...objects.values()].flatMap(({ stream }) => drawnText(stream, maps)).join('\n');
}

/** Lists the RGB colours that a PDF fills and draws with, as `#rrggbb`. */
export function extractPdfColours(file: Buffer): Set<string> {
  const toHex = (share = '') =>
    Math.round(Number(share) * 255)
      .toString(16)
      .padStart(2, '0');
  const operators = /(?:^|\s)([\d.]+) ([\d.]+) ([\d.]+) (?:scn?|SCN?|rg|RG)\b/g;
  const colours = [...readObjects(file).values()].flatMap(({ stream }) =>
    [...stream.matchAll(operators)].map(([, red, green, blue]) => `#${toHex(red)}${toHex(green)}${toHex(blue)}`),
  );
  return new Set(colours);
}

interface PdfObject {
  head: string;
  /** The decompressed stream; empty for fonts, pictures and objects without a compressed stream. */
  stream: string;
}

function readObjects(file: Buffer): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  for (const [, id, body = ''] of file.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', stream] = body.split(/stream\r?\n/, 2);
    const isText = stream !== undefined && head.includes('FlateDecode') && !/\/Subtype|\/Length1/.test(head);
    const bytes = Buffer.from((stream ?? '').replace(/\r?\nend$/, ''), 'latin1');
    objects.set(Number(id), { head, stream: isText ? inflateSync(bytes).toString('latin1') : '' });
  }
  return objects;
}

/** Lists the names and object numbers in the font dictionary of a page. */
const fontsOf = (head: string): [string, number][] =>
  [...(/\/Font <<([\s\S]*?)>>/.exec(head)?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [
    name,
    Number(id),
  ]);

/** Returns the text of each glyph by the glyph's number, from the ranges of a ToUnicode map. */
function readUnicodeMap(map: string): string[] {
  const texts: string[] = [];
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)) {
    // The entry of a ligature has one code for each of its letters, separated by spaces.
    const entries = [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16(),
    );
    entries.forEach((entry, index) => {
      texts[Number.parseInt(first, 16) + index] = entry.toString('utf16le');
    });
  }
  return texts;
}

function drawnText(content: string, maps: Map<string, string[]>): string[] {
  const lines: string[] = [];
  let map: string[] = [];
  for (const [, font, fragments = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) map = maps.get(font) ?? [];
    else {
      const glyphs = [...fragments.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      lines.push(glyphs.map((glyph) => map[Number.parseInt(glyph, 16)] ?? '\ufffd').join(''));
    }
  }
  return lines;
}
