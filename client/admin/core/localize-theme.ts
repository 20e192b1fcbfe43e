import type { ThemeOptions } from '@mui/material';
import { frFR } from '@mui/material/locale';
import type { RaThemeOptions } from 'react-admin';
import type { Lang } from '#shared/languages.ts';

/** The texts of the components, such as the names of their buttons. Other languages get the English ones. */
const componentTexts: Partial<Record<Lang, Pick<ThemeOptions, 'components'>>> = { fr_FR: frFR };

/** Adds the texts of the components in a language to a theme. */
export function localizeTheme(theme: RaThemeOptions, lang: Lang): RaThemeOptions {
  const texts = Object.entries(componentTexts[lang]?.components ?? {});
  const styled = (theme.components ?? {}) as Readonly<Record<string, object>>;
  const components = texts.map(([name, component]) => [name, { ...component, ...styled[name] }]);
  return { ...theme, components: { ...styled, ...Object.fromEntries(components) } };
}
