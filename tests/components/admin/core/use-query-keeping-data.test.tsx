import { act, renderHook } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useQueryKeepingData } from '#client/admin/core/use-query-keeping-data.ts';

const debounceMs = 400;

interface Load {
  key: string;
  signal: AbortSignal;
  resolve: (data: string) => void;
  reject: (error: unknown) => void;
}

/** Renders the hook with promises that the test resolves or rejects itself. A key that is null has nothing to load. */
function renderPanelQuery(initialKey: string | null, options?: { debounceMs: number }) {
  const loads: Load[] = [];
  const start = (key: string) => (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => loads.push({ key, signal, resolve, reject }));
  const hook = renderHook(
    ({ key }: { key: string | null }) => useQueryKeepingData(key === null ? null : start(key), [key], options),
    { initialProps: { key: initialKey } },
  );
  const change = (key: string | null) => hook.rerender({ key });
  const answer = (index: number, data: string) => act(async () => loads[index]?.resolve(data));
  const fail = (index: number, message: string) => act(async () => loads[index]?.reject(new HttpError(message, 503)));
  return { ...hook, loads, change, answer, fail, keys: () => loads.map(({ key }) => key) };
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('useQueryKeepingData with a debounce', () => {
  it('loads once the input has not changed for the time', async () => {
    const { change, keys, result, answer } = renderPanelQuery('a', { debounceMs });
    await wait(debounceMs - 1);
    change('b');
    await wait(debounceMs - 1);
    change('c');
    await wait(debounceMs - 1);
    expect(keys()).toEqual([]);
    expect(result.current).toMatchObject({ data: undefined, isLoading: true });
    await wait(1);
    expect(keys()).toEqual(['c']);
    await answer(0, 'C');
    expect(result.current).toMatchObject({ data: 'C', error: undefined, isLoading: false });
  });

  it('loads nothing after the component was unmounted', async () => {
    const { unmount, keys } = renderPanelQuery('a', { debounceMs });
    unmount();
    await wait(debounceMs);
    expect(keys()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('loads nothing after the input has become incomplete', async () => {
    const { change, keys } = renderPanelQuery('a', { debounceMs });
    change(null);
    await wait(debounceMs);
    expect(keys()).toEqual([]);
  });

  it('aborts a running load at once when the input changes, and ignores its late response', async () => {
    const { change, loads, answer, result } = renderPanelQuery('a', { debounceMs });
    await wait(debounceMs);
    change('b');
    expect(loads[0]?.signal.aborted).toBe(true);
    await wait(debounceMs);
    await answer(1, 'B');
    await answer(0, 'A');
    expect(result.current.data).toBe('B');
  });

  it('waits for the time before it loads again on request', async () => {
    const { result, keys, fail, answer } = renderPanelQuery('a', { debounceMs });
    await wait(debounceMs);
    await fail(0, 'Away');
    act(() => result.current.reload());
    expect(keys()).toEqual(['a']);
    await wait(debounceMs);
    await answer(1, 'A');
    expect(result.current).toMatchObject({ data: 'A', error: undefined });
  });
});

describe('useQueryKeepingData', () => {
  it('loads at once without a debounce', () => {
    expect(renderPanelQuery('a').keys()).toEqual(['a']);
  });

  it('aborts a running load when the component is unmounted', () => {
    const { unmount, loads } = renderPanelQuery('a');
    unmount();
    expect(loads[0]?.signal.aborted).toBe(true);
  });

  it('reports a failed call, and keeps the earlier data', async () => {
    const { change, answer, fail, result } = renderPanelQuery('a');
    await answer(0, 'A');
    change('b');
    await fail(1, 'Away');
    expect(result.current).toMatchObject({ data: 'A', error: { message: 'Away', status: 503 }, isLoading: false });
  });

  it('keeps the failure until the next load has succeeded', async () => {
    const { change, answer, fail, result } = renderPanelQuery('a');
    await fail(0, 'Away');
    change('b');
    expect(result.current).toMatchObject({ error: { message: 'Away' }, isLoading: true });
    await answer(1, 'B');
    expect(result.current).toMatchObject({ data: 'B', error: undefined, isLoading: false });
  });

  it('ignores the failure of a load that was replaced', async () => {
    const { change, fail, result } = renderPanelQuery('a');
    change('b');
    await fail(0, 'Away');
    expect(result.current).toMatchObject({ error: undefined, isLoading: true });
  });

  it('keeps the data while there is nothing to load', async () => {
    const { change, answer, fail, result } = renderPanelQuery('a');
    await answer(0, 'A');
    change(null);
    expect(result.current).toMatchObject({ data: 'A', isLoading: false });
    change('b');
    expect(result.current).toMatchObject({ data: 'A', isLoading: true });
    await fail(1, 'Away');
    expect(result.current).toMatchObject({ data: 'A', error: { message: 'Away' } });
  });
});
