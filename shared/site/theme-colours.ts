import { z } from 'zod';
import { Theme } from './site-contract.ts';

/** The colours of a theme, without its fonts. */
export type ThemeColours = Omit<Theme, 'fonts'>;

/** The paths of a theme's colours, such as `accent` and `menu.ink`. */
export const themeColourPaths: readonly string[] = Object.entries(Theme.shape).flatMap(([name, schema]) => {
  if (schema instanceof z.ZodString) return [name];
  return schema instanceof z.ZodObject ? Object.keys(schema.shape).map((key) => `${name}.${key}`) : [];
});

/** Returns the colours of a theme by their paths. */
export function flattenThemeColours(theme: ThemeColours): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(theme)) {
    if (typeof value === 'string') flat[name] = value;
    else if (!Array.isArray(value)) for (const [key, colour] of Object.entries(value)) flat[`${name}.${key}`] = colour;
  }
  return flat;
}
