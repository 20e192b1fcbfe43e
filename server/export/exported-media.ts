import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { files, images } from '#server/api/media/media-tables.ts';
import { OperatorError } from '#server/operator-error.ts';
import { type ExportedFile, toJsonFile } from './exported-file.ts';

export interface ExportedMedia {
  files: ExportedFile[];
  /** @throws OperatorError if the site has no such picture or file. */
  pathOf: (id: number) => string;
  pathOrNull: (id: number | null) => string | null;
}

export async function readExportedMedia(tx: SiteTx): Promise<ExportedMedia> {
  const pictures = await tx.select().from(images).orderBy(images.id);
  const others = await tx.select().from(files).orderBy(files.id);
  const paths = new Map([...pictures, ...others].map(({ id, path }) => [id, path]));
  const pathOf = (id: number): string => {
    const path = paths.get(id);
    if (path === undefined)
      throw new OperatorError(
        `The site refers to the picture or file ${id}, which has been deleted. Choose another one there, and export again.`,
        { exitCode: 65 },
      );
    return path;
  };
  return {
    files: [
      ...[...pictures, ...others].map(({ path, hash }) => ({ path: `media/${path}`, hash })),
      toJsonFile(
        'images.json',
        pictures.map(({ id, path, name, alt }) => ({ id, file: path, name, alt })),
      ),
    ],
    pathOf,
    pathOrNull: (id) => (id === null ? null : pathOf(id)),
  };
}
