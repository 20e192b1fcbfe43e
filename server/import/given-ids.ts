import { createHash } from 'node:crypto';
import { firstGivenId } from './check-references.ts';
import type { Media } from './read-media.ts';

const filesFrom = 1_000_000_000;
const filesUpTo = 2_000_000_000;

/**
 * Path below media/ → id. A listed picture has the id that images.json gives it. Any other picture has one that follows
 * from its path, so that it is the same at every import and in every copy of the database; other files likewise, in a
 * range of their own.
 */
export function giveIds(media: Iterable<Media>, listed: readonly { id: number; file: string }[]): Map<string, number> {
  const ids = new Map(listed.map(({ id, file }) => [file, id]));
  const taken = new Set(ids.values());
  for (const { path, kind } of [...media].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (ids.has(path)) continue;
    const [from, upTo] = kind === 'image' ? [firstGivenId, filesFrom] : [filesFrom, filesUpTo];
    let id = from + (createHash('sha256').update(path).digest().readUInt32BE() % (upTo - from));
    while (taken.has(id)) id = id + 1 < upTo ? id + 1 : from;
    taken.add(id);
    ids.set(path, id);
  }
  return ids;
}
