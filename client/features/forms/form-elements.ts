import type { FormState } from './form-store.ts';

export function readAnswersAndFilesOfFormElement(element: HTMLFormElement): Pick<FormState, 'answers' | 'files'> {
  const answers: Record<string, string[]> = {};
  const files: Record<string, File[]> = {};
  for (const [name, value] of new FormData(element)) {
    if (typeof value === 'string') answers[name] = [...(answers[name] ?? []), value];
    // A file input without a file yields an empty file without a name.
    else if (value.name !== '') files[name] = [...(files[name] ?? []), value];
  }
  return { answers, files };
}

/**
 * Empties the field that is hidden from visitors. The API refuses a form in which a browser has filled it in, and the
 * visitor can neither see nor empty it.
 */
export function clearHiddenField(element: HTMLFormElement): void {
  const field = element.elements.namedItem('website');
  if (field instanceof HTMLInputElement) field.value = '';
}

/**
 * Puts the files of the stored form state back into the file inputs, because no attribute sets the files of an input.
 */
export function restoreFiles(element: HTMLFormElement | null, files: FormState['files']): void {
  for (const [name, list] of Object.entries(files)) {
    const input = element?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement) || input.type !== 'file') continue;
    const transfer = new DataTransfer();
    for (const file of list) transfer.items.add(file);
    input.files = transfer.files;
  }
}

export const focusFirstInvalid = (element: HTMLFormElement): void =>
  element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

export const focusFirstField = (element: HTMLFormElement): void =>
  element.querySelector<HTMLElement>('input, select, textarea')?.focus();
