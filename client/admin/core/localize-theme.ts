import type { RaThemeOptions } from 'react-admin';
import type { FrameworkTexts } from './framework-texts.ts';

export function localizeTheme(theme: RaThemeOptions, componentTexts: FrameworkTexts['components']): RaThemeOptions {
  const texts = Object.entries(componentTexts ?? {});
  const styled = (theme.components ?? {}) as Readonly<Record<string, object>>;
  const components = texts.map(([name, component]) => [name, { ...component, ...styled[name] }]);
  return { ...theme, components: { ...styled, ...Object.fromEntries(components) } };
}
