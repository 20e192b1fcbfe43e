import type { TechnicalSheetPageSize } from '#shared/catalogue/technical-sheet.ts';
import type { Lang } from '#shared/languages.ts';
import type { TechnicalSheetLayout } from '#shared/site/technical-sheet-layouts.ts';

export interface LabelledText {
  label: string;
  text: string;
}

export interface LabelledSection {
  heading: string;
  entries: LabelledText[];
}

/** A stored image of a technical sheet. `hash` is the SHA-256 of the original file, in hexadecimal. */
export interface SheetImageReference {
  hash: string;
  isSvg: boolean;
}

/** The text styles of a technical sheet. Each has a font file, chosen from the estate's title or content font. */
const sheetFontRoles = ['title', 'regular', 'bold', 'italic'] as const;
export type SheetFontRole = (typeof sheetFontRoles)[number];

/**
 * Everything that a technical sheet shows, in the language of the sheet. Equal values give equal documents, so that the
 * hash of the value is the key of the cache.
 */
export interface TechnicalSheet {
  model: TechnicalSheetLayout;
  pageSize: TechnicalSheetPageSize;
  lang: Lang;
  /** The file name without a suffix, in ASCII. */
  fileName: string;
  documentTitle: string;
  /** The heading of the sheet, such as `Technical sheet`. */
  heading: string;
  estate: { name: string; contact: string; website: string };
  /** Colours as `#rrggbb`. */
  colours: { primary: string; accent: string; ground: string; ink: string };
  /** SHA-256 of the estate's font file for each role; null if the theme has none. */
  fonts: Record<SheetFontRole, string | null>;
  logo: SheetImageReference | null;
  /** The logo for a dark background; null if the estate has none. */
  lightLogo: SheetImageReference | null;
  picture: SheetImageReference | null;
  name: string;
  vintage: string;
  /** The kind of drink and its appellation. The kind is left out if the appellation begins with it. */
  origin: string;
  summary: string;
  figures: LabelledText[];
  sections: LabelledSection[];
  description: { heading: string; paragraphs: string[] } | null;
  /** The health warning that advertising for alcohol must show; empty for drinks without alcohol. */
  healthWarning: string;
}

export interface UnusableSheetFile {
  file: 'font' | 'image';
  /** True if the file cannot be read, false if its content cannot be used. */
  isMissing: boolean;
  /** The hash that names the file. */
  hash: string;
  err: unknown;
}
