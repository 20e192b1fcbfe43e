import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBatchedLogStream } from '#server/http/create-log-destination.ts';

function createDestination() {
  const batches: string[] = [];
  const flushSync = vi.fn();
  return { batches, flushSync, write: (batch: string) => void batches.push(batch) };
}

describe('createBatchedLogStream', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('passes lines on together after 100 ms', () => {
    const destination = createDestination();
    const log = createBatchedLogStream(destination);
    log.write('one\n');
    log.write('two\n');
    expect(destination.batches).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(destination.batches).toEqual(['one\ntwo\n']);
    vi.advanceTimersByTime(1_000);
    expect(destination.batches).toHaveLength(1);
  });

  test('passes a full batch on at once', () => {
    const destination = createDestination();
    const log = createBatchedLogStream(destination);
    for (let i = 0; i < 33; i++) log.write(`${'x'.repeat(999)}\n`);
    expect(destination.batches).toHaveLength(1);
    expect(destination.batches[0]).toHaveLength(33_000);
  });

  test('flushSync passes everything on and flushes the destination', () => {
    const destination = createDestination();
    const log = createBatchedLogStream(destination);
    log.write('last line\n');
    log.flushSync();
    expect(destination.batches).toEqual(['last line\n']);
    expect(destination.flushSync).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1_000);
    expect(destination.batches).toHaveLength(1);
  });
});
