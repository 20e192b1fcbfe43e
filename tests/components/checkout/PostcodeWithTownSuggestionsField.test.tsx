import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PostcodeWithTownSuggestionsField } from '#client/features/checkout/address/PostcodeWithTownSuggestionsField.tsx';
import { renderInApp } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const cognac = { id: '16102', name: 'Cognac', postalCode: '16100' };
const onChoose = vi.fn();

function Host({ isFrench }: { isFrench: boolean }) {
  const [value, setValue] = useState('');
  return (
    <PostcodeWithTownSuggestionsField
      label="Postcode"
      value={value}
      isFrench={isFrench}
      autoComplete="off"
      maxLength={20}
      error={undefined}
      onType={setValue}
      onChoose={onChoose}
    />
  );
}

afterEach(() => {
  onChoose.mockReset();
  vi.unstubAllGlobals();
});

describe('PostcodeWithTownSuggestionsField', () => {
  test('suggests towns once for text typed without a pause, and selects one by key', async () => {
    const calls = stubApi({ 'GET /cities/161/250': { data: { cities: [cognac] } } });
    renderInApp(<Host isFrench />);
    await userEvent.type(screen.getByRole('combobox'), '161');
    expect(await screen.findByRole('option', { name: '16100 Cognac' })).toBeDefined();
    expect(calls).toHaveLength(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onChoose).toHaveBeenCalledWith(cognac);
  });

  test('hides the suggestions of an earlier text while it changes', async () => {
    stubApi({ 'GET /cities/161/250': { data: { cities: [cognac] } } });
    renderInApp(<Host isFrench />);
    await userEvent.type(screen.getByRole('combobox'), '161');
    await screen.findByRole('option');
    await userEvent.type(screen.getByRole('combobox'), '0');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  });

  test('suggests nothing outside France', async () => {
    const calls = stubApi({});
    renderInApp(<Host isFrench={false} />);
    await userEvent.type(screen.getByLabelText('Postcode'), '1000');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(calls).toHaveLength(0);
  });
});
