import type { ThemeOptions } from '@mui/material';
import type { TranslationMessages } from 'react-admin';
import type { Lang } from '#shared/languages.ts';

/** The texts of the libraries that the panel is built with, in one language. */
export interface FrameworkTexts {
  messages: TranslationMessages;
  /** The texts of MUI's components, such as the names of their buttons. Absent texts are English. */
  components: ThemeOptions['components'];
}

const modules = import.meta.glob<FrameworkTexts>('./framework-texts/*.ts', { import: 'default' });
const fallback: Lang = 'en';

/** Loads the texts of the panel's libraries. A language without a file in `framework-texts` gets the English ones. */
export async function loadFrameworkTexts(lang: Lang): Promise<FrameworkTexts> {
  const load = modules[`./framework-texts/${lang}.ts`] ?? modules[`./framework-texts/${fallback}.ts`];
  if (!load) throw new Error(`the panel's libraries have no texts in the language ${fallback}`);
  return load();
}
