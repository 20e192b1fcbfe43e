import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import type { Localized } from '#shared/localized.ts';
import {
  findPlaceholderIssues,
  type ParameterPlaceholderIssue,
  type TextsByParameterKey,
} from '#shared/site/find-placeholder-issues.ts';
import { isLocalizedMarkdownOrHtml, type ParameterInput } from '#shared/site/parameter-input.ts';
import { readParameters } from './site-repository.ts';

/**
 * Finds the placeholders that would have no value after `list` is saved: all in the saved texts, and those in other
 * stored texts that lose their value by the save. Earlier issues of stored texts do not prevent the save.
 */
export async function findPlaceholderIssuesOfSave(
  tx: SiteTx,
  list: readonly ParameterInput[],
): Promise<ParameterPlaceholderIssue[]> {
  const saved = toTexts(list.map(({ type, value }) => [type, value]));
  if (Object.keys(saved).length === 0) return [];
  const { stored, findIssues } = await readStoredTexts(tx);
  const earlier = findIssues(stored).map(toKey);
  return findIssues({ ...stored, ...saved }).filter(
    (issue) => saved[issue.type] !== undefined || !earlier.includes(toKey(issue)),
  );
}

/** Finds the placeholders of stored texts that would lose their value by the deletion of a parameter. */
export async function findPlaceholderIssuesOfDeletion(tx: SiteTx, type: string): Promise<ParameterPlaceholderIssue[]> {
  const { stored, findIssues } = await readStoredTexts(tx);
  const earlier = findIssues(stored).map(toKey);
  const remaining: TextsByParameterKey = Object.fromEntries(Object.entries(stored).filter(([key]) => key !== type));
  return findIssues(remaining).filter((issue) => !earlier.includes(toKey(issue)));
}

async function readStoredTexts(tx: SiteTx) {
  const [site] = await tx.select({ defaultLang: sites.defaultLang }).from(sites).where(eq(sites.id, tx.siteId));
  if (!site) throw new Error(`site ${tx.siteId} does not exist`);
  const stored = toTexts((await readParameters(tx)).map(({ type, value }) => [type, value]));
  return { stored, findIssues: (texts: TextsByParameterKey) => findPlaceholderIssues(texts, site.defaultLang) };
}

const toKey = ({ type, reason }: ParameterPlaceholderIssue): string => `${type} ${reason}`;

const toTexts = (values: readonly (readonly [string, ParameterInput['value']])[]): TextsByParameterKey =>
  Object.fromEntries(
    values.flatMap(([type, value]) => {
      const text = toText(value);
      return text === null ? [] : [[type, text]];
    }),
  );

function toText(value: ParameterInput['value']): Localized | null {
  if (typeof value === 'boolean' || typeof value === 'number') return null;
  if (!isLocalizedMarkdownOrHtml(value)) return value;
  return ('markdown' in value ? value.markdown : value.html) as Localized;
}
