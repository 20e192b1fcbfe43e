import { inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { files } from '#server/api/media/media-tables.ts';
import { readFonts } from '#server/api/site/site.ts';
import { inferFontStyle, inferFontWeight } from '#shared/site/font-weight.ts';
import type { SiteInfo } from '#shared/site/site-contract.ts';
import type { SheetFontRole } from './technical-sheet.ts';

interface FontFile {
  family: string;
  hash: string;
  weight: number;
  style: 'italic' | 'normal';
}

/**
 * Chooses the font file for each text style of a technical sheet: the file of the estate's title or content font with
 * the same slant and the nearest weight. Null if the font has no such file.
 */
export async function readSheetFontHashByRole(
  tx: SiteTx,
  fonts: SiteInfo['fonts'],
): Promise<Record<SheetFontRole, string | null>> {
  const candidates = await readFontFiles(tx);
  const familyOf = (type: 'TITLE' | 'CONTENT') => fonts.find((font) => font.type === type);
  const [title, content] = [familyOf('TITLE'), familyOf('CONTENT')];
  const choose = (family: string | undefined, weight: number, style: FontFile['style']): string | null => {
    const matches = candidates.filter((file) => file.family === family && file.style === style);
    const distanceOf = (file: FontFile) => Math.abs(file.weight - weight);
    return matches.toSorted((a, b) => distanceOf(a) - distanceOf(b))[0]?.hash ?? null;
  };
  return {
    title: choose(title?.family, title?.weight ?? 400, 'normal'),
    regular: choose(content?.family, 400, 'normal'),
    bold: choose(content?.family, 700, 'normal'),
    italic: choose(content?.family, 400, 'italic'),
  };
}

async function readFontFiles(tx: SiteTx): Promise<FontFile[]> {
  const families = await readFonts(tx);
  const ids = families.flatMap((family) => family.files);
  if (ids.length === 0) return [];
  const rows = await tx.select().from(files).where(inArray(files.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return families.flatMap((family) =>
    family.files.flatMap((id) => {
      const row = byId.get(id);
      if (!row) return [];
      return [
        { family: family.name, hash: row.hash, weight: inferFontWeight(row.name), style: inferFontStyle(row.name) },
      ];
    }),
  );
}
