import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ParameterValueInput } from '#client/admin/site/ParameterValueInput.tsx';
import { type ColourParameterKey, getParameterDefinition, parameterKeys } from '#shared/site/parameter-definitions.ts';
import { t } from '#tests/components/admin/render-in-admin.tsx';
import { renderInputsInPanelForm } from '#tests/components/admin/render-inputs-in-panel-form.tsx';

const colourParameterKeys = parameterKeys.filter((key): key is ColourParameterKey => {
  const definition = getParameterDefinition(key);
  return 'format' in definition && definition.format === 'colour';
});

function renderParameter(type: ColourParameterKey, value: unknown) {
  const onSubmit = vi.fn();
  renderInputsInPanelForm(<ParameterValueInput type={type} />, { resource: 'parameter', record: { value }, onSubmit });
  const save = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement);
  return { input: screen.getByRole<HTMLInputElement>('textbox'), onSubmit, save };
}
const findPicker = () => document.querySelector('input[type=color]') as HTMLInputElement;

it.each(colourParameterKeys)('the setting %s is chosen with a colour picker', async (type) => {
  const { input, onSubmit, save } = renderParameter(type, '#3f5a2a');
  expect([input.value, findPicker().value]).toEqual(['#3f5a2a', '#3f5a2a']);
  fireEvent.change(findPicker(), { target: { value: '#102030' } });
  save();
  await waitFor(() => expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ value: '#102030' }));
});

it.each([
  ['#abc', true],
  ['#5b2a3c80', true],
  ['', true],
  ['#12', false],
  ['red', true],
  ['rgb(91 42 60 / 50%)', true],
  ['reddish', false],
  ['currentcolor', false],
])('the colour %j is accepted: %s', async (text, isAccepted) => {
  const { input, onSubmit, save } = renderParameter('PRIMARY_COLOR', '#3f5a2a');
  fireEvent.change(input, { target: { value: text } });
  save();
  if (isAccepted) await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  else {
    expect(await screen.findByText(t('admin.invalidColour'))).toBeDefined();
    expect(input.value).toBe(text);
    expect(onSubmit).not.toHaveBeenCalled();
  }
});
