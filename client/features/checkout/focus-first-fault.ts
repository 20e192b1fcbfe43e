/** Where the keyboard goes in an area at fault that is no field itself, the first of these that it has. */
const entrances = ['input:not([type="radio"])', 'input', '[role="gridcell"] button:not([disabled])', 'button'];

const isShown = (element: HTMLElement) => element.checkVisibility();

function entranceOf(area: Element | null): HTMLElement | undefined {
  for (const entrance of entrances) {
    const found = [...(area?.querySelectorAll<HTMLElement>(entrance) ?? [])].find(isShown);
    if (found) return found;
  }
  return undefined;
}

/**
 * Brings keyboard, eye and screen reader to the first thing at fault: a field that says so, or the field, choice or day
 * of the area (`data-area`) whose message it is.
 */
export function focusFirstFault(form: HTMLElement | null): void {
  const faults = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [id^="fault-"]') ?? [];
  const first = [...faults].find(isShown);
  const field = first?.matches('[aria-invalid]') ? first : entranceOf(first?.closest('[data-area]') ?? null);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
