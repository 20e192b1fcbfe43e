import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import type { Localized } from '#shared/localized.ts';
import { getMediaFileName } from '#shared/media/media-path.ts';
import type { InspectedImage, InspectedNonImageFile } from './inspect-media.ts';
import { files, images } from './media-tables.ts';

/**
 * The properties of a stored file that follow from its content and path. `bytes` contains only the number of bytes.
 * Name and alternative text are in `MediaWithDescription`.
 */
export type MediaFileProperties = (Omit<InspectedImage, 'bytes' | 'losses'> | Omit<InspectedNonImageFile, 'bytes'>) & {
  bytes: Pick<Uint8Array, 'byteLength'>;
};

interface MediaWithDescription {
  id: number;
  media: MediaFileProperties;
  /** Name of an image; by default its file name, which other files always have. */
  name?: string | undefined;
  /** Alternative text; for images only. */
  alt: Localized;
}

export const toMediaRows = (list: readonly MediaWithDescription[]): RowsOfTable[] => [
  createTableRows(
    images,
    list.flatMap(({ id, media, name, alt }) => {
      if (media.kind !== 'image') return [];
      const { path, hash, type, bytes, width, height, tint } = media;
      const row = { id, path, name: name ?? getMediaFileName(path), alt, hash, type, bytes: bytes.byteLength };
      return [{ ...row, width, height, tint }];
    }),
  ),
  createTableRows(
    files,
    list.flatMap(({ id, media: { kind, path, hash, type, bytes } }) =>
      // Files always keep their file name, because the weight and style of a font are inferred from it.
      kind === 'file' ? [{ id, path, name: getMediaFileName(path), hash, type, bytes: bytes.byteLength }] : [],
    ),
  ),
];
