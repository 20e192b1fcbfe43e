import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CheckboxField, SelectField, TextAreaField, TextField } from '#client/ui/form/Field.tsx';
import '#tests/components/render-in-app.tsx';

const fields = [
  { name: 'TextField', Field: TextField, role: 'textbox' },
  { name: 'TextAreaField', Field: TextAreaField, role: 'textbox' },
  { name: 'SelectField', Field: SelectField, role: 'combobox' },
] as const;

describe.each(fields)('$name', ({ Field, role }) => {
  test('has its hint as description and is valid', () => {
    render(<Field label="Phone" hint="With country code" />);
    const field = screen.getByRole(role, { name: 'Phone' });
    expect(field.getAttribute('aria-invalid')).toBeNull();
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'With country code',
    );
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  test('has hint and error as description and the error as alert', () => {
    render(<Field label="Phone" hint="With country code" error="Too short" />);
    const field = screen.getByRole(role, { name: 'Phone' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(['With country code', 'Too short']);
    expect(screen.getByRole('alert').textContent).toBe('Too short');
  });

  test('shows beside its label that it is optional', () => {
    render(<Field label="Phone" optional="(optional)" />);
    expect(screen.getByRole(role, { name: 'Phone (optional)' }).getAttribute('aria-describedby')).toBeNull();
  });
});

describe('CheckboxField', () => {
  test.each([
    ['an error', 'Required', 'true'],
    ['no error', undefined, null],
  ])('exposes the validity with %s', (_, error, invalid) => {
    render(<CheckboxField label="I accept" error={error} />);
    const field = screen.getByRole('checkbox', { name: 'I accept' });
    expect(field.getAttribute('aria-invalid')).toBe(invalid);
    expect(screen.getByRole('alert').textContent).toBe(error ?? '');
  });
});
