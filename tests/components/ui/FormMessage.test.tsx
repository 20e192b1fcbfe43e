import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import '#tests/components/render-in-app.tsx';

test.each([
  ['failure', 'alert'],
  ['success', 'status'],
  ['info', 'status'],
] as const)(
  'FormMessage announces a message of kind %s as %s in a live region that exists while it is empty',
  (kind, role) => {
    const { rerender } = render(<FormMessage kind={kind}>{''}</FormMessage>);
    const region = screen.getByRole(role);
    expect(region.childElementCount).toBe(0);
    rerender(<FormMessage kind={kind}>Saved</FormMessage>);
    expect(screen.getByRole(role)).toBe(region);
    expect(region.textContent).toBe('Saved');
  },
);
