import { createHash } from 'node:crypto';
import type { InspectedMedia } from './inspect-media.ts';

/** Ids below this are chosen by the authors of site content; ids from here on are derived from file paths. */
export const firstPathDerivedMediaId = 1_000_000;
const firstFileId = 1_000_000_000;
const endOfFileIds = 2_000_000_000;

/**
 * Generates candidates for the id of a media file, the preferred one first. They are derived from its path alone, so
 * that a file gets the same id in every import and every database. Images and other files have separate ranges of ids.
 */
export function* generateMediaIdCandidates({ path, kind }: Pick<InspectedMedia, 'path' | 'kind'>): Generator<number> {
  const [from, end] = kind === 'image' ? [firstPathDerivedMediaId, firstFileId] : [firstFileId, endOfFileIds];
  let id = from + (createHash('sha256').update(path).digest().readUInt32BE() % (end - from));
  for (;;) {
    yield id;
    id = id + 1 < end ? id + 1 : from;
  }
}
