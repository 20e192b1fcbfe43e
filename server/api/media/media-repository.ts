import { and, eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { files, images } from './media-tables.ts';

export type StoredImage = typeof images.$inferSelect;

export async function readImage(tx: SiteTx, id: number): Promise<StoredImage | null> {
  const [row] = await tx.select().from(images).where(eq(images.id, id));
  return row ?? null;
}

interface StoredFile {
  hash: string;
  type: string;
}

/** Finds a font, video or PDF in `files`, or an SVG in `images`, by its id and file name. */
export async function findFileOrSvg(tx: SiteTx, id: number, name: string): Promise<StoredFile | null> {
  const [file] = await tx
    .select({ hash: files.hash, type: files.type })
    .from(files)
    .where(and(eq(files.id, id), eq(files.name, name)));
  if (file) return file;
  const [svg] = await tx
    .select({ hash: images.hash, type: images.type })
    .from(images)
    .where(
      and(
        eq(images.id, id),
        eq(images.type, 'image/svg+xml'),
        sql`regexp_replace(${images.path}, '^.*/', '') = ${name}`,
      ),
    );
  return svg ?? null;
}

export async function hasMediaWithId(
  tx: SiteTx,
  { kind, id }: { kind: 'image' | 'file'; id: number },
): Promise<boolean> {
  const table = kind === 'image' ? images : files;
  return (await tx.$count(table, eq(table.id, id))) > 0;
}
