/**
 * Selectors of the elements that can take the focus in an area whose error belongs to no field, in order of priority.
 */
const focusableSelectors = ['input:not([type="radio"])', 'input', '[role="gridcell"] button:not([disabled])', 'button'];

const isVisible = (element: HTMLElement) => element.checkVisibility();

function firstFocusable(area: Element | null): HTMLElement | undefined {
  for (const selector of focusableSelectors) {
    const found = [...(area?.querySelectorAll<HTMLElement>(selector) ?? [])].find(isVisible);
    if (found) return found;
  }
  return undefined;
}

/**
 * Focuses the first invalid field, or a control in the area (`data-area`) of the first error message, and scrolls to
 * it.
 */
export function focusFirstError(form: HTMLElement | null): void {
  const messages = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [id^="error-"]') ?? [];
  const first = [...messages].find(isVisible);
  const field = first?.matches('[aria-invalid]') ? first : firstFocusable(first?.closest('[data-area]') ?? null);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
