import { z } from 'zod';
import { Theme } from './site-contract.ts';

export type ThemeColours = Omit<Theme, 'fonts'>;

/** The paths of a theme's colours, such as `accent` and `menu.ink`. */
export const themeColourPaths: readonly string[] = Object.entries(Theme.shape).flatMap(([name, schema]) => {
  if (schema instanceof z.ZodString) return [name];
  return schema instanceof z.ZodObject ? Object.keys(schema.shape).map((key) => `${name}.${key}`) : [];
});

/** Returns the colours of a theme by their paths, without values that are no text, such as null from an empty field. */
export function flattenThemeColours(theme: ThemeColours): Record<string, string> {
  const colours = themeColourPaths.flatMap((path): [string, string][] => {
    const value = path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), theme);
    return typeof value === 'string' ? [[path, value]] : [];
  });
  return Object.fromEntries(colours);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
