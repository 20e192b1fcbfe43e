import type { z } from 'zod';
import { OperatorError } from '#server/operator-error.ts';

export interface ContentIssue {
  /** Path of the file, relative to the site's folder. */
  file: string;
  /** Keys within the file, joined by dots; empty if the issue concerns the whole file. */
  path: string;
  reason: string;
}

export class InvalidSiteError extends OperatorError {
  readonly issues: readonly ContentIssue[];
  constructor(site: string, issues: readonly ContentIssue[]) {
    super(
      `The site "${site}" has ${issues.length === 1 ? '1 issue' : `${issues.length} issues`}:\n${formatIssues(issues)}`,
      {
        exitCode: 65,
      },
    );
    this.name = 'InvalidSiteError';
    this.issues = issues;
  }
}

export const formatIssues = (issues: readonly ContentIssue[]): string =>
  issues.map(({ file, path, reason }) => `  ${file}${path ? `  ${path}` : ''}: ${reason}`).join('\n');

/** Maximum number of issues that are reported of one file, because one mistake may be repeated in every item. */
const maxIssuesPerFile = 100;

/** Keeps the first issues of each file, and states how many there are further. */
export function limitIssuesPerFile(issues: readonly ContentIssue[]): ContentIssue[] {
  const counts = new Map<string, number>();
  const kept = issues.filter(({ file }) => {
    const count = (counts.get(file) ?? 0) + 1;
    counts.set(file, count);
    return count <= maxIssuesPerFile;
  });
  for (const [file, count] of counts)
    if (count > maxIssuesPerFile)
      kept.push({ file, path: '', reason: `has ${count - maxIssuesPerFile} further issues` });
  return kept;
}

/**
 * Converts the validation issues of a file. For a union, only the issues of the alternative that matches best are
 * reported.
 */
export function toContentIssues(file: string, issues: readonly z.core.$ZodIssue[]): ContentIssue[] {
  return issues.flatMap((issue) => flattenIssue(file, issue, []));
}

function flattenIssue(file: string, issue: z.core.$ZodIssue, parentPath: readonly PropertyKey[]): ContentIssue[] {
  const path = [...parentPath, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const closest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
    if (depth(closest) > 0) return closest.flatMap((inner) => flattenIssue(file, inner, path));
  }
  return [{ file, path: path.map(String).join('.'), reason: issue.message }];
}

const depth = (issues: readonly z.core.$ZodIssue[]): number =>
  issues.reduce((maximum, { path }) => Math.max(maximum, path.length), 0);
