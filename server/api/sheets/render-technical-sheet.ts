import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import PDFDocument from 'pdfkit';
import type { PrintedImage } from '#server/api/media/convert-image.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { collectPdf, normalisePdfText, pdfFontFiles } from '#server/api/pdf/pdf-document.ts';
import { type EmbeddableFont, prepareFontForEmbedding } from '#server/api/pdf/prepare-font-for-embedding.ts';
import { getLocale } from '#shared/languages.ts';
import { drawClassicSheet, drawModernSheet, type SheetLayoutImages } from './sheet-layouts.ts';
import { type SheetFonts, SheetTextWriter } from './sheet-text-writer.ts';
import type { TechnicalSheet, UnusableSheetFile } from './technical-sheet.ts';

export interface SheetImages {
  images: SheetLayoutImages;
  /** False if the file of an image is missing, which may be so only at present. */
  hasAllImages: boolean;
}

const drawSheet = { CLASSIC: drawClassicSheet, MODERN: drawModernSheet } as const;

export interface RenderTechnicalSheetInput {
  sheet: TechnicalSheet;
  filesDir: string;
  images: SheetImages;
}

export interface RenderedTechnicalSheet {
  pdf: Uint8Array;
  /** False if an image or a font of the sheet is left out, because its file cannot be read at present. */
  isComplete: boolean;
  problems: UnusableSheetFile[];
}

interface SheetRenderDependencies {
  filesDir: string;
  report: (problem: UnusableSheetFile) => void;
}

/** Renders a technical sheet as a PDF. Fonts are embedded as subsets. */
export async function renderTechnicalSheet({
  sheet,
  filesDir,
  images: { images, hasAllImages },
}: RenderTechnicalSheetInput): Promise<RenderedTechnicalSheet> {
  const problems: UnusableSheetFile[] = [];
  const dependencies = { filesDir, report: (problem: UnusableSheetFile) => problems.push(problem) };
  const { fonts, hasAllFonts } = await loadFonts(sheet, dependencies);
  const title = normalisePdfText(sheet.documentTitle);
  const document = new PDFDocument({
    size: sheet.pageSize,
    font: pdfFontFiles.regular,
    margin: 0,
    bufferPages: true,
    lang: getLocale(sheet.lang),
    displayTitle: true,
    info: { Title: title, Author: normalisePdfText(sheet.estate.name), Subject: normalisePdfText(sheet.origin) },
  });
  const pdf = await collectPdf(document, () =>
    drawSheet[sheet.model](new SheetTextWriter(document, fonts), sheet, toLayoutImages(images)),
  );
  return { pdf, isComplete: hasAllFonts && hasAllImages, problems };
}

/** Cache of prepared fonts by the hash of their file, because converting a font takes tens of milliseconds. */
const fontCache = new LRUCache<string, Promise<EmbeddableFont | null>>({ max: 60 });

async function loadFonts(
  { fonts }: TechnicalSheet,
  dependencies: SheetRenderDependencies,
): Promise<{ fonts: SheetFonts; hasAllFonts: boolean }> {
  const roles = ['title', 'regular', 'bold', 'italic'] as const;
  const loaded = await Promise.all(roles.map((role) => loadFont(fonts[role], dependencies)));
  const byRole = Object.fromEntries(roles.map((role, index) => [role, loaded[index]?.font ?? null]));
  return { fonts: byRole as SheetFonts, hasAllFonts: loaded.every(({ isMissing }) => !isMissing) };
}

/**
 * Loads a font of the estate; null if it cannot be read or embedded, so that a default font is used. Only fonts whose
 * file was read are cached.
 */
async function loadFont(
  hash: string | null,
  { filesDir, report }: SheetRenderDependencies,
): Promise<{ font: EmbeddableFont | null; isMissing: boolean }> {
  if (hash === null) return { font: null, isMissing: false };
  const cached = fontCache.get(hash);
  if (cached) return { font: await cached, isMissing: false };
  const original = await readFile(toStoredFilePath(filesDir, hash)).catch((err: unknown) => {
    report({ file: 'font', isMissing: true, hash, err });
    return null;
  });
  if (!original) return { font: null, isMissing: true };
  const font = Promise.resolve(original)
    .then(prepareFontForEmbedding)
    .catch((err: unknown) => {
      report({ file: 'font', isMissing: false, hash, err });
      return null;
    });
  fontCache.set(hash, font);
  return { font: await font, isMissing: false };
}

/** Converts bytes that were copied into this thread to the Buffers that PDFKit expects. */
const withBuffer = (image: PrintedImage | null): PrintedImage | null =>
  image && { ...image, bytes: Buffer.from(image.bytes) };

const toLayoutImages = ({ logo, lightLogo, picture }: SheetLayoutImages): SheetLayoutImages => ({
  logo: withBuffer(logo),
  lightLogo: withBuffer(lightLogo),
  picture: withBuffer(picture),
});
