import { addFileName, findDuplicateValueIssues } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import { type ContentFileName, contentFileDefinitions } from './content-schema.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** Reports entries of a file that repeat the key of another, such as an id. */
export const checkUniqueKeys = ({ files }: Pick<ParsedSiteContent, 'files'>): ContentIssue[] =>
  Object.entries(contentFileDefinitions).flatMap(([name, { key }]) => {
    if (key === null) return [];
    const entries = files[name as ContentFileName] as unknown as readonly Record<string, string | number>[];
    const keys = entries.flatMap((entry) => entry[key] ?? []);
    return addFileName(`content/${name}`, findDuplicateValueIssues(keys, key, `the ${key}`));
  });
