import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const moduleUrl = join(resolve(import.meta.dirname, '../..'), 'server/log-uncaught-error.ts');

test('an uncaught error is one line of the log with its code, without values of the database, before the process ends', () => {
  const program = `
    const { logUncaughtError } = await import(${JSON.stringify(moduleUrl)});
    const error = Object.assign(new Error('Failed query: select $1 params: camille@mail.example'), {
      query: 'select $1', params: ['camille@mail.example'],
    });
    logUncaughtError(error);
    process.kill(process.pid, 'SIGKILL');
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  const { level, code, msg, err } = JSON.parse(stdout);
  expect({ level, code, msg }).toEqual({ level: 60, code: 'uncaught_error', msg: 'uncaught error' });
  expect(err).toMatchObject({ type: 'Error', message: 'Failed query: select $1' });
  expect(stdout + stderr).not.toContain('camille');
});
