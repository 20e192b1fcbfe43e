import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, repositoryRoot } from './import-graph.ts';

const files = listFiles('tests', /\.tsx?$/).map((file) => ({
  file,
  text: readFileSync(join(repositoryRoot, file), 'utf8'),
}));
const listNames = (isListed: (file: { file: string; text: string }) => boolean) =>
  files.filter(isListed).map(({ file }) => file);

test('every test file is in the folder of a project, so that it runs', () => {
  const isTest = ({ file }: { file: string }) => /\.(?:test|spec)\.tsx?$/.test(file);
  const runs =
    /^tests\/(?:(?:unit|architecture|components|api|storefront|system)\/.+\.test\.tsx?|browser\/.+\.spec\.ts)$/;
  expect(listNames(isTest).length).toBeGreaterThan(600);
  expect(listNames((each) => isTest(each) && !runs.test(each.file))).toEqual([]);
});

// Test files of one worker share their modules, so a replaced module would affect other files (see vite.config.ts).
test('only isolated test files replace modules', () => {
  const replacesModules = ({ text }: { text: string }) => /^vi\.(?:do)?[mM]ock\(/m.test(text);
  const isIsolated = ({ file }: { file: string }) => /\.isolated\.test\.tsx?$/.test(file);
  expect(listNames((each) => replacesModules(each) !== isIsolated(each))).toEqual([]);
});

test('only test files and their set-up have hooks at the top level', () => {
  const hasHook = ({ text }: { text: string }) => /^(?:before|after)(?:Each|All)\(/m.test(text);
  const mayHaveHook = /\.(?:test|spec)\.tsx?$|^tests\/support\/set-up-[a-z-]+\.ts$/;
  expect(listNames((each) => hasHook(each) && !mayHaveHook.test(each.file))).toEqual([]);
});
