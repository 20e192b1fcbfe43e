import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import english from '#client/admin/core/framework-texts/en.ts';
import french from '#client/admin/core/framework-texts/fr_FR.ts';
import { getLanguageRecord, type Lang, languages } from '#shared/languages.ts';
import { normalizeSpaces } from '#tests/support/fixtures/estates.ts';
import englishPageTree from '../../../sites/willow-hill/content/page-tree.en.json' with { type: 'json' };

const textsFolder = join(import.meta.dirname, '../../../shared/texts');

/** Returns all strings inside of a value. */
const listStrings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(listStrings)
      : [];

/** Returns the texts of the panel in one language: those of the platform and those of its libraries. */
function listTexts(lang: Lang, framework: object): string[] {
  const folder = join(textsFolder, lang);
  const files = readdirSync(folder).filter((name) => /^admin.*\.json$/.test(name));
  const own = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return listStrings([own, framework])
    .flatMap((text) => text.split('||||'))
    .map(normalizeSpaces);
}

const placeholder = /\{\w+\}|%\{\w+\}/;

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns a regular expression that matches a template with any values for its placeholders. */
const toPattern = (template: string): RegExp =>
  new RegExp(`^${template.split(placeholder).map(escapePattern).join('.+')}$`, 's');

/**
 * A template with few letters apart from its placeholders, such as `{label} {number}`, also matches other languages.
 */
const hasEnoughLetters = (template: string): boolean =>
  template
    .split(placeholder)
    .join('')
    .replace(/[^\p{L}]/gu, '').length >= 8;

/** Creates the function that finds the French texts of the panel among texts that must be English. */
export function createFrenchFinder(): (texts: readonly string[]) => string[] {
  const englishTexts = listTexts('en', english);
  // Languages have their own names in every language, and a page of the estate is called “Journal” in English.
  const names = [...languages.map((lang) => getLanguageRecord(lang).label), ...listStrings(englishPageTree)];
  const isEnglish = new Set([...englishTexts, ...names.map(normalizeSpaces)]);
  const frenchTexts = listTexts('fr_FR', french).filter((text) => text !== '' && !isEnglish.has(text));
  const fixed = new Set(frenchTexts.filter((text) => !placeholder.test(text)));
  const patterns = frenchTexts.filter((text) => placeholder.test(text) && hasEnoughLetters(text)).map(toPattern);
  const englishPatterns = englishTexts
    .filter((text) => placeholder.test(text) && hasEnoughLetters(text))
    .map(toPattern);
  const isFrench = (text: string) =>
    fixed.has(text) ||
    /\d,\d\d €|\b(?:janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre)\b/i.test(text) ||
    (patterns.some((pattern) => pattern.test(text)) && !englishPatterns.some((pattern) => pattern.test(text)));
  return (texts) => [...new Set(texts.map(normalizeSpaces))].filter(isFrench);
}

/**
 * Returns the texts of a page that users see or hear: its title, its texts without typed values, and the attributes
 * that name elements.
 */
export const listPageTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, textarea, [contenteditable]')) texts.push(node.nodeValue ?? '');
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt'])
        texts.push(element.getAttribute(name) ?? '');
    return texts.filter((text) => text.trim() !== '');
  });
