import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  getParameterDefinition,
  type ParameterKey,
  parameterGroups,
  parameterKeys,
} from '#shared/site/parameter-definitions.ts';

const root = join(import.meta.dirname, '../../..');
const texts = JSON.parse(readFileSync(join(root, 'shared/texts/en/admin-parameters.json'), 'utf8')) as Record<
  string,
  string
>;

const introduction = `# Parameters

The parameters of a site are set in \`content/parameters.json\` or in the panel under Settings. Import, \`npm run site -- check\`, the panel
and \`PUT /admin/parameter/<key>\` refuse any other value with a sentence that names the parameter, the value and what is allowed.
A stored value that an earlier version accepted stays, and pages and mails work with the nearest number, the first address in the
text, or otherwise the default; the API logs it (\`parameter_invalid\`), and the panel asks for a correction.
An export writes such a value as it is stored, and names it in a warning; \`check\` names it again until it is corrected.

Numbers that contradict each other are refused as well: a minimum of bottles, or the number from which delivery is free, above
the maximum; a minimum above the limits of unpaid bottles; a reminder earlier than the order. 0 switches a rule off.

Texts may differ by language, except words, colours and scripts. Colours are written as CSS does (\`#5b2a3c\`, \`white\`,
\`rgb(91, 42, 60)\`, \`hsl(340 40% 26%)\`). [display.md](display.md) describes what the display parameters do.
`;

const code = (text: string | number | boolean) => `\`${text}\``;
const format = (value: number) => value.toLocaleString('en-GB');

function describeValues(key: ParameterKey): [values: string, fallback: string] {
  const definition = getParameterDefinition(key);
  if (definition.kind === 'BOOLEAN') return ['`true`, `false`', code(false)];
  if (definition.kind === 'NUMBER') {
    const unit = texts[`unit.${definition.unit}`];
    const kind = definition.decimals ? 'at most 2 decimals' : 'whole number';
    return [
      `${format(definition.min)} to ${format(definition.max)} ${unit}, ${kind}`,
      definition.default === null ? 'off' : format(definition.default),
    ];
  }
  if (definition.words) return [definition.words.map(code).join(', '), code(definition.words[0] ?? '')];
  const kinds = { email: 'one email address', phone: 'telephone number', colour: 'colour', code: 'JavaScript' };
  const plain = { STRING: 'text', TEXT: 'HTML or Markdown', LINK: 'https address' };
  const kind = definition.format ? kinds[definition.format] : plain[definition.kind];
  return [`${kind}, at most ${format(definition.maxLength)} characters`, ''];
}

function renderDocument(): string {
  const tables = parameterGroups.map((group) => {
    const rows = parameterKeys
      .filter((key) => getParameterDefinition(key).group === group)
      .map((key) => [code(key), texts[`${key}.label`], ...describeValues(key)].join(' | '));
    return `## ${texts[`group.${group}`]}\n\n| parameter | label | values | default |\n| --- | --- | --- | --- |\n${rows.map((row) => `| ${row} |\n`).join('')}`;
  });
  return [introduction, ...tables].join('\n');
}

/** Tables are aligned when they are committed. */
const normalise = (text: string) => text.replace(/-{3,}/g, '---').replace(/ +/g, ' ').trim();

test('docs/operators/parameters.md lists the definitions of all parameters', () => {
  const written = readFileSync(join(root, 'docs/operators/parameters.md'), 'utf8');
  expect(normalise(written).split('\n')).toEqual(normalise(renderDocument()).split('\n'));
});

test('docs/operators/display.md names the limits and words of the display parameters', () => {
  const rows = readFileSync(join(root, 'docs/operators/display.md'), 'utf8').split('\n');
  const missing = parameterKeys.filter((key) => {
    const definition = getParameterDefinition(key);
    const row = rows.find((line) => line.includes(`\`${key}\``)) ?? '';
    if (definition.group !== 'display') return false;
    if (definition.kind === 'NUMBER')
      return (
        !row.includes(`${definition.min} to ${definition.max} px`) || !row.includes(`default ${definition.default}`)
      );
    if (definition.kind === 'BOOLEAN' || !definition.words) return row === '';
    return !definition.words.every((word) => row.includes(code(word)));
  });
  expect(missing).toEqual([]);
});
