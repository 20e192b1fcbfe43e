import type { z } from 'zod';
import { OperatorError } from '#server/operator-error.ts';

/** Something wrong in a site's folder: in which file, where in it (dotted, may be empty), and why. */
export interface Fault {
  /** Relative to the site's folder. */
  file: string;
  path: string;
  reason: string;
}

export class FaultySite extends OperatorError {
  readonly faults: readonly Fault[];
  constructor(site: string, faults: readonly Fault[]) {
    super(
      `The site "${site}" has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faultLines(faults)}`,
      {
        exitCode: 65,
      },
    );
    this.name = 'FaultySite';
    this.faults = faults;
  }
}

export const faultLines = (faults: readonly Fault[]): string =>
  faults.map(({ file, path, reason }) => `  ${file}${path ? `  ${path}` : ''}: ${reason}`).join('\n');

/** A schema's issues in people's words. Of a union it is the form that came closest which says what is wrong. */
export function schemaFaults(file: string, issues: readonly z.core.$ZodIssue[]): Fault[] {
  return issues.flatMap((issue) => issueFaults(file, issue, []));
}

function issueFaults(file: string, issue: z.core.$ZodIssue, above: readonly PropertyKey[]): Fault[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const closest = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
    if (depth(closest) > 0) return closest.flatMap((inner) => issueFaults(file, inner, path));
  }
  return [{ file, path: path.map(String).join('.'), reason: issue.message }];
}

const depth = (issues: readonly z.core.$ZodIssue[]): number => Math.max(0, ...issues.map(({ path }) => path.length));
