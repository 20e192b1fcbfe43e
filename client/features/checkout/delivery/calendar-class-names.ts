import css from './Calendar.module.css';

/** Our class names for the elements of react-day-picker, whose own style sheet is not loaded. */
export const calendarClassNames: Readonly<Record<string, string>> = {
  root: css.root ?? '',
  months: css.months ?? '',
  month_caption: css.caption ?? '',
  nav: css.nav ?? '',
  button_previous: css.step ?? '',
  button_next: css.step ?? '',
  chevron: css.chevron ?? '',
  month_grid: css.grid ?? '',
  weekday: css.weekday ?? '',
  day: css.day ?? '',
  day_button: css.button ?? '',
  selected: css.selected ?? '',
  disabled: css.disabled ?? '',
  today: css.today ?? '',
};
