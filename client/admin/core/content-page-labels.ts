import { standardContentTypeNames, standardContentTypes } from '#shared/content/standard-content-types.ts';
import { contentTypePages } from '#shared/content-type-pages.ts';
import type { TextTemplate } from '#shared/texts.ts';

/**
 * Creates the labels of the kinds of pages of the standard content types by their keys in `admin-choices.json`. A list
 * has the plural name of its resource and an item the singular, so that the names of a type are written once.
 * @param resourceNames The texts of `admin-resources.json`.
 */
export function createContentPageLabels(
  resourceNames: Readonly<Record<string, TextTemplate>>,
): Record<string, TextTemplate> {
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
