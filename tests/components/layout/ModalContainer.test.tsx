import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AppProvider } from '#client/core/app-context.tsx';
import { openModal } from '#client/core/modal.ts';
import { LocationContext } from '#client/core/navigation.ts';
import { ModalContainer } from '#client/layout/notices/ModalContainer.tsx';
import { PageAnnouncer } from '#client/layout/notices/PageOverlays.tsx';
import { englishTexts, t } from '#tests/components/render-in-app.tsx';

/** Renders a page with a container, and returns a function that shows another page. */
function renderContainer() {
  const at = (pathname: string) => (
    <AppProvider value={{ shell: {} as never, texts: englishTexts, today: 'monday' }}>
      <LocationContext value={{ pathname, search: '', hash: '' }}>
        <main id="content" tabIndex={-1} />
        <PageAnnouncer title={pathname} />
        <ModalContainer />
      </LocationContext>
    </AppProvider>
  );
  const { rerender } = render(at('/wines'));
  return (pathname: string) => rerender(at(pathname));
}

const open = (label: string, options: { locksScroll?: boolean } = {}) =>
  act(() => openModal({ label, content: <input aria-label={`Quantity of ${label}`} />, ...options }));
const dialogs = () => screen.queryAllByRole('dialog').map((dialog) => dialog.getAttribute('aria-label'));
const dialog = () => screen.getByRole<HTMLDialogElement>('dialog');
const isScrollLocked = () => document.documentElement.hasAttribute('data-scroll-locked');

const Faulty = () => {
  throw new Error('insertBefore failed');
};

/** Closes the dialog as the browser does on Escape, which the test environment does not implement. */
const pressEscape = () => act(() => dialog().close());

describe('ModalContainer', () => {
  let goTo: (pathname: string) => void;
  beforeEach(() => {
    goTo = renderContainer();
  });

  test('shows nothing before a dialog is requested', () => {
    expect(dialogs()).toEqual([]);
  });

  test('shows a message in a dialog whose content fails, and leaves the page as it was', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    act(() => openModal({ label: 'Merlot', content: <Faulty /> }));
    log.mockRestore();
    expect(dialog().textContent).toContain(t('site.error.part'));
    expect(screen.getByRole('button', { name: t('site.error.reload') })).toBeDefined();
    expect(document.getElementById('content')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(dialogs()).toEqual([]);
  });

  test('shows the requested content in an open dialog with its name', () => {
    open('Merlot');
    expect(dialogs()).toEqual(['Merlot']);
    expect(dialog().open).toBe(true);
    expect(dialog().contains(screen.getByRole('textbox', { name: 'Quantity of Merlot' }))).toBe(true);
  });

  test.each([
    ['Escape', pressEscape],
    ['the close button', () => userEvent.click(screen.getByRole('button', { name: t('site.close') }))],
    ['a click on the backdrop', () => userEvent.click(dialog())],
  ])('closes the dialog on %s, and opens it again on the next request', async (_, close) => {
    open('Merlot');
    await close();
    expect(dialogs()).toEqual([]);
    open('Merlot');
    expect(dialogs()).toEqual(['Merlot']);
  });

  test('keeps the dialog open on a click inside it', async () => {
    open('Merlot');
    await userEvent.click(screen.getByRole('textbox'));
    expect(dialogs()).toEqual(['Merlot']);
  });

  test('keeps the dialog open if the pointer is pressed inside it and released on the backdrop', () => {
    open('Merlot');
    fireEvent.pointerDown(screen.getByRole('textbox'));
    fireEvent.click(dialog());
    expect(dialogs()).toEqual(['Merlot']);
  });

  test('replaces an open dialog by the next one', () => {
    open('Merlot');
    open('Syrah');
    expect(dialogs()).toEqual(['Syrah']);
    expect(screen.queryByRole('textbox', { name: 'Quantity of Merlot' })).toBeNull();
  });

  test('discards what was entered in a dialog that the next one replaces', async () => {
    open('Merlot');
    await userEvent.type(screen.getByRole('textbox'), '12');
    open('Syrah');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
  });

  test('closes the dialog when another page is shown, so that the focus can move to that page', () => {
    open('Merlot');
    screen.getByRole('textbox').focus();
    goTo('/');
    expect(dialogs()).toEqual([]);
    expect(isScrollLocked()).toBe(false);
    expect(document.activeElement).toBe(document.getElementById('content'));
    open('Syrah');
    expect(dialogs()).toEqual(['Syrah']);
  });

  test.each([
    ['locks the scrolling of the page by default', {}, true],
    ['leaves the page scrollable on request', { locksScroll: false }, false],
  ])('%s', async (_, options, isLocked) => {
    open('Merlot', options);
    expect(isScrollLocked()).toBe(isLocked);
    await userEvent.click(screen.getByRole('button', { name: t('site.close') }));
    expect(isScrollLocked()).toBe(false);
  });
});

test('ModalContainer shows the dialog that was requested before its code had loaded', () => {
  openModal({ label: 'Merlot', content: null });
  renderContainer();
  expect(dialogs()).toEqual(['Merlot']);
});
