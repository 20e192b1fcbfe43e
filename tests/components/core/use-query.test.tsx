import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ApiCallError } from '#client/core/call-api.ts';
import { useQuery } from '#client/core/use-query.ts';

interface Load {
  key: string;
  signal: AbortSignal;
  resolve: (data: string) => void;
  reject: (error: unknown) => void;
}

/** Renders the hook with promises that the test resolves or rejects itself. */
function renderQuery(initialKey: string | null) {
  const loads: Load[] = [];
  const start = (key: string) => (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => loads.push({ key, signal, resolve, reject }));
  const hook = renderHook(({ key }: { key: string | null }) => useQuery(key === null ? null : start(key), [key]), {
    initialProps: { key: initialKey },
  });
  const loadAt = (index: number): Load => {
    const load = loads[index];
    if (!load) throw new Error(`load ${index} has not been started`);
    return load;
  };
  return { ...hook, loads, loadAt };
}

describe('useQuery', () => {
  test('returns the loaded data', async () => {
    const { result, loadAt } = renderQuery('a');
    expect(result.current).toMatchObject({ data: undefined, error: undefined, isLoading: true });
    await act(async () => loadAt(0).resolve('A'));
    expect(result.current).toMatchObject({ data: 'A', error: undefined, isLoading: false });
  });

  test('does not load again while its deps are the same', () => {
    const { rerender, loads } = renderQuery('a');
    rerender({ key: 'a' });
    expect(loads).toHaveLength(1);
  });

  test('aborts a superseded load and ignores its result', async () => {
    const { result, rerender, loadAt } = renderQuery('a');
    rerender({ key: 'b' });
    expect(loadAt(0).signal.aborted).toBe(true);
    await act(async () => loadAt(1).resolve('B'));
    await act(async () => loadAt(0).resolve('A'));
    expect(result.current.data).toBe('B');
  });

  test('ignores the error of a superseded load', async () => {
    const { result, rerender, loadAt } = renderQuery('a');
    rerender({ key: 'b' });
    await act(async () => loadAt(0).reject(new Error('aborted')));
    expect(result.current).toMatchObject({ error: undefined, isLoading: true });
  });

  test('keeps the data of earlier deps until newer data is there', async () => {
    const { result, rerender, loadAt } = renderQuery('a');
    await act(async () => loadAt(0).resolve('A'));
    rerender({ key: 'b' });
    expect(result.current).toMatchObject({ data: 'A', isLoading: true });
    await act(async () => loadAt(1).resolve('B'));
    expect(result.current).toMatchObject({ data: 'B', isLoading: false });
  });

  test('reports a refusal and clears it on reload', async () => {
    const { result, loadAt } = renderQuery('a');
    const refusal = new ApiCallError(503, 'Away');
    await act(async () => loadAt(0).reject(refusal));
    expect(result.current).toMatchObject({ data: undefined, error: refusal, isLoading: false });
    act(() => result.current.reload());
    expect(result.current).toMatchObject({ error: undefined, isLoading: true });
    await act(async () => loadAt(1).resolve('A'));
    expect(result.current).toMatchObject({ data: 'A', isLoading: false });
  });

  test('keeps the data when a reload fails', async () => {
    const { result, loadAt } = renderQuery('a');
    await act(async () => loadAt(0).resolve('A'));
    act(() => result.current.reload());
    await act(async () => loadAt(1).reject(new ApiCallError(503, '')));
    expect(result.current).toMatchObject({ data: 'A', isLoading: false });
    expect(result.current.error?.status).toBe(503);
  });

  test('loads nothing and discards the data without a load', async () => {
    const { result, rerender, loads, loadAt } = renderQuery(null);
    expect(loads).toHaveLength(0);
    expect(result.current.isLoading).toBe(false);
    rerender({ key: 'a' });
    await act(async () => loadAt(0).resolve('A'));
    rerender({ key: null });
    await waitFor(() => expect(result.current).toMatchObject({ data: undefined, isLoading: false }));
  });

  test('aborts when the component unmounts', () => {
    const { unmount, loadAt } = renderQuery('a');
    unmount();
    expect(loadAt(0).signal.aborted).toBe(true);
  });

  test('leaves errors other than refusals unhandled, so that they are reported', async () => {
    const onError = vi.fn();
    const handlers = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', onError);
    const { loadAt } = renderQuery('a');
    const defect = new TypeError('defect');
    await act(async () => loadAt(0).reject(defect));
    await waitFor(() => expect(onError).toHaveBeenCalledWith(defect, expect.anything()));
    process.removeAllListeners('unhandledRejection');
    for (const handler of handlers) process.on('unhandledRejection', handler);
  });
});
