import { describe, expect, test } from 'vitest';
import { listSearchWords, parseSearchQuery } from '#server/api/catalogue/search-query.ts';

describe('the words of a text', () => {
  test.each<[string, string[]]>([
    ['Pinot-noir', ['pinot', 'noir']],
    ['V.S.O.P.', ['vsop']],
    ['Cuvée n. 5', ['cuvee', 'n', '5']],
    ['les pineaux', ['les', 'pineau']],
    ['merlots', ['merlot']],
    ['XO', ['xo']],
    ['L’Estran', ['l', 'estran']],
    ['37,5 cl', ['37,5', 'cl']],
    ['😀 (.*)+', []],
    ['вино', ['вино']],
  ])('%s', (text, words) => {
    expect(listSearchWords(text)).toEqual(words);
  });
});

describe('a query', () => {
  test.each<[string, object]>([
    ['moins de 10 €', { price: { from: 0, to: 10 }, terms: [] }],
    ['rouge moins de 10 euros', { price: { from: 0, to: 10 }, terms: [[['rouge']]] }],
    ['entre 10 et 20', { price: { from: 10, to: 20 }, terms: [] }],
    ['between 10 and 20 euros', { price: { from: 10, to: 20 } }],
    ['plus de 7,50', { price: { from: 7.5, to: Number.MAX_SAFE_INTEGER } }],
    ['15€', { price: { from: 0, to: 15 } }],
    ['pas cher', { isCheapFirst: true, terms: [] }],
    ['cabernet 2020', { years: [2020], terms: [[['cabernet']]] }],
    ['millésime 1998', { years: [1998], terms: [] }],
    ['12 ans', { years: [], price: null, terms: [[['12']], [['ans']]] }],
    ['la', { terms: [[['la']]] }],
    ['champagne', { terms: [[['champagne'], ['effervescent']]] }],
    ['caisse de 6', { terms: [[['caisse', '6'], ['caisse']]] }],
    ['entre', { price: null, terms: [[['entre']]] }],
    ['', { terms: [], isRestricted: false }],
  ])('"%s" is read', (text, query) => {
    expect(parseSearchQuery(text, 'fr_FR')).toMatchObject(query);
  });

  test('of any length has at most six words', () => {
    expect(parseSearchQuery('mot '.repeat(10_000), 'fr_FR').terms).toHaveLength(6);
  });
});
