import { readTextsByLanguage } from '#server/read-texts.ts';
import { foldText } from '#shared/fold-text.ts';
import { type Lang, languages } from '#shared/languages.ts';
import type { Column } from './derive-columns.ts';
import { productColumns, variantColumns } from './product-columns.ts';

const toTextKey = (column: string, choice: string): string => `${column}.${choice}`;

const keys = [...productColumns, ...variantColumns].flatMap(({ name, choices = [] }) =>
  choices.map((choice) => toTextKey(name, choice)),
);
const labels = readTextsByLanguage<string, string>('admin-choices', keys);

/** Symbols that files contain instead of the names of units. */
const symbols: Readonly<Record<string, string>> = { cl: 'CENTILITRE', l: 'LITER' };

/** Words of labels that people leave out: a file has "rouge" for "Vin rouge". */
const omittedWords = new Set(['vin', 'wine']);

const omitWords = (label: string): string =>
  label
    .split(' ')
    .filter((word) => !omittedWords.has(word))
    .join(' ');

/**
 * Finds the choice that a cell names by its key or by its label in any language.
 * @returns undefined if the column has no such choice
 */
export function findChoice({ name, choices = [] }: Column, cell: string): string | undefined {
  const word = foldText(cell);
  return choices.find((choice) => {
    const names = languages.map((lang) => foldText(labels[lang][toTextKey(name, choice)] ?? choice));
    return [choice.toLowerCase(), ...names, ...names.map(omitWords)].includes(word) || symbols[word] === choice;
  });
}

/** Lists the labels and keys of a column's choices, such as `Vin rouge (red)`. */
export const listChoiceWords = ({ name, choices = [] }: Column, lang: Lang): string =>
  choices.map((choice) => `${labels[lang][toTextKey(name, choice)]} (${choice})`).join(', ');
