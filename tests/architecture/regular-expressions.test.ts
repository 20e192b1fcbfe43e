import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { listSourceFiles, repositoryRoot } from './import-graph.ts';
import { parseAndListNodes, type SyntaxNode } from './syntax-tree.ts';

/** The checker in JavaScript alone. The package's main entry starts a native program or Java where it finds one. */
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck');

/** Maximum time in milliseconds for one pattern on a slow machine. Most patterns take a few milliseconds. */
const patternTimeoutMs = 60_000;
const testTimeoutMs = 300_000;

/** Smaller generations than the defaults: the checker still finds the patterns of the first test, in half the time. */
const fuzzing = { maxInitialGenerationSize: 200, maxGenerationSize: 50, maxIteration: 5 } as const;

/** Patterns that may take more than linear time, with the reason why no text can make them slow. */
const allowedPatterns: Readonly<Record<string, string>> = {};

/** Patterns that are built at run time, by file and arguments, with the reason why they take linear time. */
const builtPatterns: Readonly<Record<string, string>> = {
  'client/features/cart/handover/set-up-handover.ts: `(?:^|;\\\\s*)${handoverCookieName}=([^;]*)`':
    'The name is a constant; white space is read only after a semicolon.',
  'server/api/media/svg-styles.ts: `[.#]${identifier}`': 'One repeated class follows its mark.',
  'server/api/media/svg-styles.ts: `^(\\\\*|${identifier})?((?:[.#]${identifier})*)(:root)?$`':
    'The repeated class contains no mark, so that each name ends at the next one.',
  'server/api/sheets/sheet-text-writer.ts: `\\\\S{${maxWordLength}}(?=\\\\S)`':
    'The length is a constant, so each position costs a constant time.',
  'server/storefront/api/contract-paths.ts: `^${source}$`':
    'Fixed segments and `[^/]+` alternate, so each part ends at the next slash.',
  "shared/accounts/weak-password.ts: commonWords.toSorted((a, b) => b.length - a.length).join('|')":
    'The alternatives are words without quantifiers.',
  'shared/catalogue/build-next-vintage-product.ts: `(?<!\\\\d)${from}(?!\\\\d)`': 'The middle is a number.',
  'shared/fold-text.ts: `[${charactersRemovedByFolding}]`': 'It matches one character.',
  'shared/fold-text.ts: `[${characterReplacements.from}]`': 'It matches one character.',
  'shared/fold-text.ts: `[${whiteSpaceCharacterClassContent}]+`': 'Nothing follows the repeated class.',
  'shared/newsletter/newsletter-issue-input.ts: `(?:${internalLinkPattern.source}|${externalLinkPattern.source})\\\\S*$`':
    'Both patterns are checked and begin at the start of the text; one repeated class follows.',
  'shared/places/postcode.ts: `^\\\\d{${count}}$`': 'It has a fixed length.',
  "shared/redact-email.ts: `(?<![\\\\p{L}\\\\p{N}_.+-])${email.replace(/[.*+?^$()|[\\]{}\\\\/]/g, '\\\\$&')}(?![\\\\p{L}\\\\p{N}_-]|\\\\.[\\\\p{L}\\\\p{N}])`":
    'The address is escaped, so its length is fixed.',
  'shared/shipping/terms-conflicts.ts: `(\\\\d{1,4}) ${bottles}`': 'The number has at most four digits.',
  'shared/shipping/terms-conflicts.ts: `\\\\b${numberPattern(words)} ${words.days}`':
    'The number is a word or at most four digits, and the rest has a fixed length.',
  'shared/shipping/terms-conflicts.ts: `\\\\b${number} ${words.to} ${number} ${unit}`':
    'The numbers are words or at most four digits, and one space separates them.',
  'shared/site/domain-name.ts: `^(?=.{1,253}$)(?:${label}\\\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`':
    'Names of more than 253 characters are refused before.',
  'shared/site/go-live.ts: `\\\\[[^[\\\\]]*(${joinForAllLanguages(({ gapMarker }) => gapMarker)})\\\\]`':
    'Each bracket is searched up to the next one only.',
  'shared/site/go-live.ts: joinForAllLanguages((language) => language.mediatorPattern)':
    'The alternatives are words without quantifiers.',
  'shared/site/popup-input.ts: `${internalLinkPattern.source}|^https:\\\\/\\\\/`': 'It has no quantifier.',
  'shared/site/sections.ts: `${internalLinkPattern.source}|${externalLinkPattern.source}`':
    'Both patterns are checked, and one of them is tried after the other.',
};

interface AttackPattern {
  pumps: { prefix: string; pump: string }[];
  suffix: string;
}

interface FoundNode extends SyntaxNode {
  regex?: { pattern: string; flags: string };
  callee?: { name?: string };
  arguments?: readonly SyntaxNode[];
}

