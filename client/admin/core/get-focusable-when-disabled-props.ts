/**
 * Returns the properties of a button that ignores clicks while it is disabled. A button that becomes `disabled` loses
 * the focus, so that the Tab key would start at the top of the screen again.
 */
export const getFocusableWhenDisabledProps = (isDisabled: boolean, onClick: () => void) => ({
  'aria-disabled': isDisabled,
  onClick: () => !isDisabled && onClick(),
});
