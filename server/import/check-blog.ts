import { listFolderPath, maxFolderDepth } from '#shared/content/blog-folder-tree.ts';
import { addFileName, type ContentFileIssue } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** Checks the folders of blog posts, and that the folder of each post exists. */
export function checkBlogFiles({ files, items }: ParsedSiteContent): ContentIssue[] {
  const folders = files['blog-folders.json'];
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const slugs = new Map<string, number>();
  const findings = folders.flatMap(({ id, parent, slug }, index): ContentFileIssue[] => {
    const found: ContentFileIssue[] = [];
    if (parent !== null && !byId.has(parent))
      found.push({ path: `${index}.parent`, reason: `there is no folder ${parent}` });
    else if (!listFolderPath(byId, id))
      found.push({ path: `${index}.parent`, reason: `is below itself or deeper than ${maxFolderDepth} levels` });
    for (const each of new Set(typeof slug === 'string' ? [slug] : Object.values(slug))) {
      const other = slugs.get(each);
      if (other !== undefined) found.push({ path: `${index}.slug`, reason: `"${each}" is used already at ${other}` });
      slugs.set(each, index);
    }
    return found;
  });
  const posts = items.blog.flatMap(({ file, value: { folder } }) =>
    folder === null || byId.has(folder)
      ? []
      : addFileName(file, [{ path: 'folder', reason: `blog-folders.json has no folder ${folder}` }]),
  );
  return [...addFileName('content/blog-folders.json', findings), ...posts];
}
