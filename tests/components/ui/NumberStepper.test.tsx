import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { NumberStepper } from '#client/ui/NumberStepper/NumberStepper.tsx';
import { coerceQuantity } from '#shared/cart/coerce-quantity.ts';
import '#tests/components/render-in-app.tsx';

interface Options {
  start: number;
  step?: number;
  max?: number;
  allowsZero?: boolean;
  disabled?: boolean;
}

function Host({ start, onMaxExceeded, ...options }: Options & { onMaxExceeded: () => void }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <NumberStepper
        {...options}
        value={value}
        coerce={coerceQuantity}
        label="Quantity"
        decrementLabel="Fewer"
        incrementLabel="More"
        onChange={setValue}
        onMaxExceeded={onMaxExceeded}
      />
      <output>{value}</output>
    </>
  );
}

function renderNumberStepper(options: Options) {
  const onMaxExceeded = vi.fn();
  render(<Host {...options} onMaxExceeded={onMaxExceeded} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
  return { onMaxExceeded, field, value: () => Number(screen.getByRole('status').textContent) };
}

describe('NumberStepper', () => {
  test.each([
    { press: 'More', start: 1, step: 1, expected: 2 },
    { press: 'More', start: 6, step: 6, expected: 12 },
    { press: 'More', start: 6, step: 6, max: 11, expected: 6 },
    { press: 'Fewer', start: 12, step: 6, expected: 6 },
    { press: 'Fewer', start: 6, step: 6, expected: 6 },
    { press: 'More', start: 1, step: 1, disabled: true, expected: 1 },
  ])('changes $start in steps of $step to $expected on $press', async ({ press, expected, ...options }) => {
    const { value } = renderNumberStepper(options);
    await userEvent.click(screen.getByRole('button', { name: press }));
    expect(value()).toBe(expected);
  });

  test.each([
    { entered: '7', start: 6, step: 6, expected: 12 },
    { entered: '0', start: 6, step: 6, expected: 6 },
    { entered: '0', start: 6, step: 6, allowsZero: true, expected: 0 },
    { entered: 'abc', start: 6, expected: 1 },
    { entered: '50', start: 6, max: 20, expected: 20 },
  ])('commits the entered value $entered as $expected on blur', async ({ entered, expected, ...options }) => {
    const { field, value } = renderNumberStepper(options);
    await userEvent.clear(field);
    await userEvent.type(field, entered);
    expect(value()).toBe(options.start);
    await userEvent.tab();
    expect(value()).toBe(expected);
    expect(field.value).toBe(String(expected));
  });

  test('commits the typed value on Enter', async () => {
    const { field, value } = renderNumberStepper({ start: 1 });
    await userEvent.clear(field);
    await userEvent.type(field, '9{Enter}');
    expect(value()).toBe(9);
  });

  test('counts with the arrow keys', async () => {
    const { field, value } = renderNumberStepper({ start: 6, step: 6 });
    await userEvent.type(field, '{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(value()).toBe(12);
  });

  test.each(['{ArrowUp}', '{Control>}a{/Control}99{Enter}'])('reports that %s exceeds the maximum', async (keys) => {
    const { field, onMaxExceeded } = renderNumberStepper({ start: 3, max: 3 });
    await userEvent.type(field, keys);
    expect(onMaxExceeded).toHaveBeenCalled();
  });
});
