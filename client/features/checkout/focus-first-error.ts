/** Where the keyboard goes in an area at fault that is no field itself, the first of these that it has. */
const focusableSelectors = ['input:not([type="radio"])', 'input', '[role="gridcell"] button:not([disabled])', 'button'];

const isVisible = (element: HTMLElement) => element.checkVisibility();

function firstFocusable(area: Element | null): HTMLElement | undefined {
  for (const entrance of focusableSelectors) {
    const found = [...(area?.querySelectorAll<HTMLElement>(entrance) ?? [])].find(isVisible);
    if (found) return found;
  }
  return undefined;
}

/**
 * Brings keyboard, eye and screen reader to the first thing at fault: a field that says so, or the field, choice or day
 * of the area (`data-area`) whose message it is.
 */
export function focusFirstError(form: HTMLElement | null): void {
  const faults = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [id^="fault-"]') ?? [];
  const first = [...faults].find(isVisible);
  const field = first?.matches('[aria-invalid]') ? first : firstFocusable(first?.closest('[data-area]') ?? null);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
