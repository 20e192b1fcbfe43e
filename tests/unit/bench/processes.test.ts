import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { readCpuSeconds } from '../../../bench/processes/machine.ts';
import { startSmtpSink } from '../../../bench/processes/smtp-sink.ts';

test.skipIf(process.platform !== 'linux')('readCpuSeconds() counts children, running and ended', async () => {
  const burn =
    'const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; while (used() < 400000);';
  const parent = spawn(
    process.execPath,
    [
      '-e',
      `const { spawnSync, spawn } = require('node:child_process');
       spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}]);
       spawn(process.execPath, ['-e', ${JSON.stringify(`${burn} process.stdout.write('ready'); setInterval(() => {}, 1000);`)}])
         .stdout.once('data', () => process.stdout.write('ready'));
       process.stdin.on('end', () => process.exit()).resume();`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  );
  await once(parent.stdout, 'data');
  const seconds = readCpuSeconds(parent.pid ?? 0);
  process.kill(-(parent.pid ?? 0), 'SIGKILL');
  expect(seconds).toBeGreaterThan(0.8);
  expect(seconds).toBeLessThan(10);
});

test('the mail server of the benchmark counts the mails that it has received', async () => {
  const sink = await startSmtpSink();
  const transport = createTransport({ url: sink.url, pool: true });
  const mail = { from: 'a@example.org', to: 'b@example.org', subject: 'Order', text: '.\nTwo lines' };
  await Promise.all([transport.sendMail(mail), transport.sendMail(mail)]);
  transport.close();
  expect(sink.readMails()).toBe(2);
});