interface FoundPattern {
  file: string;
  pattern: string;
  flags: string;
}

interface FoundPatterns {
  /** Each pattern and its flags once, with the first file that has it. */
  fixed: FoundPattern[];
  /** The patterns that are built at run time, as `<file>: <first argument>`. */
  built: string[];
}

const isRegExpCall = ({ type, callee }: FoundNode): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp';

function findPatterns(files: readonly string[]): FoundPatterns {
  const fixed = new Map<string, FoundPattern>();
  const built: string[] = [];
  for (const file of files) {
    const source = readFileSync(resolve(repositoryRoot, file), 'utf8');
    for (const node of parseAndListNodes(file, source) as Iterable<FoundNode>) {
      if (node.regex) fixed.set(`/${node.regex.pattern}/${node.regex.flags}`, { file, ...node.regex });
      const [argument] = isRegExpCall(node) ? (node.arguments ?? []) : [];
      if (argument) built.push(`${file}: ${source.slice(argument.start, argument.end).replace(/\s+/g, ' ')}`);
    }
  }
  return { fixed: [...fixed.values()], built };
}

/**
 * The patterns that the checker has proved, because all of them together take 45 seconds of computation. The list counts
 * for one version of the checker. With WRITE_PATTERNS=1 this test writes it.
 */
const provedFile = resolve(import.meta.dirname, 'proved-patterns.json');
const proved: { recheck: string; patterns: string[] } = JSON.parse(readFileSync(provedFile, 'utf8'));
const checker = manifest.devDependencies.recheck;
const knownSafe = new Set(proved.recheck === checker ? proved.patterns.filter((key) => !isDueToday(key)) : []);

/** Each day another thirtieth of the list is checked again, so that no wrong entry lasts. */
function isDueToday(key: string): boolean {
  const shares = 30;
  const hash = [...key].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 0);
  return hash % shares === Math.floor(Date.now() / 86_400_000) % shares;
}

function writeProved(patterns: readonly string[]): void {
  writeFileSync(provedFile, `${JSON.stringify({ recheck: checker, patterns: patterns.toSorted() }, null, 2)}\n`);
}

const check = (pattern: string, flags: string): string => {
  const result = checkSync(pattern, flags, { ...fuzzing, timeout: patternTimeoutMs });
  if (result.status !== 'vulnerable') return result.status;
  const { summary } = result.complexity;
  return summary.includes('fuzz') && !takesLong(new RegExp(pattern, flags), result.attack) ? 'safe' : summary;
};

/**
 * Checks whether an attack that fuzzing has found works, because fuzzing misjudges some patterns with look-behinds. A
 * pattern of quadratic time takes seconds for these lengths, one of linear time about a millisecond.
 */
function takesLong(pattern: RegExp, { pumps, suffix }: AttackPattern): boolean {
  const length = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.ceil(100_000 / Math.max(1, length));
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
  const startedAt = performance.now();
  text.replace(pattern, '');
  return performance.now() - startedAt > 300;
}

const { fixed, built } = findPatterns(['shared', 'server', 'client'].flatMap(listSourceFiles));

describe('regular expressions', { timeout: testTimeoutMs }, () => {
  it.each([
    [String.raw`\{\{\s*([^{}]*?)\s*\}\}`, '3rd degree polynomial'],
    [String.raw`^\S+@\S+\.\S+$`, '3rd degree polynomial'],
    [String.raw`(<a\b[^>]*? href=")\/(?!\/)`, '2nd degree polynomial'],
    [String.raw`\/+$`, '2nd degree polynomial'],
    [String.raw`(?<!\+[^@ ]*)\+[^@ ]*@`, '2nd degree polynomial'],
  ])('of the kind %s are found: %s', (pattern, complexity) => {
    expect(check(pattern, 'g')).toContain(complexity);
  });

  it('take linear time for every text, or stand in the list with a reason', () => {
    const safe: string[] = [];
    const slow = fixed.flatMap(({ file, pattern, flags }) => {
      const key = `/${pattern}/${flags}`;
      const result = knownSafe.has(key) ? 'safe' : check(pattern, flags);
      if (result === 'safe') safe.push(key);
      return result === 'safe' ? [] : [{ at: `${file}: ${key}`, result }];
    });
    expect(slow.filter(({ at }) => !Object.hasOwn(allowedPatterns, at))).toEqual([]);
    expect(slow.map(({ at }) => at)).toEqual(expect.arrayContaining(Object.keys(allowedPatterns)));
    if (process.env.WRITE_PATTERNS) writeProved(safe);
  });

  it('that are built at run time stand in the list with a reason', () => {
    expect([...new Set(built)].toSorted()).toEqual(Object.keys(builtPatterns).toSorted());
  });
});
