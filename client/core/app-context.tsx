import { createContext, type ReactNode, useContext } from 'react';
import type { Weekday } from '#shared/places/weekday.ts';
import type { Texts, TextsWithLazyDomains } from '#shared/texts.ts';
import type { SiteShell } from './site-shell.ts';

/** Values that all components of a page share. Features keep their stores in separate contexts. */
export interface AppContextValue {
  shell: SiteShell;
  texts: TextsWithLazyDomains;
  /** The weekday at the estate when the server rendered the document; after hydration, when the browser opened it. */
  today: Weekday;
}

const AppContext = createContext<AppContextValue | null>(null);

export const AppProvider = ({ value, children }: { value: AppContextValue; children: ReactNode }) => (
  <AppContext value={value}>{children}</AppContext>
);

function useApp(): AppContextValue {
  const value = useContext(AppContext);
  if (!value) throw new Error('AppProvider is missing');
  return value;
}

export const useSiteShell = (): SiteShell => useApp().shell;

export const useTexts = (): Texts => useApp().texts;

/** Returns the texts of the page, to which code can add further text domains on demand. */
export const useTextsWithLazyDomains = (): TextsWithLazyDomains => useApp().texts;

export const useWeekdayToday = (): Weekday => useApp().today;
