import { inspectMedia, type Media } from '#server/api/media/inspect-media.ts';
import { mediaPathPattern } from '#shared/media/media-path.ts';
import type { Fault } from './faults.ts';
import { NotInside, readInside } from './read-inside.ts';

/** Every path below media/ that a value names anywhere inside, once. */
export function mediaPathsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string' && mediaPathPattern.test(value)) found.add(value);
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) mediaPathsIn(inner, found);
  return found;
}

/** Reads and inspects a file of the media folder. */
export async function readMedia(siteDir: string, path: string): Promise<Media | Fault> {
  const file = `media/${path}`;
  const bytes = await readInside(siteDir, file).catch((error: unknown) => {
    if (error instanceof NotInside) return error;
    throw error;
  });
  if (bytes instanceof NotInside) return { file, path: '', reason: bytes.message };
  if (!bytes) return { file, path: '', reason: 'is named by the content and is missing' };
  const found = await inspectMedia(path, bytes);
  return typeof found === 'string' ? { file, path: '', reason: found } : found;
}

export const isFault = (media: Media | Fault): media is Fault => 'reason' in media;
