import type { ThemeInput } from '#shared/site/site-input.ts';

export type FontFamily = ThemeInput['fonts'][number];

/**
 * Suggests the name of a font family from the name of one of its files: `SourceSans3-SemiBold.woff2` → `Source Sans 3`.
 */
export function suggestFamilyName(fileName: string): string {
  const [stem = ''] = fileName.replace(/\.[^.]*$/, '').split(/[-_]/);
  const words = stem.replace(/(?<=\p{Ll})(?=[\p{Lu}\d])/gu, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Adds an uploaded file to the family that its name suggests, which is created if the theme does not have it yet. */
export function addFontFile(families: readonly FontFamily[], file: { id: number; name: string }): FontFamily[] {
  const name = suggestFamilyName(file.name);
  const isKnown = families.some((family) => family.name === name);
  if (!isKnown) return [...families, { name, files: [file.id] }];
  return families.map((family) =>
    family.name === name ? { ...family, files: [...new Set([...family.files, file.id])] } : family,
  );
}

/** Removes a file from a family, and the family with its last file, because a family of the theme must have a file. */
export function removeFontFile(families: readonly FontFamily[], at: number, fileId: number): FontFamily[] {
  return families.flatMap((family, index) => {
    const files = index === at ? family.files.filter((id) => id !== fileId) : family.files;
    return files.length > 0 ? [{ ...family, files }] : [];
  });
}
