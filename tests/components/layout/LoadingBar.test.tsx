import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callApi } from '#client/core/call-api.ts';
import { LoadingBar } from '#client/layout/notices/LoadingBar.tsx';
import { loadingBarTimingsMs } from '#shared/limits.ts';
import { renderInApp } from '../render-in-app.tsx';
import { stubApi } from '../stub-api.ts';

const stage = () => screen.queryByRole('progressbar')?.getAttribute('data-stage') ?? 'hidden';
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Sends a call to the API, and ignores its result. The loading bar ignores background calls. */
const call = (input: { isBackground?: boolean } = {}) =>
  act(async () => void callApi('GET /countries', input).catch(() => {}));

beforeEach(() => {
  vi.useFakeTimers();
  renderInApp(<LoadingBar hasPageFailed={false} />);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('LoadingBar', () => {
  test('shows a failed call, and disappears afterwards', async () => {
    stubApi({ 'GET /countries': { status: 500, message: '' } });
    await call();
    expect(stage()).toBe('failed');
    await wait(loadingBarTimingsMs.hideDelay);
    expect(stage()).toBe('hidden');
  });

  test('shows a slow call until it has succeeded', async () => {
    const response = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => response.promise);
    await call();
    await wait(loadingBarTimingsMs.startDelay);
    expect(stage()).toBe('creeping');
    await act(async () => response.resolve(Response.json({ success: true, message: '', data: { countries: [] } })));
    expect(stage()).toBe('done');
  });

  test('disappears if a fast call begins before the bar of an earlier call is hidden', async () => {
    stubApi({ 'GET /countries': { status: 500, message: '' } });
    await call();
    expect(stage()).toBe('failed');
    stubApi({ 'GET /countries': { data: { countries: [] } } });
    await wait(loadingBarTimingsMs.hideDelay / 2);
    await call();
    await wait(loadingBarTimingsMs.hideDelay);
    expect(stage()).toBe('hidden');
  });

  test('shows nothing for a fast call and for a failed call in the background', async () => {
    stubApi({ 'GET /countries': { data: { countries: [] } } });
    await call();
    stubApi({});
    await call({ isBackground: true });
    expect(stage()).toBe('hidden');
  });
});
