const listMark = 'data-edited-list';
const removeMark = 'data-remove-item';
const addMark = 'data-add-item';

/** The attribute of the element that contains the items of an edited list and the button that adds items. */
export const editableListAttributes = { [listMark]: '' };
export const itemRemoveButtonAttributes = { [removeMark]: '' };
/** The attribute of the button that adds an item to an edited list. */
export const itemAddButtonAttributes = { [addMark]: '' };

/**
 * Moves the focus from the button that is about to remove an item to the button that removes the item before. For the
 * first item, the button that adds items gets the focus. Otherwise the focus would be lost together with the removed
 * item.
 */
export function focusBeforeRemoval(button: HTMLElement): void {
  const list = button.closest(`[${listMark}]`);
  if (!list) return;
  const find = (mark: string) =>
    [...list.querySelectorAll<HTMLElement>(`[${mark}]`)].filter((found) => found.closest(`[${listMark}]`) === list);
  const buttons = find(removeMark);
  const target = buttons[buttons.indexOf(button) - 1] ?? find(addMark)[0];
  target?.focus();
}
