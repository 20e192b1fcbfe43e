import type { PictureData } from '#client/ui/picture-data.ts';

export { type PictureData, pictureOf } from '#client/ui/picture-data.ts';

/**
 * A component's configuration is whatever the estate wrote. Each field is read as what it should be, and is absent where
 * it is something else: a page never breaks over its configuration.
 */
export type Config = Readonly<Record<string, unknown>>;

export const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const configIn = (config: Config | undefined, field: string): Config | undefined => {
  const value = config?.[field];
  return isConfig(value) ? value : undefined;
};

export const textIn = (config: Config | undefined, field: string): string => {
  const value = config?.[field];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};

const listIn = (config: Config | undefined, field: string): readonly unknown[] => {
  const value = config?.[field];
  return Array.isArray(value) ? value : [];
};

export const textsIn = (config: Config | undefined, field: string): string[] =>
  listIn(config, field).filter((value) => typeof value === 'string');

export const numbersIn = (config: Config | undefined, field: string): number[] =>
  listIn(config, field).filter((value) => typeof value === 'number');

export const configsIn = (config: Config | undefined, field: string): Config[] =>
  listIn(config, field).filter(isConfig);

export const pictureFrom = (value: unknown): PictureData | null => {
  if (!isConfig(value)) return null;
  const { url, width, height } = value;
  if (typeof url !== 'string' || typeof width !== 'number' || typeof height !== 'number') return null;
  return { url, width, height, alt: textIn(value, 'alt'), tint: textIn(value, 'tint') };
};

export const pictureIn = (config: Config | undefined, field: string): PictureData | null =>
  pictureFrom(config?.[field]);
