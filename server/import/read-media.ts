import { type InspectedMedia, inspectMedia } from '#server/api/media/inspect-media.ts';
import { getMaxMediaBytes } from '#shared/media/media-limits.ts';
import { mediaPathPattern } from '#shared/media/media-path.ts';
import type { ContentIssue } from './content-issues.ts';
import { readSiteFileIfExists, UnreadableFileError } from './read-site-file-if-exists.ts';

/** Returns the strings in a value, at any depth, that are paths relative to media/. */
export function findMediaPathsInValue(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string' && mediaPathPattern.test(value)) found.add(value);
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) findMediaPathsInValue(inner, found);
  return found;
}

export async function readMediaFile(
  siteDir: string,
  path: string,
  siteId: number,
): Promise<InspectedMedia | ContentIssue> {
  const file = `media/${path}`;
  const bytes = await readSiteFileIfExists(siteDir, file, getMaxMediaBytes(path)).catch((error: unknown) => {
    if (error instanceof UnreadableFileError) return error;
    throw error;
  });
  if (bytes instanceof UnreadableFileError) return { file, path: '', reason: bytes.message };
  if (!bytes) return { file, path: '', reason: 'is named by the content and is missing' };
  const found = await inspectMedia(path, bytes, siteId);
  return typeof found === 'string' ? { file, path: '', reason: found } : found;
}

export const isContentIssue = (media: InspectedMedia | ContentIssue): media is ContentIssue => 'reason' in media;
