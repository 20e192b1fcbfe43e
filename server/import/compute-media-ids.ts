import type { InspectedMedia } from '#server/api/media/inspect-media.ts';
import { generateMediaIdCandidates } from '#server/api/media/media-id.ts';

/** Returns the id of each media path: the one in images.json, otherwise one that is derived from the path. */
export function computeMediaIds(
  media: Iterable<InspectedMedia>,
  listed: readonly { id: number; file: string }[],
): Map<string, number> {
  const ids = new Map(listed.map(({ id, file }) => [file, id]));
  const usedIds = new Set(ids.values());
  for (const file of [...media].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (ids.has(file.path)) continue;
    for (const id of generateMediaIdCandidates(file)) {
      if (usedIds.has(id)) continue;
      usedIds.add(id);
      ids.set(file.path, id);
      break;
    }
  }
  return ids;
}
