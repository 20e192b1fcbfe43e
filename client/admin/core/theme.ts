import type { CheckboxProps } from '@mui/material';
import { createElement } from 'react';
import { defaultTheme, type RaThemeOptions } from 'react-admin';
import { KeyboardOpenableTableRow } from './KeyboardOpenableTableRow.tsx';
import { ListFailure } from './ListFailure.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { DialogPaper } from './PartBoundary.tsx';

const ink = '#2b2a26';
const paper = '#faf8f3';
const line = '#e4ded1';
const wine = '#6d1f33';

const serif = 'Georgia, "Times New Roman", serif';

/** The appearance of the panel. It is independent of the estate's theme, so that the panel is always readable. */
export const adminTheme: RaThemeOptions = {
  ...defaultTheme,
  palette: {
    mode: 'light',
    primary: { main: wine, contrastText: '#fff' },
    secondary: { main: '#5c5a3d', contrastText: '#fff' },
    error: { main: '#a3241d' },
    warning: { main: '#8a5a00' },
    success: { main: '#2f6b3a' },
    info: { main: '#2f5d7c' },
    text: { primary: ink, secondary: '#5f5b50' },
    background: { default: paper, paper: '#fff' },
    divider: line,
  },
  shape: { borderRadius: 6 },
  sidebar: { width: 256, closedWidth: 56 },
  typography: {
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    h1: { fontFamily: serif, fontWeight: 400, fontSize: '2rem' },
    h2: { fontFamily: serif, fontWeight: 400, fontSize: '1.5rem' },
    h3: { fontFamily: serif, fontWeight: 400, fontSize: '1.25rem' },
    h4: { fontFamily: serif, fontWeight: 400 },
    h5: { fontFamily: serif, fontWeight: 400 },
    h6: { fontFamily: serif, fontWeight: 400, fontSize: '1.2rem' },
    button: { textTransform: 'none', fontWeight: 500 },
  },
  components: {
    ...defaultTheme.components,
    // Tables that are wider than a phone scroll inside the content, not with the whole page. Without `minWidth`, the
    // framework makes the page as wide as its widest table.
    RaLayout: {
      styleOverrides: {
        root: {
          minWidth: 0,
          '& .RaLayout-content': { minWidth: 0, '@media (max-width: 599px)': { overflowX: 'auto' } },
        },
      },
    },
    // The framework hides the buttons of a list's rows until the pointer is over them, also from the keyboard.
    RaSimpleFormIterator: {
      styleOverrides: {
        root: {
          '& .RaSimpleFormIterator-action': { visibility: 'visible' },
          '& .RaSimpleFormIterator-line': { paddingTop: 12, paddingBottom: 12 },
        },
      },
    },
    // A sortable heading is a pointer target, for which WCAG 2.2 (2.5.8) demands 24 px.
    MuiTableSortLabel: { styleOverrides: { root: { minHeight: 24 } } },
    // The bar contains the only first-level heading, so the sections of a screen have headings of the second level. The
    // framework's texts in empty lists look like headings, but are none.
    MuiTypography: { defaultProps: { variantMapping: { h3: 'h2', h4: 'p' } } },
    // The framework's menu is as wide as its longest entry, and the sidebar cuts off the excess.
    RaSidebar: { styleOverrides: { root: { '& .RaSidebar-fixed': { width: 'inherit' } } } },
    // The framework writes the skip link in white on the panel's light background.
    RaSkipNavigationButton: { styleOverrides: { root: { '&, &:hover': { backgroundColor: wine, opacity: 1 } } } },
    RaEmpty: { styleOverrides: { root: { '& .RaEmpty-message': { opacity: 1, color: '#5f5b50' } } } },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { '&.MuiCard-root, &.RaList-content': { border: `1px solid ${line}` } } },
    },
    MuiAppBar: {
      defaultProps: { elevation: 0, color: 'inherit' },
      styleOverrides: { root: { background: paper, borderBottom: `1px solid ${line}`, color: ink } },
    },
    MuiFormHelperText: { styleOverrides: { root: { marginBottom: 6 } } },
    MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
    MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
    RaToolbar: {
      styleOverrides: {
        root: {
          '&.RaToolbar-desktopToolbar, &.RaToolbar-mobileToolbar': {
            background: paper,
            borderTop: `1px solid ${line}`,
          },
          // The buttons of a long form stay visible. On a phone, the framework fixes them to the screen.
          '&.RaToolbar-desktopToolbar': { position: 'sticky', bottom: 0, zIndex: 2 },
        },
      },
    },
    // Cards clip their content, which would stop the toolbar from sticking to the bottom of the screen.
    MuiCard: { styleOverrides: { root: { '&.RaEdit-card, &.RaCreate-card': { overflow: 'visible' } } } },
    MuiDialog: { defaultProps: { PaperComponent: DialogPaper } },
    // Without padding, a dialog clips the label of an input at its top.
    MuiDialogContent: { styleOverrides: { root: { '.MuiDialogTitle-root + &': { paddingTop: 8 } } } },
    // On a phone, buttons that do not fit beside each other stand one below the other.
    MuiDialogActions: {
      defaultProps: { disableSpacing: true },
      styleOverrides: { root: { flexWrap: 'wrap', gap: 8 } },
    },
    MuiAutocomplete: {
      styleOverrides: { paper: { border: `1px solid ${line}`, boxShadow: '0 6px 20px rgb(43 42 38 / 0.16)' } },
    },
    MuiButton: { defaultProps: { disableElevation: true } },
    // Styles buttons that keep the focus while they are disabled, see `getFocusableWhenDisabledProps`.
    MuiButtonBase: {
      styleOverrides: { root: { '&[aria-disabled="true"]:not(.Mui-disabled)': { opacity: 0.45, cursor: 'default' } } },
    },
    // React-admin sets `aria-label` on the span around the checkbox of a row. The input itself needs it, because screen
    // readers read the name of the input.
    MuiCheckbox: {
      defaultProps: {
        slotProps: {
          root: () => ({ 'aria-label': undefined }),
          input: ({ inputProps, 'aria-label': label }: CheckboxProps) => ({
            ...inputProps,
            ...(label && { 'aria-label': label }),
          }),
        },
      },
    },
    // Without an element for errors, a list that could not be read looks like an empty one.
    RaList: { defaultProps: { error: createElement(ListFailure) } },
    RaNotFound: { styleOverrides: { root: { '& .RaNotFound-icon': { display: 'none' } } } },
    // On a phone, the button that creates an item floats, so the toolbars of most lists are empty.
    RaListToolbar: { styleOverrides: { root: { backgroundColor: 'transparent' } } },
    RaTopToolbar: { styleOverrides: { root: { minHeight: 0, backgroundColor: 'transparent' } } },
    RaEdit: { defaultProps: { loading: createElement(LoadingScreen) } },
    RaShow: { defaultProps: { loading: createElement(LoadingScreen) } },
    RaDataTableBody: { defaultProps: { row: KeyboardOpenableTableRow } },
    MuiTableCell: { styleOverrides: { head: { fontWeight: 600, color: '#5f5b50' } } },
    RaMenuItemLink: {
      styleOverrides: {
        root: {
          minHeight: 36,
          fontSize: '0.925rem',
          '&.RaMenuItemLink-active': { background: '#f0e6e3', color: wine, fontWeight: 600 },
        },
      },
    },
  },
};
