import type { AdminConfig } from '#shared/admin/admin-config.ts';
import type { Lang } from '#shared/languages.ts';
import { createTexts, type Texts, type TextTemplate } from '#shared/texts.ts';

export type AdminTexts = Texts<string>;

type TextFile = Readonly<Record<string, TextTemplate>>;

const files = import.meta.glob<TextFile>('/shared/texts/*/admin*.json', { import: 'default' });
const filePattern = /\/texts\/(?<lang>\w+)\/(?<domain>[\w-]+)\.json$/;

/** Creates the function that finds the text of a key such as `admin-orders.title`: file, dot, key in the file. */
export const createTextFinder =
  (domains: ReadonlyMap<string, TextFile>) =>
  (key: string): TextTemplate | undefined => {
    const dot = key.indexOf('.');
    const domain = domains.get(key.slice(0, dot));
    const name = key.slice(dot + 1);
    return domain && Object.hasOwn(domain, name) ? domain[name] : undefined;
  };

async function loadFiles(lang: Lang): Promise<Map<string, TextFile>> {
  const entries = Object.entries(files).flatMap(([path, load]) => {
    const { lang: fileLang, domain = '' } = filePattern.exec(path)?.groups ?? {};
    return fileLang === lang ? [load().then((texts) => [domain, texts] as const)] : [];
  });
  return new Map(await Promise.all(entries));
}

/** Loads the panel's texts in the language of the host. */
export async function loadAdminTexts({
  lang,
  timeZone,
}: AdminConfig): Promise<{ texts: AdminTexts; findText: (key: string) => TextTemplate | undefined }> {
  const findText = createTextFinder(await loadFiles(lang));
  return { texts: createTexts(lang, findText, timeZone), findText };
}
