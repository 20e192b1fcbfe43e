import { describe, expect, test } from 'vitest';
import { systemErrorToOperatorError } from '#server/exit-with-error.ts';
import { parseServerCommand } from '#server/main.ts';
import { OperatorError } from '#server/operator-error.ts';
import { ShutdownStack } from '#server/shutdown-stack.ts';

describe('parseServerCommand', () => {
  test('chooses the role of the process', () => {
    expect(parseServerCommand([])).toBe('start');
    expect(parseServerCommand(['--api'])).toBe('api');
    expect(parseServerCommand(['--worker'])).toBe('worker');
  });

  test('rejects an unknown option with the closest one', () => {
    expect(() => parseServerCommand(['--apy'])).toThrow('There is no option "--apy". Did you mean "--api"?');
    expect(() => parseServerCommand(['--port', '4000'])).toThrow(OperatorError);
  });
});

describe('systemErrorToOperatorError', () => {
  test('explains a missing permission instead of printing a stack', () => {
    const error = systemErrorToOperatorError(
      Object.assign(new Error("EACCES: permission denied, mkdir '/x'"), { code: 'EACCES' }),
    );
    expect(error).toBeInstanceOf(OperatorError);
    expect(error).toMatchObject({ exitCode: 77, message: expect.stringContaining("mkdir '/x'") });
  });
});

describe('ShutdownStack', () => {
  test('runs all steps in reverse order although one fails', async () => {
    const shutdown = new ShutdownStack();
    const order: string[] = [];
    shutdown.add(async () => order.push('database'));
    shutdown.add(async () => {
      throw new Error('worker failed');
    });
    shutdown.add(async () => order.push('storefront'));
    await expect(shutdown.stop()).rejects.toThrow('worker failed');
    expect(order).toEqual(['storefront', 'database']);
  });
});
