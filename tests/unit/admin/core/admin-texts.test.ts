import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadAdminTexts } from '#client/admin/core/admin-texts.ts';
import { describeField, type FieldSchemas, getObjectFields } from '#client/admin/inputs/describe-field.ts';
import { type AuditedKind, auditActions, auditedKinds } from '#shared/admin/admin-contract.ts';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import { type Lang, languages } from '#shared/languages.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import {
  getParameterDefinition,
  getParameterWords,
  parameterGroups,
  parameterKeys,
} from '#shared/site/parameter-definitions.ts';

const root = join(import.meta.dirname, '../../../..');
const readTexts = (name: string, lang = 'en'): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, `shared/texts/${lang}/${name}.json`), 'utf8')) as Record<string, unknown>;

const { findText } = await loadAdminTexts({ lang: 'en', timeZone: 'Europe/Paris' });

interface ListedField {
  name: string;
  values: readonly string[];
}

/** Lists all fields of a schema, with those of the objects inside. */
function listFields(shape: FieldSchemas): ListedField[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const field = describeField(name, schema);
    if (field.kind === 'optionList')
      return [
        { name, values: [] },
        { name: field.discriminator, values: Object.keys(field.options) },
        ...Object.values(field.options).flatMap(listFields),
      ];
    if (field.kind === 'alternativeList')
      return [
        { name, values: Object.keys(field.alternatives) },
        ...Object.values(field.alternatives).flatMap(listFields),
      ];
    if (field.kind === 'listsByKey') return [{ name, values: field.keys }, ...listFields(field.fields)];
    const values = field.kind === 'choice' || field.kind === 'choices' ? field.values : [];
    const inner = field.kind === 'group' || field.kind === 'list' ? listFields(field.fields) : [];
    return [{ name, values }, ...inner];
  });
}

describe.each(adminResourceSpecs.map((spec) => [spec.name, spec] as const))('the resource %s', (name, spec) => {
  const fields = listFields(getObjectFields(spec.input));

  test('has a name and an explanation', () => {
    expect(readTexts('admin-resources')).toHaveProperty([name]);
    expect(readTexts('admin-resources')).toHaveProperty([`${name}.help`]);
  });

  test('has a label for each field', () => {
    const labels = readTexts('admin-fields');
    const ownLabels = readTexts('admin-resources');
    const names = [...fields.map((field) => field.name), ...Object.keys(spec.list.fields)];
    expect(names.filter((field) => !labels[field] && !ownLabels[`${name}.${field}`])).toEqual([]);
  });

  test('has a label for each choice', () => {
    const missing = fields.flatMap(({ name: field, values }) =>
      values
        .map((value) => `${field}.${value}`)
        .filter(
          (key) =>
            findText(`admin-choices.${key}`) === undefined && findText(`admin-resources.${name}.${key}`) === undefined,
        ),
    );
    // Parameters are shown by a separate screen.
    const parameters = new Set<string>(name === 'parameter' ? parameterKeys.map((key) => `type.${key}`) : []);
    expect(missing.filter((key) => !parameters.has(key))).toEqual([]);
  });
});

test.each<[Lang, string, string]>([
  ['en', 'News', 'News item'],
  ['fr_FR', 'Actualités', 'Actualité'],
])('the kinds of pages of a standard content type have the names of its resource in %s', async (lang, list, item) => {
  const { texts } = await loadAdminTexts({ lang, timeZone: 'Europe/Paris' });
  expect(texts.t('admin-choices.type.NEWS')).toBe(list);
  expect(texts.t('admin-choices.pageKinds.NEWS')).toBe(list);
  expect(texts.t('admin-choices.pageKinds.NEWS_ARTICLE')).toBe(item);
});

test.each(languages)('the panel loads all of its texts in %s', async (lang: Lang) => {
  const { findText } = await loadAdminTexts({ lang, timeZone: 'Europe/Paris' });
  const files = readdirSync(join(root, 'shared/texts', lang)).filter((file) => file.startsWith('admin'));
  const firstKeys = files.map((file) => {
    const domain = file.slice(0, -'.json'.length);
    return `${domain}.${Object.keys(readTexts(domain))[0]}`;
  });
  expect(firstKeys.filter((key) => findText(key) === undefined)).toEqual([]);
});

