import { type ReactNode, useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';

/**
 * Shows the first field with an error after a save that was refused. The field may be in a hidden tab or outside the
 * visible part of a long form.
 */
export function ScrollToFirstError(): ReactNode {
  const { submitCount, isSubmitting, isSubmitSuccessful } = useFormState();
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (submitCount === 0 || isSubmitting || isSubmitSuccessful) return;
    const form = marker.current?.closest('form');
    if (form) showFirstError(form);
  }, [submitCount, isSubmitting, isSubmitSuccessful]);
  return <span ref={marker} hidden />;
}

function showFirstError(form: HTMLFormElement): void {
  const invalid = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
  if (invalid.every((field) => field.offsetParent === null))
    form.querySelector<HTMLElement>('.RaTabbedForm-errorTabButton')?.click();
  // The fields of another tab are visible only after the next render.
  setTimeout(() => {
    const first = invalid.find((field) => field.offsetParent !== null);
    first?.scrollIntoView({ block: 'center' });
    first?.focus({ preventScroll: true });
  }, 300);
}
