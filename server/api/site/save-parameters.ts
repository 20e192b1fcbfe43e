import { eq } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import {
  createTableRows,
  deleteRowByProperty,
  type RowsOfTable,
  type SaveOutcome,
} from '#server/api/database/table-rows.ts';
import { type FindTextImageAttributes, readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { toSchemaIssue } from '#shared/input-issue.ts';
import { type Localized, mapLocalized } from '#shared/localized.ts';
import { refuse } from '#shared/outcome.ts';
import {
  findPlaceholderIssues,
  type ParameterPlaceholderIssue,
  type TextsByParameterKey,
} from '#shared/site/find-placeholder-issues.ts';
import {
  conflictingParameterKeys,
  findParameterConflicts,
  type ParameterConflict,
} from '#shared/site/parameter-conflicts.ts';
import { isHtmlParameter, type ParameterKey } from '#shared/site/parameter-definitions.ts';
import { isLocalizedMarkdownOrHtml, type ParameterInput } from '#shared/site/parameter-input.ts';
import { parameterResourceSpec } from '#shared/site/site-resource-specs.ts';
import { readParametersWithKeys } from './read-parameters.ts';
import { renderLocalizedRichText, sanitiseHtml } from './render-text.ts';
import { readParameters } from './site-repository.ts';
import { parameters } from './site-tables.ts';

export const toParameterRows = (
  list: readonly ParameterInput[],
  findPicture: FindTextImageAttributes,
): RowsOfTable[] => [
  createTableRows(
    parameters,
    list.map(({ type, value }) => ({
      type,
      value: isLocalizedMarkdownOrHtml(value) ? renderLocalizedRichText(value, findPicture) : clean(type, value),
    })),
  ),
];

function clean(type: ParameterKey, value: Localized | number | boolean): Localized | number | boolean {
  if (typeof value === 'boolean' || typeof value === 'number' || !isHtmlParameter(type)) return value;
  return mapLocalized(value, sanitiseHtml);
}

/**
 * Finds the placeholders that would have no value after `list` is saved: all in the saved texts, and those in other
 * stored texts that lose their value by the save. Earlier issues of stored texts do not prevent the save.
 */
async function findPlaceholderIssuesOfSave(
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
async function findPlaceholderIssuesOfDeletion(tx: SiteTx, type: string): Promise<ParameterPlaceholderIssue[]> {
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

/** Saves the given parameters and leaves all others unchanged. Refused if placeholders would have no value then. */
export async function saveParameters(
  tx: SiteTx,
  list: readonly ParameterInput[],
): Promise<SaveOutcome<'invalid_input'>> {
  const issues = await findPlaceholderIssuesOfSave(tx, list);
  if (issues.length > 0) return refusePlaceholders(issues);
  const values = Object.fromEntries(list.map(({ type, value }) => [type, value]));
  const conflicts = await findConflictsOfChange(tx, values);
  if (conflicts.length > 0) return refuseConflicts(conflicts);
  const markdown = list.flatMap(({ value }) =>
    typeof value === 'object' && 'markdown' in value ? [value as { markdown: Localized }] : [],
  );
  return saveRows(tx, toParameterRows(list, await readEmbeddedImageLookup(tx, ...markdown)));
}

const refusePlaceholders = (issues: readonly ParameterPlaceholderIssue[]) => ({
  ...refuse('invalid_input'),
  issues: issues.map(({ type, reason }) => ({ path: [type], message: reason })),
});

/** Finds numbers that contradict each other by a change; `undefined` is a parameter that is deleted. */
async function findConflictsOfChange(
  tx: SiteTx,
  changed: Readonly<Record<string, unknown>>,
): Promise<ParameterConflict[]> {
  if (!conflictingParameterKeys.some((key) => key in changed)) return [];
  const stored = await readParametersWithKeys(tx, conflictingParameterKeys);
  return findParameterConflicts({ ...stored, ...changed }, (key) => key in changed);
}

const refuseConflicts = (conflicts: readonly ParameterConflict[]) => ({
  ...refuse('invalid_input'),
  issues: conflicts.map((conflict) => toSchemaIssue({ path: ['value'], ...conflict })),
});

/** Deletes a parameter, unless a stored text would lose the value of a placeholder by that. */
async function deleteParameter(tx: SiteTx, key: string | number): Promise<SaveOutcome<'invalid_input'>> {
  const issues = await findPlaceholderIssuesOfDeletion(tx, String(key));
  if (issues.length > 0) return refusePlaceholders(issues);
  const conflicts = await findConflictsOfChange(tx, { [key]: undefined });
  return conflicts.length > 0 ? refuseConflicts(conflicts) : deleteRowByProperty(tx, parameters, 'type', key);
}

/** Deleting a parameter restores its default value. */
export const parameterResource = defineResource({
  ...parameterResourceSpec,
  table: parameters,
  save: (tx, input) => saveParameters(tx, [input]),
  remove: deleteParameter,
  isReservedItem: ({ type }) => type === ('SCRIPTS_TO_LOAD' satisfies ParameterKey),
});
