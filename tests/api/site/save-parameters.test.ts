import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeValidationIssues } from '#server/api/contract/describe-issues.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { createItem, deleteItem } from '#server/api/resources/edit-item.ts';
import { parameterResource, saveParameters } from '#server/api/site/save-parameters.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { maxSettingTextLength } from '#shared/limits.ts';
import { ParameterInput } from '#shared/site/parameter-input.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();
const site = 40;
await insertSite(db, site);

const save = (...list: ParameterInput[]) => withSiteTransactionOrRollback(db, site, (tx) => saveParameters(tx, list));
const refused = (type: string, message: string) => ({
  ok: false,
  refusal: 'invalid_input',
  issues: [{ path: [type], message }],
});

beforeEach(() => withSiteTransaction(db, site, (tx) => tx.delete(parameters)));

describe('saveParameters with a legal text', () => {
  it('accepts placeholders of parameters that are stored or saved with it', async () => {
    expect(await save({ type: 'COMPANY_NAME', value: 'Clos' })).toMatchObject({ ok: true });
    expect(await save({ type: 'SALE_TERMS', value: '<p>{{COMPANY_NAME}}</p>' })).toMatchObject({ ok: true });
    expect(
      await save(
        { type: 'LEGAL_NOTICE', value: { markdown: '{{RCS_NUMBER}}' } },
        { type: 'RCS_NUMBER', value: 'RCS 1' },
      ),
    ).toMatchObject({ ok: true });
  });

  it.each<[string, ParameterInput['value'], string]>([
    ['an unknown placeholder', '<p>{{COMPANY}}</p>', 'contains the unknown placeholder {{COMPANY}}'],
    [
      'an empty one',
      { markdown: '{{HEAD_OFFICE}}' },
      'contains {{HEAD_OFFICE}}, and the parameter HEAD_OFFICE is empty',
    ],
    [
      'one that is empty in one language',
      { html: { fr_FR: '<p>-</p>', en: '<p>{{SIRET_NUMBER}}</p>' } },
      'contains {{SIRET_NUMBER}}, and the parameter SIRET_NUMBER is empty',
    ],
  ])('refuses %s and stores nothing', async (_, value, message) => {
    expect(await save({ type: 'SALE_TERMS', value })).toEqual(refused('SALE_TERMS', message));
    expect(await withSiteTransaction(db, site, (tx) => tx.$count(parameters))).toBe(0);
  });

  it('refuses an unknown placeholder through the resource of the panel as well', async () => {
    const outcome = await withSiteTransactionOrRollback(db, site, (tx) =>
      parameterResource.save(tx, { type: 'USE_TERMS', value: '{{NOBODY}}' }),
    );
    expect(outcome).toEqual(refused('USE_TERMS', 'contains the unknown placeholder {{NOBODY}}'));
  });
});

describe('saveParameters with a value that a stored text names', () => {
  beforeEach(async () => {
    await save({ type: 'COMPANY_NAME', value: 'Clos' });
    await save({ type: 'SALE_TERMS', value: '{{COMPANY_NAME}}' });
  });

  it('refuses to empty it', async () => {
    const message = 'contains {{COMPANY_NAME}}, and the parameter COMPANY_NAME is empty';
    expect(await save({ type: 'COMPANY_NAME', value: ' ' })).toEqual(refused('SALE_TERMS', message));
  });

  it('is not prevented by an earlier issue of another text', async () => {
    await withSiteTransaction(db, site, (tx) =>
      tx.insert(parameters).values({ type: 'USE_TERMS', value: '{{LEGAL_AGENT}}' }),
    );
    expect(await save({ type: 'COMPANY_NAME', value: 'Domaine' })).toMatchObject({ ok: true });
    expect(await save({ type: 'USE_TERMS', value: '{{LEGAL_AGENT}}' })).toMatchObject({ ok: false });
  });
});

