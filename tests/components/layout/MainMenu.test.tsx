import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AppProvider } from '#client/core/app-context.tsx';
import { LocationContext } from '#client/core/navigation.ts';
import { MainMenu } from '#client/layout/navigation/MainMenu.tsx';
import type { MenuEntry } from '#client/layout/navigation/menu-entries.ts';
import { englishTexts, t } from '#tests/components/render-in-app.tsx';

const createEntry = (id: number, title: string, overrides: Partial<MenuEntry> = {}): MenuEntry => ({
  id,
  title,
  href: `/${title.toLowerCase()}`,
  isExternal: false,
  hasNoPage: false,
  script: '',
  children: [],
  ...overrides,
});
const wines = createEntry(11, 'Wines', { current: 'page' });
const entries = [
  createEntry(1, 'Products', { href: null, hasNoPage: true, current: 'true', children: [wines] }),
  createEntry(2, 'Estate', { children: [createEntry(21, 'Cellar'), createEntry(22, 'Team')] }),
  createEntry(3, 'Booking', { href: null, hasNoPage: true, script: 'a1b2', children: [createEntry(31, 'Tours')] }),
  createEntry(4, 'Contact'),
];

/** Renders the menu and a button after it, and returns a function that shows another page. */
function renderMenu(): { goTo: (pathname: string) => void } {
  const at = (pathname: string): ReactNode => (
    <AppProvider value={{ shell: {} as never, texts: englishTexts, today: 'monday' }}>
      <LocationContext value={{ pathname, search: '', hash: '' }}>
        <MainMenu entries={entries} />
        <button type="button">Search</button>
      </LocationContext>
    </AppProvider>
  );
  const { rerender } = render(at('/'));
  return { goTo: (pathname) => rerender(at(pathname)) };
}

const link = (name: string) => screen.getByRole('link', { name });
const search = () => screen.getByRole('button', { name: 'Search' });
const products = () => screen.getByRole('button', { name: 'Products' });
const estate = () => screen.getByRole('button', { name: t('site.submenu', { title: 'Estate' }) });
const booking = () => screen.getByRole('button', { name: t('site.submenu', { title: 'Booking' }) });
const isOpen = (button: HTMLElement) => button.getAttribute('aria-expanded') === 'true';

afterEach(() => vi.restoreAllMocks());

describe('MainMenu', () => {
  test('is a landmark with a name, in which each button names the list that it opens', () => {
    renderMenu();
    const menu = within(screen.getByRole('navigation', { name: t('site.menu') }));
    for (const [button, entry] of [
      [products(), 'Wines'],
      [estate(), 'Cellar'],
      [booking(), 'Tours'],
    ] as const) {
      const list = document.getElementById(button.getAttribute('aria-controls') ?? '');
      expect(list?.contains(menu.getByRole('link', { name: entry }))).toBe(true);
      expect(isOpen(button)).toBe(false);
    }
  });

  test('marks the current page and the entry above it', () => {
    renderMenu();
    expect(link('Wines').getAttribute('aria-current')).toBe('page');
    expect(products().getAttribute('aria-current')).toBe('true');
    expect(link('Contact').hasAttribute('aria-current')).toBe(false);
  });

  test.each(['{Enter}', ' '])('opens and closes a submenu with the key “%s”', async (key) => {
    renderMenu();
    products().focus();
    await userEvent.keyboard(key);
    expect(isOpen(products())).toBe(true);
    await userEvent.keyboard(key);
    expect(isOpen(products())).toBe(false);
  });

  test.each([
    ['a heading', products, 'Wines'],
    ['a page', estate, 'Cellar'],
    ['a script', booking, 'Tours'],
  ])('closes the submenu of %s on Escape and returns the focus to its button', async (_, button, entry) => {
    renderMenu();
    button().focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.tab();
    expect(document.activeElement).toBe(link(entry));
    await userEvent.keyboard('{Escape}');
    expect(isOpen(button())).toBe(false);
    expect(document.activeElement).toBe(button());
  });

  test('keeps a submenu open while the focus moves inside it, and closes it when the focus leaves', async () => {
    renderMenu();
    estate().focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(link('Team'));
    expect(isOpen(estate())).toBe(true);
    await userEvent.tab();
    expect(isOpen(estate())).toBe(false);
  });

  test('opens a submenu under the mouse pointer, keeps it open on a click and closes it afterwards', async () => {
    renderMenu();
    const user = userEvent.setup();
    await user.hover(estate());
    expect(isOpen(estate())).toBe(true);
    await user.click(estate());
    expect(isOpen(estate())).toBe(true);
    await user.hover(search());
    expect(isOpen(estate())).toBe(false);
  });

  test('closes a submenu under the mouse pointer on Escape and leaves the focus where it is', async () => {
    renderMenu();
    search().focus();
    await userEvent.hover(estate());
    expect(isOpen(estate())).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(isOpen(estate())).toBe(false);
    expect(document.activeElement).toBe(search());
  });

  test('opens a submenu with one tap and closes it with the next', async () => {
    renderMenu();
    const user = userEvent.setup();
    await user.pointer({ keys: '[TouchA]', target: products() });
    expect(isOpen(products())).toBe(true);
    await user.pointer({ keys: '[TouchA]', target: products() });
    expect(isOpen(products())).toBe(false);
  });

  test('closes a submenu on a tap elsewhere in a browser that does not focus tapped buttons', () => {
    renderMenu();
    const tap = (target: HTMLElement) => {
      fireEvent.pointerDown(target, { pointerType: 'touch' });
      fireEvent.click(target, { detail: 1 });
    };
    tap(estate());
    expect(isOpen(estate())).toBe(true);
    fireEvent.pointerDown(link('Team'), { pointerType: 'touch' });
    expect(isOpen(estate())).toBe(true);
    tap(products());
    expect([isOpen(estate()), isOpen(products())]).toEqual([false, true]);
    tap(document.body);
    expect(isOpen(products())).toBe(false);
  });

  test('closes a submenu when another page is shown', async () => {
    const { goTo } = renderMenu();
    await userEvent.hover(estate());
    goTo('/team');
    expect(isOpen(estate())).toBe(false);
  });

  test('keeps a submenu open that style sheets had opened under the pointer before hydration', () => {
    // The test environment does not implement `:hover`, so its match is stubbed.
    vi.spyOn(HTMLLIElement.prototype, 'matches').mockImplementation(function (this: Element, selectors) {
      return selectors.includes(':hover') && this.contains(link('Cellar'));
    });
    renderMenu();
    expect([isOpen(products()), isOpen(estate())]).toEqual([false, true]);
  });
});
