import { Checkbox, createTheme, FormControlLabel, ThemeProvider } from '@mui/material';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminTheme } from '#client/admin/core/theme.ts';

const renderInTheme = (element: React.ReactNode) =>
  render(<ThemeProvider theme={createTheme(adminTheme)}>{element}</ThemeProvider>);

test('the theme of the panel labels the checkbox of a row, and not the element around it', () => {
  const { container } = renderInTheme(<Checkbox aria-label="Select this row" />);
  expect(screen.getByRole('checkbox', { name: 'Select this row' })).toBeInstanceOf(HTMLInputElement);
  expect(container.querySelectorAll('span[aria-label]')).toHaveLength(0);
});

test('the theme of the panel keeps the label and the input properties of other checkboxes', () => {
  renderInTheme(<FormControlLabel label="Archived" control={<Checkbox inputProps={{ name: 'isArchived' }} />} />);
  expect(screen.getByRole('checkbox', { name: 'Archived' }).getAttribute('name')).toBe('isArchived');
});
