import type { InputIssue } from '#shared/input-issue.ts';
import type { Fault } from './faults.ts';

/** A fault within one file. */
export type Finding = Omit<Fault, 'file'>;

export const at = (file: string, findings: readonly Finding[]): Fault[] =>
  findings.map((finding) => ({ file, ...finding }));

/** The violated rules of an input, at the place where the file says it. */
export const findingsOf = (issues: readonly InputIssue[], ...above: (string | number)[]): Finding[] =>
  issues.map(({ path, message }) => ({ path: [...above, ...path].join('.'), reason: message }));

/** What is there more than once in a list; `what` says what it is, such as `the id`. */
export function alike(values: readonly (string | number)[], field: string, what: string, above = ''): Finding[] {
  const first = new Map<string | number, number>();
  return values.flatMap((value, index): Finding[] => {
    const before = first.get(value);
    if (before === undefined) {
      first.set(value, index);
      return [];
    }
    return [
      {
        path: `${above}${index}.${field}`,
        reason: `${what} ${JSON.stringify(value)} is used already at ${above}${before}`,
      },
    ];
  });
}
