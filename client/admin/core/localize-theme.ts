import type { RaThemeOptions } from 'react-admin';
import type { FrameworkTexts } from './framework-texts.ts';

/** Adds the texts of the components in one language to a theme. */
export function localizeTheme(theme: RaThemeOptions, componentTexts: FrameworkTexts['components']): RaThemeOptions {
  const texts = Object.entries(componentTexts ?? {});
  const styled = (theme.components ?? {}) as Readonly<Record<string, object>>;
  const components = texts.map(([name, component]) => [name, { ...component, ...styled[name] }]);
  return { ...theme, components: { ...styled, ...Object.fromEntries(components) } };
}
