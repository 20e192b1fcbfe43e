import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ParameterValueInput } from '#client/admin/site/ParameterValueInput.tsx';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import { renderInputsInPanelForm } from '#tests/components/admin/render-inputs-in-panel-form.tsx';

function renderParameter(type: ParameterKey, value: unknown) {
  const onSubmit = vi.fn();
  renderInputsInPanelForm(<ParameterValueInput type={type} />, { resource: 'parameter', record: { value }, onSubmit });
  const save = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement);
  return { onSubmit, save };
}

describe('the input of a setting that is a number', () => {
  it('has the limits of the definition, and states them with the default', () => {
    renderParameter('LOGO_SIZE', 64);
    const input = screen.getByRole<HTMLInputElement>('spinbutton');
    expect([input.min, input.max, input.step]).toEqual(['32', '160', '1']);
    expect(document.body.textContent).toContain('admin-parameters.range');
    expect(document.body.textContent).toContain('admin-parameters.default');
  });

  it.each([
    [-5, false],
    [161, false],
    [160, true],
  ])('saves %d: %s', async (size, isSaved) => {
    const { onSubmit, save } = renderParameter('LOGO_SIZE', 64);
    fireEvent.change(screen.getByRole('spinbutton'), { target: { value: String(size) } });
    save();
    if (isSaved) await waitFor(() => expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ value: size }));
    else {
      await waitFor(() => expect(screen.getByRole('spinbutton').getAttribute('aria-invalid')).toBe('true'));
      expect(onSubmit).not.toHaveBeenCalled();
    }
  });

  it('takes an amount of euros with two decimals', () => {
    renderParameter('FREE_SHIPPING_PRICE', 149.9);
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toMatch(/^149[.,]90$/);
  });
});

it('a setting with words offers those of its definition', async () => {
  renderParameter('MENU_TYPE', 'FIXED');
  fireEvent.mouseDown(screen.getByRole('combobox'));
  expect((await screen.findAllByRole('option')).filter(({ textContent }) => textContent?.trim())).toHaveLength(2);
});
