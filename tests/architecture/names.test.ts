import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAndListDeclaredNames } from './declared-names.ts';
import { listSourceFiles, repositoryRoot } from './import-graph.ts';

/** The files to which the rules of CONTRIBUTING.md, "Language", apply. */
const files = ['shared', 'server', 'client', 'tests', 'bench', 'tools/build']
  .flatMap(listSourceFiles)
  .filter((file) => !file.startsWith('tests/architecture/'));

/** Words that declared names may not use, with the term to use instead. */
const bannedWords: Readonly<Record<string, string>> = {
  most: 'max',
  least: 'min',
  longest: 'max',
  patience: 'timeout',
  asking: 'context, request',
  asked: 'request',
  wish: 'input',
  wished: 'requested',
  told: 'data, notified',
  believed: 'cached',
  abreast: 'concurrency',
  fault: 'error, issue',
  faults: 'errors, issues',
  trouble: 'issue',
  verdict: 'result',
  dice: 'random',
  asleep: 'disabled',
  awake: 'hydrated, ready',
  hear: 'subscribe, listen',
  heard: 'received',
  flown: 'in flight',
  undone: 'rolled back',
  wanted: 'requested',
  letterhead: 'branding',
  nobody: 'a null case',
  somebody: 'user',
  whoever: 'caller',
  typed: 'entered',
};

/** Parts of names that declared names may not contain, with the term to use instead. */
const bannedPhrases: Readonly<Record<string, string>> = {
  handBack: 'revertToImport',
  handedBack: 'isRevertPending',
  releasedFile: 'unreferencedFile',
  domainProof: 'domainVerification',
  consentProof: 'consentRecord',
};

/** Declared names that contain a banned word because another system chose it: the Unix user `nobody`. */
const allowedNames = new Set(['nobodyUid']);

const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])|[^A-Za-z]+/).map((word) => word.toLowerCase());

const findPhraseTerms = (name: string): string[] =>
  Object.entries(bannedPhrases).flatMap(([phrase, term]) =>
    name.toLowerCase().includes(phrase.toLowerCase()) ? [term] : [],
  );

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Matches a text in which a name may use a banned word, so that the other files need not be parsed. */
const bannedText = new RegExp(
  [
    ...Object.keys(bannedWords).flatMap((word) => [`(?<![A-Za-z])${word}(?![a-z])`, `${capitalise(word)}(?![a-z])`]),
    ...Object.keys(bannedPhrases).flatMap((phrase) => [phrase, capitalise(phrase)]),
  ].join('|'),
);

const commentLine = /^\s*(?:\/\*|\*|\/\/).*$/gm;

const mayUseBannedWord = (text: string): boolean => bannedText.test(text.replace(commentLine, ''));

const findTerms = (name: string): string[] => [
  ...wordsOf(name).flatMap((word) => (Object.hasOwn(bannedWords, word) ? (bannedWords[word] ?? []) : [])),
  ...findPhraseTerms(name),
];

/** Finds the names that a file declares, and the parts of its path, that use a banned word or phrase. */
function bannedNames(file: string): string[] {
  const text = readFileSync(resolve(repositoryRoot, file), 'utf8');
  const names = [...file.split('/'), ...(mayUseBannedWord(text) ? parseAndListDeclaredNames(file, text) : [])];
  return names
    .filter((name) => !allowedNames.has(name))
    .flatMap((name) => findTerms(name).map((term) => `${file}: ${name}: ${term}`));
}

/** Matches types that are named after a past participle. `Localized` is allowed: a text in all languages. */
const participleType =
  /\b(?:class|interface|type)\s+(?!Localized\b)((?:[A-Z][a-z]*ed|Found|Given|Kept|Made|Sent|Sold|Told))\b\s*[={<]/g;

const participleTypes = (file: string): string[] =>
  [...readFileSync(resolve(repositoryRoot, file), 'utf8').matchAll(participleType)].map(
    ([, name]) => `${file}: ${name}`,
  );

const bannedComment =
  /^\s*(?:\/\*\*?|\*|\/\/)\s+(?:(?:What|Whether|Who|Whose|Whoever|Why|Where|How)\b(?!.*\?)|.*\b(?:whoever|somebody|nobody|by heart|Tells (?:if|whether))\b)/;

function bannedComments(file: string): string[] {
  return readFileSync(resolve(repositoryRoot, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => (bannedComment.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
}

describe('names and comments', () => {
  test('no declared name uses a word for which the field has a standard term', () => {
    expect(files.flatMap(bannedNames)).toEqual([]);
  });

  test('no type is named by a past participle alone', () => {
    expect(files.flatMap(participleTypes)).toEqual([]);
  });

  test('no comment is a headless clause or speaks of unnamed people', () => {
    expect(files.flatMap(bannedComments)).toEqual([]);
  });

  test.each(['maxLines', 'leastCommonMultiple'])('the word check finds words inside %s', (name) => {
    expect(wordsOf(name)).toContain(name === 'maxLines' ? 'max' : 'least');
  });

  test.each([
    ['a parameter', '(mostRows: number) => null', 'mostRows'],
    ['a destructured name', 'const { rows: [wanted] } = list', 'wanted'],
    ['a property of a type', 'type Range = { least: number }', 'least'],
    ['a field of a schema', 'z.object({ askedAt: z.string() })', 'askedAt'],
  ])('the word check reads %s', (_, source, name) => {
    expect(mayUseBannedWord(source)).toBe(true);
    expect(parseAndListDeclaredNames('sample.ts', source)).toContain(name);
  });

  test('the phrase check finds a phrase inside a longer name', () => {
    expect(findPhraseTerms('recordHandBack')).toEqual(['revertToImport']);
  });
});
