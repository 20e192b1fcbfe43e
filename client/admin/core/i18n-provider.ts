import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider } from 'react-admin';
import { getLocale, isLang } from '#shared/languages.ts';
import type { PlaceholderValues, TextTemplate } from '#shared/texts.ts';
import type { AdminTexts } from './admin-texts.ts';
import type { FrameworkTexts } from './framework-texts.ts';

/** Keys of the panel's texts that replace texts of the framework, by the framework's key. */
const ownTexts: Readonly<Record<string, string>> = {
  'ra.page.empty': 'admin.emptyList',
  'ra.page.invite': 'admin.emptyListHint',
  'ra.page.create': 'admin.createTitle',
  'ra.page.not_found': 'admin.notFound',
  'ra.message.not_found': 'admin.notFoundHint',
  'ra.message.invalid_form': 'admin.invalidForm',
};

const resourceKey = /^resources\.(?<resource>[\w-]+)\.(?<part>name|fields|hints|additions)(?:\.(?<source>.+))?$/;

/**
 * The files with the texts about fields, by the third part of the framework's key, such as
 * `resources.product.hints.name`.
 */
const fieldTextFiles: Readonly<Record<string, string>> = {
  fields: 'admin-fields',
  hints: 'admin-field-hints',
  additions: 'admin-field-additions',
};

/** Removes indices and languages from the path of a field: `variants.0.label.en` becomes `variants.label`. */
const toFieldPath = (source: string): string =>
  source
    .split('.')
    .filter((part) => !/^\d+$/.test(part) && !isLang(part))
    .join('.');

/** Lists the keys under which a text about a field is looked up, from the most specific to the most general. */
function listFieldTextKeys(resource: string, source: string, file: string): string[] {
  const path = toFieldPath(source);
  const name = path.slice(path.lastIndexOf('.') + 1);
  const ownFile = file === 'admin-fields' ? 'admin-resources' : file;
  return [`${ownFile}.${resource}.${path}`, `${file}.${path}`, `${file}.${name}`];
}

/** Lists the keys under which the label of a value of a field is looked up, that of the resource first. */
export function listChoiceTextKeys(resource: string, source: string, value: string): string[] {
  const name = source.slice(source.lastIndexOf('.') + 1);
  return [`admin-resources.${resource}.${name}.${value}`, `admin-choices.${name}.${value}`];
}

/**
 * Creates the i18n provider of the panel. Names of resources and labels of their own are in `admin-resources.json`,
 * labels of fields that several resources have in `admin-fields.json`, hints in `admin-field-hints.json`.
 */
export function createI18nProvider(
  { lang, t }: AdminTexts,
  findText: (key: string) => TextTemplate | undefined,
  messages: FrameworkTexts['messages'],
): I18nProvider {
  const framework = polyglotI18nProvider(() => messages, lang, [], {
    allowMissing: true,
  });
  const translateResource = (key: string, values: PlaceholderValues): string | undefined => {
    const { resource = '', part, source } = resourceKey.exec(key)?.groups ?? {};
    if (part === undefined) return undefined;
    const file = fieldTextFiles[part];
    const keys = file ? listFieldTextKeys(resource, source ?? '', file) : [`admin-resources.${resource}`];
    const found = keys.find((candidate) => findText(candidate) !== undefined);
    return found && t(found, values);
  };
  return {
    translate: (key, options = {}) => {
      const values = { ...options, count: options.smart_count ?? options.count ?? 1 } as PlaceholderValues;
      const ownKey = ownTexts[key] ?? key;
      if (findText(ownKey) !== undefined) return t(ownKey, values);
      return translateResource(key, values) ?? framework.translate(key, options);
    },
    changeLocale: async () => {
      // The language depends on the host and cannot be changed within the panel.
    },
    getLocale: () => getLocale(lang),
  };
}
