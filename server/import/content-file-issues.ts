import type { InputIssue } from '#shared/input-issue.ts';
import type { ContentIssue } from './content-issues.ts';

/** An issue within one file, before the name of the file is added. */
export type IssueWithinContentFile = Omit<ContentIssue, 'file'>;

export const addFileName = (file: string, findings: readonly IssueWithinContentFile[]): ContentIssue[] =>
  findings.map((finding) => ({ file, ...finding }));

/** Converts the validation issues of an input. @param parentPath Keys of the input within its file. */
export const toContentFileIssues = (
  issues: readonly InputIssue[],
  ...parentPath: (string | number)[]
): IssueWithinContentFile[] =>
  issues.map(({ path, message }) => ({ path: [...parentPath, ...path].join('.'), reason: message }));

/**
 * Reports each value that a list repeats.
 * @param label The name of the value in the message, such as `the id`.
 * @param prefix Path of the list within its file, with a trailing dot unless it is empty.
 */
export function findDuplicateValueIssues(
  values: readonly (string | number)[],
  field: string,
  label: string,
  prefix = '',
): IssueWithinContentFile[] {
  const first = new Map<string | number, number>();
  return values.flatMap((value, index): IssueWithinContentFile[] => {
    const before = first.get(value);
    if (before === undefined) {
      first.set(value, index);
      return [];
    }
    return [
      {
        path: `${prefix}${index}.${field}`,
        reason: `${label} ${JSON.stringify(value)} is used already at ${prefix}${before}`,
      },
    ];
  });
}
