import type { Media } from '#server/api/media/inspect-media.ts';
import { mediaIdCandidates } from '#server/api/media/media-id.ts';

/** The id of each path below media/: the one that images.json gives it, else one that follows from the path. */
export function giveIds(media: Iterable<Media>, listed: readonly { id: number; file: string }[]): Map<string, number> {
  const ids = new Map(listed.map(({ id, file }) => [file, id]));
  const taken = new Set(ids.values());
  for (const file of [...media].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (ids.has(file.path)) continue;
    for (const id of mediaIdCandidates(file)) {
      if (taken.has(id)) continue;
      taken.add(id);
      ids.set(file.path, id);
      break;
    }
  }
  return ids;
}
