import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type InspectedMedia, inspectMedia } from '#server/api/media/inspect-media.ts';
import { getMaxMediaBytes, isPdfPath } from '#shared/media/media-limits.ts';
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

/** Returns the paths of all PDFs below media/. Texts and menus link to them by URL, so the content does not name them. */
export async function findPdfPaths(siteDir: string): Promise<string[]> {
  const names = await readdir(join(siteDir, 'media'), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((path) => isPdfPath(path) && mediaPathPattern.test(path));
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
