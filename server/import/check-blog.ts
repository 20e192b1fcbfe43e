import { findBlogFolderParentIssues } from '#shared/content/find-blog-folder-parent-issues.ts';
import { findTakenSlugIssues, listSlugsInAllLanguages } from '#shared/find-taken-slug-issues.ts';
import { findIssuesOfReference } from '#shared/item-issue.ts';
import { addFileName, type IssueWithinContentFile } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import { toItemFileIssues } from './item-file-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** Checks the folders of blog posts, and that the folder of each post exists. */
export function checkBlogFiles({ files, items }: ParsedSiteContent): ContentIssue[] {
  const folders = files['blog-folders.json'];
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const slugs = new Map<string, string>();
  const findings = folders.flatMap((folder, index): IssueWithinContentFile[] => {
    const issues = [...findBlogFolderParentIssues(folder, byId), ...findTakenSlugIssues(folder, slugs)];
    for (const slug of listSlugsInAllLanguages(folder.slug)) slugs.set(slug, `at ${index}`);
    return toItemFileIssues(issues, index);
  });
  const posts = items.blog.flatMap(({ file, value: { folder } }) =>
    folder === null
      ? []
      : addFileName(file, toItemFileIssues(findIssuesOfReference('blog folder', ['folder'], folder, byId))),
  );
  return [...addFileName('content/blog-folders.json', findings), ...posts];
}
