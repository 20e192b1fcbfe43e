import { type RefusedOutcome, refuse } from '#shared/outcome.ts';

interface RefusableIssue<Refusal extends string> {
  refusal: Refusal;
  path: readonly (string | number)[];
}

/**
 * Refuses a save because of the first violation of a rule between items, and names the field of the input.
 * @returns Null if no rule is violated.
 */
export function refuseFirstItemIssue<Refusal extends string>([
  issue,
]: readonly RefusableIssue<Refusal>[]): RefusedOutcome<Refusal> | null {
  return issue ? refuse(issue.refusal, { values: { field: String(issue.path[0]) } }) : null;
}
