import { screen } from '@testing-library/react';

/** Lists the messages that are announced as alerts. */
export const listAlerts = (): string[] =>
  screen.queryAllByRole('alert').flatMap(({ textContent }) => textContent || []);
