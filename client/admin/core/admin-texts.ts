import type { AdminConfig } from '#shared/admin/admin-config.ts';
import { standardContentTypeNames, standardContentTypes } from '#shared/content/standard-content-types.ts';
import { contentTypePages } from '#shared/content-type-pages.ts';
import type { Lang } from '#shared/languages.ts';
import { createTexts, type Texts, type TextTemplate } from '#shared/texts.ts';

export type AdminTexts = Texts<string>;

type TextFile = Readonly<Record<string, TextTemplate>>;

/** One module for each language, so that the browser loads all texts of the panel with a single request. */
const languageModules = import.meta.glob<Readonly<Record<string, TextFile>>>('/shared/texts/*/panel.ts', {
  import: 'dictionary',
});

/** Creates the function that finds the text of a key such as `admin-orders.title`: file, dot, key in the file. */
export const createTextFinder =
  (domains: ReadonlyMap<string, TextFile>) =>
  (key: string): TextTemplate | undefined => {
    const dot = key.indexOf('.');
    const domain = domains.get(key.slice(0, dot));
    const name = key.slice(dot + 1);
    return domain && Object.hasOwn(domain, name) ? domain[name] : undefined;
  };

/**
 * Creates the labels of the kinds of pages of the standard content types by their keys in `admin-choices.json`. A list
 * has the plural name of its resource and an item the singular, so that the names of a type are written once.
 * @param resourceNames The texts of `admin-resources.json`.
 */
function createContentPageLabels(resourceNames: Readonly<Record<string, TextTemplate>>): Record<string, TextTemplate> {
  const labels: Record<string, TextTemplate> = {};
  for (const name of standardContentTypeNames) {
    const names = resourceNames[standardContentTypes[name].resource];
    if (typeof names !== 'object' || !names.one || !names.other) continue;
    const { listKind, detailKind } = contentTypePages[name];
    labels[`type.${listKind}`] = names.other;
    labels[`pageKinds.${listKind}`] = names.other;
    labels[`pageKinds.${detailKind}`] = names.one;
  }
  return labels;
}

async function loadFiles(lang: Lang): Promise<Map<string, TextFile>> {
  const load = languageModules[`/shared/texts/${lang}/panel.ts`];
  if (!load) throw new Error(`the panel has no texts in the language ${lang}`);
  const getDomain = (path: string) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
  const files = new Map(Object.entries(await load()).map(([path, texts]) => [getDomain(path), texts]));
  const pageLabels = createContentPageLabels(files.get('admin-resources') ?? {});
  return files.set('admin-choices', { ...pageLabels, ...files.get('admin-choices') });
}

/** Loads the panel's texts in the language of the host. */
export async function loadAdminTexts({ lang, timeZone }: Pick<AdminConfig, 'lang' | 'timeZone'>): Promise<{
  texts: AdminTexts;
  findText: (key: string) => TextTemplate | undefined;
}> {
  const findText = createTextFinder(await loadFiles(lang));
  return { texts: createTexts(lang, findText, timeZone), findText };
}

/** Checks whether a text is an instant in ISO 8601, with a time and an offset from UTC. */
export const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text);