describe('saveParameters with numbers that contradict each other', () => {
  const describeRefusal = async (...list: ParameterInput[]) => {
    const outcome = await save(...list);
    return outcome.ok ? null : describeValidationIssues(outcome.issues as never, { value: list[0]?.value }, 'en');
  };
  beforeEach(() => save({ type: 'MAXIMUM_EXPEDITION_BOTTLE', value: 12 }));

  it.each<[string, ParameterInput, string]>([
    ['a minimum above the maximum', { type: 'MINIMUM_EXPEDITION_BOTTLE', value: 18 }, 'MAXIMUM_EXPEDITION_BOTTLE'],
    ['free delivery above the maximum', { type: 'FREE_SHIPPING_BOTTLE', value: 24 }, 'MAXIMUM_EXPEDITION_BOTTLE'],
    ['a reminder before the order', { type: 'UNPAID_REMINDER_DAYS', value: 30 }, 'UNPAID_ORDER_DAYS'],
  ])('refuses %s with a sentence that names both', async (_, input, other) => {
    const refusal = await describeRefusal(input);
    expect(refusal?.value).toContain(`“${input.type}” cannot be “${input.value}”: it must be at most “${other}”`);
  });

  it('refuses an upper number below the lower one, and the deletion that restores such a default', async () => {
    await save({ type: 'MAXIMUM_EXPEDITION_BOTTLE', value: 300 });
    await save(
      { type: 'UNPAID_BOTTLES_PER_NEW_CUSTOMER', value: 240 },
      { type: 'MINIMUM_EXPEDITION_BOTTLE', value: 180 },
    );
    const refusal = await describeRefusal({ type: 'MAXIMUM_EXPEDITION_BOTTLE', value: 6 });
    expect(refusal?.value).toContain('it must be at least “MINIMUM_EXPEDITION_BOTTLE”, which is 180');
    const deletion = await withSiteTransactionOrRollback(db, site, (tx) =>
      deleteItem(tx, parameterResource, { key: 'UNPAID_BOTTLES_PER_NEW_CUSTOMER', revision: 0 }),
    );
    expect(deletion).toMatchObject({ ok: false });
  });

  it('accepts both together, 0 as no rule, and other parameters beside an earlier contradiction', async () => {
    expect(
      await save({ type: 'MINIMUM_EXPEDITION_BOTTLE', value: 18 }, { type: 'MAXIMUM_EXPEDITION_BOTTLE', value: 24 }),
    ).toMatchObject({ ok: true });
    expect(await save({ type: 'MAXIMUM_EXPEDITION_BOTTLE', value: 0 })).toMatchObject({ ok: true });
    await withSiteTransaction(db, site, (tx) =>
      tx.update(parameters).set({ value: 6 }).where(eq(parameters.type, 'MAXIMUM_EXPEDITION_BOTTLE')),
    );
    expect(await save({ type: 'FREE_SHIPPING_PRICE', value: 150 })).toMatchObject({ ok: true });
  });
});

describe('the deletion of a parameter', () => {
  const remove = (key: string) =>
    withSiteTransactionOrRollback(db, site, (tx) => deleteItem(tx, parameterResource, { key, revision: 1 }));
  const create = (type: string, value: string) =>
    withSiteTransactionOrRollback(db, site, (tx) => createItem(tx, parameterResource, { type, value }));

  it('is refused while a legal text names it, until the text no longer does', async () => {
    await create('SIRET_NUMBER', '123 456 789');
    await save({ type: 'SALE_TERMS', value: '{{SIRET_NUMBER}}' });
    const message = 'contains {{SIRET_NUMBER}}, and the parameter SIRET_NUMBER is empty';
    expect(await remove('SIRET_NUMBER')).toEqual(refused('SALE_TERMS', message));
    await save({ type: 'SALE_TERMS', value: '-' });
    expect(await remove('SIRET_NUMBER')).toMatchObject({ ok: true });
  });

  it('is not prevented by an earlier issue of another text', async () => {
    await create('HEAD_OFFICE', 'Cognac');
    await withSiteTransaction(db, site, (tx) =>
      tx.insert(parameters).values({ type: 'USE_TERMS', value: '{{LEGAL_AGENT}}' }),
    );
    expect(await remove('HEAD_OFFICE')).toMatchObject({ ok: true });
  });
});

describe('ParameterInput', () => {
  const longText = 'a'.repeat(maxSettingTextLength);
  it.each<[string, ParameterInput['value']]>([
    ['one text', `${longText}a`],
    ['a text of one language', { fr_FR: `${longText}a` }],
    ['Markdown', { markdown: { fr_FR: 'a', en: `${longText}a` } }],
  ])('refuses %s above the maximum length and states the maximum', (_, value) => {
    expect(ParameterInput.safeParse({ type: 'SALE_TERMS', value: longText }).success).toBe(true);
    const { issues = [] } = ParameterInput.safeParse({ type: 'SALE_TERMS', value }).error ?? {};
    expect(describeValidationIssues(issues, { type: 'SALE_TERMS', value }, 'en')).toEqual({
      value: '“SALE_TERMS” must have at most 100000 characters.',
    });
  });
});
