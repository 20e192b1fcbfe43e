import { expect, test } from 'vitest';
import { onceAtATime, TooManyWaiting, takingTurns } from '#server/api/limits/taking-turns.ts';

test('no more run abreast than allowed, and all come to their turn in order', async () => {
  const turn = takingTurns(2, 100);
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const work = (index: number) => async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    done.push(index);
  };
  await Promise.all(Array.from({ length: 9 }, (_, index) => turn(work(index))));
  expect(most).toBe(2);
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('a work that fails gives its place to the next', async () => {
  const turn = takingTurns(1, 10);
  const failing = turn(async () => {
    throw new Error('no');
  });
  const next = turn(async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('beyond those who may wait, the next is turned away', async () => {
  const turn = takingTurns(1, 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = turn(() => promise);
  const second = turn(async () => {});
  await expect(turn(async () => {})).rejects.toThrow(TooManyWaiting);
  resolve();
  await Promise.all([first, second]);
});

test('what several ask for at once is done once, and again for the next', async () => {
  const once = onceAtATime<number>();
  let times = 0;
  const work = async () => ++times;
  expect(await Promise.all([once('a', work), once('a', work), once('b', work)])).toEqual([1, 1, 2]);
  expect(await once('a', work)).toBe(3);
});

test('a failure is not kept', async () => {
  const once = onceAtATime<number>();
  await expect(once('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await once('a', async () => 1)).toBe(1);
});
