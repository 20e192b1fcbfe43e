import { findTakenSlugIssues, listSlugsInAllLanguages } from '#shared/find-taken-slug-issues.ts';
import { findTakenValueIssues } from '#shared/item-issue.ts';
import { addFileName } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ContentItemFile } from './content-schema.ts';
import { toItemFileIssues } from './item-file-issues.ts';
import type { ParsedContentFile } from './read-site-folder.ts';

/** Reports ids and slugs that several items of one content type share. */
export function checkItemIdsAndSlugs(
  items: readonly ParsedContentFile<Pick<ContentItemFile, 'id' | 'slug'>>[],
): ContentIssue[] {
  const ids = new Map<number, string>();
  const slugs = new Map<string, string>();
  return items.flatMap(({ file, value }) => {
    const issues = [...findTakenValueIssues(['id'], value.id, ids), ...findTakenSlugIssues(value, slugs)];
    ids.set(value.id, `in ${file}`);
    for (const slug of listSlugsInAllLanguages(value.slug)) slugs.set(slug, `in ${file}`);
    return addFileName(file, toItemFileIssues(issues));
  });
}
