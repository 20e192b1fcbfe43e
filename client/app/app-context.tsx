import { createContext, type ReactNode, useContext } from 'react';
import type { Weekday } from '#shared/places/weekday.ts';
import type { Texts } from '#shared/texts.ts';
import type { Shell } from './shell.ts';

export interface AppValue {
  shell: Shell;
  texts: Texts;
  /** The weekday at the estate when the page was rendered. */
  today: Weekday;
}

const AppContext = createContext<AppValue | null>(null);

export const AppProvider = ({ value, children }: { value: AppValue; children: ReactNode }) => (
  <AppContext value={value}>{children}</AppContext>
);

function useApp(): AppValue {
  const value = useContext(AppContext);
  if (!value) throw new Error('a component of the site is rendered outside AppProvider');
  return value;
}

/** What every page of the site knows: parameters, page tree, logos. */
export const useShell = (): Shell => useApp().shell;

/** `const { t, euros, date } = useTexts()`, in the language of the page. */
export const useTexts = (): Texts => useApp().texts;

/** The weekday at the estate when the page was rendered. */
export const useToday = (): Weekday => useApp().today;