describe('the texts that the code of the panel names', () => {
  const sources = readdirSync(join(root, 'client/admin'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, 'client/admin', file), 'utf8'));
  const keys = [
    ...new Set(sources.flatMap((source) => source.match(/(?<=['"])admin(-[a-z-]+)?\.[\w.-]+(?=['"])/g) ?? [])),
  ];

  test('exist', () => {
    expect(keys.length).toBeGreaterThan(10);
    const missing = keys.filter((key) => {
      const dot = key.indexOf('.');
      return !Object.hasOwn(readTexts(key.slice(0, dot)), key.slice(dot + 1));
    });
    expect(missing).toEqual([]);
  });
});

describe('parameters', () => {
  const texts = readTexts('admin-parameters');

  test.each(parameterGroups)('the group %s has a name and parameters', (group) => {
    expect(texts).toHaveProperty([`group.${group}`]);
    expect(parameterKeys.filter((key) => getParameterDefinition(key).group === group)).not.toEqual([]);
  });

  test.each(parameterKeys)('%s has a label, an explanation and a text for each value and unit', (key) => {
    const definition = getParameterDefinition(key);
    const needed = ['label', 'explanation', ...(getParameterWords(key) ?? [])].map((name) => `${key}.${name}`);
    const unit = definition.kind === 'NUMBER' ? [`unit.${definition.unit}`] : [];
    expect([...needed, ...unit].filter((name) => !Object.hasOwn(texts, name))).toEqual([]);
  });
});

test.each(paymentMethods)('the payment method %s has a label and an explanation', (method) => {
  expect(readTexts('admin-choices')).toMatchObject({
    [`method.${method}`]: expect.stringMatching(/./),
    [`methodHelp.${method}`]: expect.stringMatching(/./),
  });
});

/** The fields that the API records of items without a resource. */
const auditedFields: Partial<Record<AuditedKind, readonly string[]>> = {
  customer: ['reason'],
  domain: ['hosts', 'origins', 'languages', 'defaultLang', 'keptByImport'],
  language: ['hosts', 'origins', 'languages', 'defaultLang', 'keptByImport'],
  'form-submission': ['form', 'receivedAt', 'isHandled', 'replies'],
  mail: ['state'],
  'newsletter-issue': ['state', 'sendAt', 'testMail'],
  order: [
    ...['number', 'state', 'channel', 'total', 'trackingNumber', 'paymentDueAt'],
    ...['note', 'refundedPayment', 'paidRefund', 'refundedCents', 'returnsStock'],
  ],
  'page-draft': ['publishAt'],
  registration: ['state'],
  review: ['state', 'rejectionGround', 'rejectionReason', 'reply'],
  staff: ['email', 'role', 'hasSecondFactor', 'invitedBy'],
  'staff-invitation': ['email', 'role'],
  stock: ['quantity', 'kind', 'reason'],
  voucher: ['state', 'order'],
  withdrawal: ['isHandled'],
};

describe('the audit log', () => {
  const names = new Set([...adminResourceSpecs.map(({ name }) => name), ...auditedKinds]);

  test.each([...names])('names the kind %s in every language', (name) => {
    for (const lang of languages) {
      const texts = readTexts('admin-resources', lang);
      expect(texts[name], lang).toMatchObject({ one: expect.any(String), other: expect.any(String) });
    }
  });

  test.each(Object.entries(auditedFields))('names the fields of the kind %s in every language', (kind, fields) => {
    for (const lang of languages) {
      const texts = readTexts('admin-fields', lang);
      const ownTexts = readTexts('admin-resources', lang);
      const missing = fields.filter((field) => !ownTexts[`${kind}.${field}`] && !texts[field]);
      expect(missing, lang).toEqual([]);
    }
  });

  test.each(auditActions)('names the action %s in every language', (action) => {
    for (const lang of languages)
      expect(readTexts('admin-people', lang)[`action.${action}`], lang).toEqual(expect.any(String));
  });
});
