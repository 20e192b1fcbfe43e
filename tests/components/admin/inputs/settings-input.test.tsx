import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { SchemaFields } from '#client/admin/inputs/SchemaInput.tsx';
import { t } from '#tests/components/admin/render-in-admin.tsx';
import { renderInputsInPanelForm } from '#tests/components/admin/render-inputs-in-panel-form.tsx';

const fields = { public: z.record(z.string(), z.unknown()) };

function renderSettings(settings: object) {
  const onSubmit = vi.fn();
  renderInputsInPanelForm(<SchemaFields fields={fields} />, {
    resource: 'external-app',
    record: { public: settings },
    onSubmit,
  });
  const value = screen.getByLabelText<HTMLInputElement>(t('admin.settings.value'));
  return { onSubmit, value, enter: (text: string) => fireEvent.change(value, { target: { value: text } }) };
}
const save = () => userEvent.click(screen.getByRole('button', { name: /save/i }));

describe('the input for the settings of a service', () => {
  it('keeps a list a list', async () => {
    const { onSubmit, enter } = renderSettings({ origins: ['a'] });
    enter('["a"');
    enter('["a", "b"]');
    await save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ public: { origins: ['a', 'b'] } });
  });

  it('refuses at the field a text that is no list in place of one, until it is corrected', async () => {
    const { onSubmit, value, enter } = renderSettings({ origins: ['a'] });
    enter('["a"');
    await save();
    const message = await screen.findByText(t('admin.settings.invalidList'));
    expect(value.getAttribute('aria-describedby')).toBe(message.id);
    expect([value.value, value.getAttribute('aria-invalid')]).toEqual(['["a"', 'true']);
    expect(onSubmit).not.toHaveBeenCalled();
    enter('["b"]');
    await waitFor(() => expect(screen.queryByText(t('admin.settings.invalidList'))).toBeNull());
    await save();
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ public: { origins: ['b'] } });
  });
});
