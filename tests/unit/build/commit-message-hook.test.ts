import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { repositoryRoot } from '../../architecture/import-graph.ts';

const folder = mkdtempSync(join(tmpdir(), 'cuvee-commit-message-'));
afterAll(() => rmSync(folder, { recursive: true }));

function runHook(message: string) {
  const file = join(folder, 'COMMIT_EDITMSG');
  writeFileSync(file, message);
  const { status, stderr } = spawnSync('sh', [join(repositoryRoot, '.githooks/commit-msg'), file], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

/** Creates a subject of `length` characters. */
const subjectOf = (length: number, letter = 'x') => `fix(cart): ${letter.repeat(length - 'fix(cart): '.length)}`;

describe('the commit-msg hook', () => {
  test.each([
    ['a type', 'docs: name the codes of the log\n'],
    ['a type and a scope', 'fix(cart): keep the code after a reload\n\nThe body may be as long as it has to be.\n'],
    ['a breaking change', 'feat(api)!: require a digest\n'],
    ['72 characters', subjectOf(72)],
    ['72 characters of two bytes each', subjectOf(72, 'é')],
    ['comments before it', '# Please enter the commit message.\n\nperf: read less\n'],
    ['the text of a merge', `Merge branch '${'x'.repeat(90)}'`],
    ['the text of a revert', `Revert "${subjectOf(72)}"`],
    ['the mark of a fixup', `fixup! ${subjectOf(72)}`],
    ['the mark of a squash', `squash! ${subjectOf(72)}`],
  ])('passes a subject with %s', (_, message) => {
    expect(runHook(message)).toEqual({ status: 0, stderr: '' });
  });

  test.each([
    ['without a type', 'Keep the code after a reload', 'must begin like'],
    ['with an unknown type', 'fixes(cart): keep the code', 'must begin like'],
    ['with an empty scope', 'fix(): keep the code', 'must begin like'],
    ['without a text', 'fix(cart): ', 'must begin like'],
    ['without a space after the colon', 'fix:keep the code', 'must begin like'],
    ['that is empty', '# Only a comment\n', 'must begin like'],
    ['of 73 characters', subjectOf(73), 'has 73 characters'],
    ['of 73 characters of two bytes each', subjectOf(73, 'é'), 'has 73 characters'],
  ])('refuses a subject %s', (_, message, reason) => {
    expect(runHook(message)).toEqual({ status: 1, stderr: expect.stringContaining(reason) });
  });
});
