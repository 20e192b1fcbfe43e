import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearToasts, showToast } from '#client/core/toast.ts';
import { Toasts } from '#client/layout/notices/Toasts.tsx';
import { toastDurationMs } from '#shared/limits.ts';
import { renderInApp } from '#tests/components/render-in-app.tsx';

const messages = () => [...screen.getByRole('status').querySelectorAll('p')].map(({ textContent }) => textContent);
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  // The test environment does not implement popovers, so their methods are stubbed.
  HTMLElement.prototype.showPopover = () => {};
  HTMLElement.prototype.hidePopover = () => {};
  renderInApp(<Toasts />);
  // Toasts of other files have waited for the component.
  act(clearToasts);
});
afterEach(() => vi.useRealTimers());

describe('Toasts', () => {
  test('shows each message for its own time', () => {
    act(() => showToast('One'));
    advance(toastDurationMs / 2);
    act(() => showToast('Two'));
    expect(messages()).toEqual(['One', 'Two']);
    advance(toastDurationMs / 2);
    expect(messages()).toEqual(['Two']);
    advance(toastDurationMs / 2);
    expect(messages()).toEqual([]);
  });

  test('shows a message with an action for the same time', () => {
    act(() => showToast('Added', 'success', { text: 'See cart', href: '/cart' }));
    advance(toastDurationMs - 1);
    expect(screen.getByRole('link', { name: 'See cart' }).getAttribute('href')).toBe('/cart');
    advance(1);
    expect(messages()).toEqual([]);
  });

  test('moves the focus to the action for the keyboard, and back once the toast closes', async () => {
    const run = vi.fn();
    const before = document.createElement('button');
    document.body.append(before);
    before.focus();
    await act(async () => showToast('Removed', 'info', { text: 'Undo', run, takesFocus: true }));
    const undo = screen.getByRole('button', { name: 'Undo' });
    expect(document.activeElement).toBe(undo);
    fireEvent.click(undo);
    expect(run).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(before);
    expect(messages()).toEqual([]);
    before.remove();
  });

  test('leaves the focus where it is for the pointer', async () => {
    await act(async () => showToast('Removed', 'info', { text: 'Undo', run: vi.fn() }));
    expect(document.activeElement).toBe(document.body);
  });

  test('keeps a message while the pointer or the focus is on it', () => {
    act(() => showToast('Added', 'success', { text: 'See cart', href: '/cart' }));
    // The test environment does not implement `:focus-within`, so its match is stubbed.
    const matches = vi.spyOn(screen.getByRole('status'), 'matches').mockReturnValue(true);
    advance(4 * toastDurationMs);
    expect(messages()).toHaveLength(1);
    matches.mockReturnValue(false);
    advance(toastDurationMs);
    expect(messages()).toEqual([]);
  });

  test('runs the action and removes the message', () => {
    const putBack = vi.fn();
    act(() => showToast('Removed', 'info', { text: 'Undo', run: putBack }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(putBack).toHaveBeenCalledOnce();
    expect(messages()).toEqual([]);
  });

  test('removes all messages on request', () => {
    act(() => {
      showToast('One');
      showToast('Two');
      clearToasts();
    });
    expect(messages()).toEqual([]);
  });
});
