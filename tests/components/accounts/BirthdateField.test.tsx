import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { BirthdateField } from '#client/features/accounts/BirthdateField.tsx';
import { RegisterForm } from '#client/features/accounts/RegisterForm.tsx';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';

function Birthdate({ initial = '' }: { initial?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <BirthdateField value={value} onChange={setValue} hint="Adults only." />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('1990-05-06')}>
        restore
      </button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: t('accounts.field.birthdate') });
const value = () => screen.getByRole('status').textContent;

describe('BirthdateField', () => {
  test('reads a typed date and keeps it as it was typed', async () => {
    renderInApp(<Birthdate />);
    await userEvent.tab();
    await userEvent.keyboard('3.3.1980');
    expect([field().value, value()]).toEqual(['3.3.1980', '1980-03-03']);
  });

  test('passes on a text that is no date, so that the form reports it', async () => {
    renderInApp(<Birthdate />);
    await userEvent.type(field(), '31/2/1980');
    expect([field().value, value()]).toEqual(['31/2/1980', '31/2/1980']);
    await userEvent.clear(field());
    expect(value()).toBe('');
  });

  test('describes the format and shows stored dates in it', async () => {
    renderInApp(<Birthdate initial="1980-12-31" />);
    expect(field().value).toBe('31/12/1980');
    const description = document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent;
    expect(description).toBe(`${t('accounts.field.birthdate.format', { example: '31/12/1980' })} Adults only.`);
    await userEvent.click(screen.getByText('restore'));
    expect(field().value).toBe('06/05/1990');
  });

  test('opens the picker by keyboard and takes its date', async () => {
    const { container } = renderInApp(<Birthdate />);
    const picker = container.querySelector<HTMLInputElement>('input[type=date]');
    if (!picker) throw new Error('there is no picker');
    picker.showPicker = vi.fn();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(picker.showPicker).toHaveBeenCalledOnce();
    fireEvent.change(picker, { target: { value: '1975-01-02' } });
    expect([field().value, value()]).toEqual(['02/01/1975', '1975-01-02']);
  });
});

test.each([
  ['', 'accounts.field.required'],
  ['31/12/80', 'accounts.field.birthdate.wrong'],
  ['31/12/2020', 'accounts.field.birthdate.young'],
] as const)('the registration reports the date of birth %j', async (text, message) => {
  renderInApp(<RegisterForm />);
  if (text) await userEvent.type(field(), text);
  await userEvent.click(screen.getByRole('button', { name: t('accounts.register.submit') }));
  const alert = document.getElementById(`${field().id}-error`);
  expect(alert?.textContent).toBe(t(message));
});
