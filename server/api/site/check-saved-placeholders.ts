import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import type { Localized } from '#shared/localized.ts';
import {
  findPlaceholderIssues,
  type ParameterTexts,
  type PlaceholderIssue,
} from '#shared/site/find-placeholder-issues.ts';
import { isRichText, type ParameterInput } from '#shared/site/parameter-input.ts';
import { readParameters } from './site-repository.ts';

/**
 * Finds the placeholders that would have no value after `list` is saved: those in the saved texts, and those in stored
 * texts that refer to a saved parameter. Other texts are not checked, so that their earlier errors do not prevent a
 * save.
 */
export async function findPlaceholderIssuesOfSave(
  tx: SiteTx,
  list: readonly ParameterInput[],
): Promise<PlaceholderIssue[]> {
  const saved = toTexts(list.map(({ type, value }) => [type, value]));
  if (Object.keys(saved).length === 0) return [];
  const [site] = await tx.select({ defaultLang: sites.defaultLang }).from(sites).where(eq(sites.id, tx.siteId));
  if (!site) throw new Error(`site ${tx.siteId} does not exist`);
  const stored = toTexts((await readParameters(tx)).map(({ type, value }) => [type, value]));
  const earlier = findPlaceholderIssues(stored, site.defaultLang).map(toKey);
  return findPlaceholderIssues({ ...stored, ...saved }, site.defaultLang).filter(
    (issue) => saved[issue.type] !== undefined || !earlier.includes(toKey(issue)),
  );
}

const toKey = ({ type, reason }: PlaceholderIssue): string => `${type} ${reason}`;

const toTexts = (values: readonly (readonly [string, ParameterInput['value']])[]): ParameterTexts =>
  Object.fromEntries(
    values.flatMap(([type, value]) => {
      const text = toText(value);
      return text === null ? [] : [[type, text]];
    }),
  );

function toText(value: ParameterInput['value']): Localized | null {
  if (typeof value === 'boolean' || typeof value === 'number') return null;
  if (!isRichText(value)) return value;
  return ('markdown' in value ? value.markdown : value.html) as Localized;
}
