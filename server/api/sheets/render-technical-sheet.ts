import { readFile } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import PDFDocument from 'pdfkit';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { type EmbeddableFont, loadEmbeddableFont } from '#server/api/pdf/load-embeddable-font.ts';
import { pdfFontFiles, toPrintableText } from '#server/api/pdf/pdf-fonts.ts';
import { getLocale } from '#shared/languages.ts';
import { drawClassicSheet } from './classic-sheet.ts';
import { drawModernSheet } from './modern-sheet.ts';
import { SheetCanvas, type SheetFonts } from './sheet-canvas.ts';
import { type PreparedImage, prepareSheetImage } from './sheet-images.ts';
import type { SheetLayoutImages } from './sheet-layout.ts';
import type { SheetImage, TechnicalSheet } from './technical-sheet.ts';

const drawSheet = { CLASSIC: drawClassicSheet, MODERN: drawModernSheet } as const;

export interface SheetRenderDependencies {
  filesDir: string;
  log: FastifyBaseLogger;
}

export interface RenderedTechnicalSheet {
  pdf: Buffer;
  /** False if an image of the sheet is left out, because its file is missing or damaged. */
  isComplete: boolean;
}

/** Renders a technical sheet as a PDF. Fonts are embedded as subsets. */
export async function renderTechnicalSheet(
  sheet: TechnicalSheet,
  dependencies: SheetRenderDependencies,
): Promise<RenderedTechnicalSheet> {
  const fonts = await loadFonts(sheet, dependencies);
  const { images, isComplete } = await prepareImages(sheet, dependencies);
  const title = toPrintableText(sheet.documentTitle);
  const document = new PDFDocument({
    size: sheet.pageSize,
    font: pdfFontFiles.regular,
    margin: 0,
    bufferPages: true,
    lang: getLocale(sheet.lang),
    displayTitle: true,
    info: { Title: title, Author: toPrintableText(sheet.estate.name), Subject: toPrintableText(sheet.origin) },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  drawSheet[sheet.model](new SheetCanvas(document, fonts), sheet, images);
  document.end();
  await done;
  return { pdf: Buffer.concat(chunks), isComplete };
}

/** Cache of prepared fonts by the hash of their file, because converting a font takes tens of milliseconds. */
const fontCache = new LRUCache<string, Promise<EmbeddableFont | null>>({ max: 60 });

async function loadFonts({ fonts }: TechnicalSheet, dependencies: SheetRenderDependencies): Promise<SheetFonts> {
  const [title, regular, bold, italic] = await Promise.all(
    [fonts.title, fonts.regular, fonts.bold, fonts.italic].map((hash) => loadFont(hash, dependencies)),
  );
  return { title: title ?? null, regular: regular ?? null, bold: bold ?? null, italic: italic ?? null };
}

/** A font that cannot be embedded is replaced by the platform's own. */
function loadFont(hash: string | null, { filesDir, log }: SheetRenderDependencies): Promise<EmbeddableFont | null> {
  if (hash === null) return Promise.resolve(null);
  const cached = fontCache.get(hash);
  if (cached) return cached;
  const font = readFile(toStoredFilePath(filesDir, hash))
    .then(loadEmbeddableFont)
    .catch((err: unknown) => {
      fontCache.delete(hash);
      log.error({ err, hash }, 'font of technical sheet unusable');
      return null;
    });
  fontCache.set(hash, font);
  return font;
}

async function prepareImages(
  { model, logo, lightLogo, picture, colours }: TechnicalSheet,
  dependencies: SheetRenderDependencies,
): Promise<{ images: SheetLayoutImages; isComplete: boolean }> {
  let isComplete = true;
  const prepare = async (
    image: SheetImage | null,
    background: string,
    box: { width: number; height: number },
  ): Promise<PreparedImage | null> => {
    const prepared = await prepareSheetImage(image, { ...dependencies, background, box });
    if (image && !prepared) isComplete = false;
    return prepared;
  };
  const logoBox = { width: 900, height: 300 };
  const images = {
    logo: await prepare(model === 'CLASSIC' ? logo : null, '#ffffff', logoBox),
    lightLogo: await prepare(model === 'MODERN' ? lightLogo : null, colours.primary, logoBox),
    picture: await prepare(picture, colours.ground, { width: 640, height: 1300 }),
  };
  return { images, isComplete };
}
