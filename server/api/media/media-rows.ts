import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import type { Localized } from '#shared/localized.ts';
import { getMediaFileName } from '#shared/media/media-path.ts';
import type { InspectedMedia } from './inspect-media.ts';
import { files, images } from './media-tables.ts';

export interface MediaWithDescription {
  id: number;
  media: InspectedMedia;
  /** By default the name of the file. */
  name?: string | undefined;
  /** For images only. */
  alt: Localized;
}

export const toMediaRows = (list: readonly MediaWithDescription[]): TableRows[] => [
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
      // Weight and style of a font are inferred from this name, so it is always the file name.
      kind === 'file' ? [{ id, path, name: getMediaFileName(path), hash, type, bytes: bytes.byteLength }] : [],
    ),
  ),
];
