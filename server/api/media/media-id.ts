import { createHash } from 'node:crypto';
import type { Media } from './inspect-media.ts';

/** Ids below are chosen by the author of a site's content; ids from here on follow from a path. */
export const firstDerivedId = 1_000_000;
const firstFileId = 1_000_000_000;
const endOfFileIds = 2_000_000_000;

/**
 * Candidates for the id of the file at `path`, the preferred one first. They follow from the path alone, so that the
 * file has the same id after every import and in every copy of the database. Images and other files have ranges of
 * their own.
 */
export function* mediaIdCandidates({ path, kind }: Pick<Media, 'path' | 'kind'>): Generator<number> {
  const [from, end] = kind === 'image' ? [firstDerivedId, firstFileId] : [firstFileId, endOfFileIds];
  let id = from + (createHash('sha256').update(path).digest().readUInt32BE() % (end - from));
  for (;;) {
    yield id;
    id = id + 1 < end ? id + 1 : from;
  }
}
