import { addFileName, type ContentFileIssue } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ContentItemFile } from './content-schema.ts';
import type { ParsedContentFile } from './read-site-folder.ts';

/** Reports ids and slugs that several items of a site's folder share. */
export function checkItemIdsAndSlugs(
  items: readonly ParsedContentFile<Pick<ContentItemFile, 'id' | 'slug'>>[],
): ContentIssue[] {
  const ids = new Map<number, string>();
  const slugs = new Map<string, string>();
  return items.flatMap(({ file, value }) => {
    const findings: ContentFileIssue[] = [];
    const other = ids.get(value.id);
    if (other) findings.push({ path: 'id', reason: `${value.id} is used already in ${other}` });
    ids.set(value.id, file);
    const ownSlugs = new Set(typeof value.slug === 'string' ? [value.slug] : Object.values(value.slug));
    for (const slug of ownSlugs) {
      const same = slugs.get(slug);
      if (same) findings.push({ path: 'slug', reason: `"${slug}" is used already in ${same}` });
      slugs.set(slug, file);
    }
    return addFileName(file, findings);
  });
}
