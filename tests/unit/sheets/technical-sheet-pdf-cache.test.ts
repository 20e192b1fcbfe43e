import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { prepareFontForEmbedding } from '#server/api/pdf/prepare-font-for-embedding.ts';
import type { TechnicalSheet } from '#server/api/sheets/technical-sheet.ts';
import { createTechnicalSheetPdfCache } from '#server/api/sheets/technical-sheet-route.ts';
import { QueueFullError } from '#server/http/limiter.ts';
import { parseTechnicalSheetConfig } from '#shared/catalogue/technical-sheet.ts';
import { technicalSheetLayouts } from '#shared/site/technical-sheet-layouts.ts';
import { extractPdfText } from '#tests/support/pdf-text.ts';

const log = pino({ level: 'silent' });
const sheet = (overrides: Partial<TechnicalSheet> = {}): TechnicalSheet => ({
  model: 'CLASSIC',
  pageSize: 'A4',
  lang: 'fr_FR',
  fileName: 'rouge-2023',
  documentTitle: 'Rouge 2023 – fiche technique',
  heading: 'Fiche technique',
  estate: { name: 'Domaine', contact: '12, route des Chênes', website: 'domaine.example' },
  colours: { primary: '#3f5a2a', accent: '#e0a526', ground: '#fffcf3', ink: '#2b2a1c' },
  fonts: { title: null, regular: null, bold: null, italic: null },
  logo: null,
  lightLogo: null,
  picture: null,
  name: 'Rouge',
  vintage: '2023',
  origin: 'Vin rouge · IGP Charentais',
  summary: 'Un rouge franc.',
  figures: [{ label: 'Degré', text: '12,5 % vol.' }],
  sections: [{ heading: 'Fiche technique', entries: [{ label: 'Cépages', text: 'Merlot' }] }],
  description: null,
  healthWarning: '',
  ...overrides,
});
const files = () => createTechnicalSheetPdfCache('/nonexistent');
const owner = { siteId: 40, network: '192.0.2.1' };
const words = (text: string) => text.split(/\s+/);

describe.each(technicalSheetLayouts)('technical sheet %s', (model) => {
  test('continues a long text on further pages without losing a word', async () => {
    const long = Array.from({ length: 2_500 }, (_, index) => `mot${index}`);
    const sections = [{ heading: 'Faits', entries: [{ label: 'Sol', text: long.join(' ') }] }];
    const text = extractPdfText((await files().get(sheet({ model, sections }), owner, log)).pdf);
    const found = new Set(words(text));
    expect(long.filter((word) => !found.has(word))).toEqual([]);
    expect(text).toContain('Page 1 sur');
  });

  test('leaves out a description that does not fit on the first page', async () => {
    const description = (paragraph: string) => ({ heading: 'Le vin', paragraphs: [paragraph] });
    const short = await files().get(sheet({ model, description: description('Une phrase.') }), owner, log);
    const long = await files().get(sheet({ model, description: description('Phrase. '.repeat(2_000)) }), owner, log);
    expect(extractPdfText(short.pdf)).toContain('Une phrase.');
    expect(extractPdfText(long.pdf)).not.toContain('Phrase.');
    expect(extractPdfText(long.pdf)).not.toContain('Page 1');
  });

  test('is laid out without any optional field', async () => {
    const bare = { summary: '', vintage: '', figures: [], sections: [], origin: '' };
    expect(extractPdfText((await files().get(sheet({ model, ...bare }), owner, log)).pdf)).toContain('Rouge');
  });
});

describe('files of technical sheets', () => {
  test('renders equal sheets once and returns the cached document later', async () => {
    const cache = files();
    const results = await Promise.all(Array.from({ length: 20 }, () => cache.get(sheet(), owner, log)));
    expect(new Set(results).size).toBe(1);
    expect(await cache.get(sheet(), owner, log)).toBe(results[0]);
  });

  test('refuses the sheets of a network that has too many waiting, but not those of others', async () => {
    const cache = files();
    const burst = Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => cache.get(sheet({ name: `Rouge ${index}` }), owner, log)),
    );
    const others = await Promise.all([
      cache.get(sheet({ name: 'Blanc' }), { siteId: 40, network: '192.0.2.2' }, log),
      cache.get(sheet({ name: 'Rosé' }), { siteId: 41, network: '192.0.2.1' }, log),
    ]);
    expect(others.every(({ isComplete }) => isComplete)).toBe(true);
    const refused = (await burst).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused.every((error) => error instanceof QueueFullError)).toBe(true);
    // On a slow machine, some of the queued requests are refused as well, because their maximum waiting time ends.
    expect(refused.filter(({ message }) => message === 'queue of the network full')).toHaveLength(54);
  });

  test('does not cache a document whose font is unreadable', async () => {
    const cache = files();
    const withFont = sheet({ fonts: { title: 'b'.repeat(64), regular: null, bold: null, italic: null } });
    const first = await cache.get(withFont, owner, log);
    expect(first.isComplete).toBe(false);
    expect(await cache.get(withFont, owner, log)).not.toBe(first);
  });

  test('does not cache a document whose picture is unreadable', async () => {
    const cache = files();
    const withPicture = sheet({ picture: { hash: 'a'.repeat(64), isSvg: false } });
    const first = await cache.get(withPicture, owner, log);
    expect(first.isComplete).toBe(false);
    expect(await cache.get(withPicture, owner, log)).not.toBe(first);
  });
});

describe('parseTechnicalSheetConfig', () => {
  const defaults = { model: 'CLASSIC', pageSize: 'A4', hasPicture: true };
  test.each([
    ['no configuration', null, null, null],
    ['a configuration without enabled', { model: 'MODERN' }, 'CLASSIC', null],
    ['enabled alone', { enabled: true }, null, defaults],
    ['a model of the configuration', { enabled: true, model: 'MODERN' }, null, { ...defaults, model: 'MODERN' }],
    ['a model of the site before that', { enabled: true, model: 'MODERN' }, 'CLASSIC', defaults],
    ['unknown values', { enabled: true, model: 'X', pageSize: 'A3' }, 'Y', defaults],
    ['no picture', { enabled: true, picture: false }, null, { ...defaults, hasPicture: false }],
  ])('reads %s', (_, config, siteModel, expected) =>
    expect(parseTechnicalSheetConfig(config, siteModel)).toEqual(expected),
  );
});

describe('prepareFontForEmbedding', () => {
  const fonts = 'sites/domaine-des-chenes/media/fonts';

  test('converts WOFF2 to TrueType and knows which characters the font has', async () => {
    const font = await prepareFontForEmbedding(await readFile(`${fonts}/Mulish-Regular.woff2`));
    expect(font?.bytes.subarray(0, 4).toString('hex')).toBe('00010000');
    expect(font?.supports('Œuvre « été »')).toBe(true);
    expect(font?.supports('\u6f22')).toBe(false);
  });

  test('refuses a font whose permissions forbid embedding', async () => {
    const font = await prepareFontForEmbedding(await readFile(`${fonts}/Mulish-Regular.woff2`));
    const restricted = Buffer.from(font?.bytes ?? []);
    const os2 = Array.from({ length: restricted.readUInt16BE(4) }, (_, index) => 12 + index * 16).find(
      (entry) => restricted.subarray(entry, entry + 4).toString('latin1') === 'OS/2',
    );
    restricted.writeUInt16BE(2, restricted.readUInt32BE((os2 ?? 0) + 8) + 8);
    expect(await prepareFontForEmbedding(restricted)).toBeNull();
  });
});
