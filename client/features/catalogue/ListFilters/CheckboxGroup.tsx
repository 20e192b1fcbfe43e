import css from './ListFilters.module.css';

interface CheckboxGroupProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string; count: number }[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

/** Filter of a product list from which several values can be chosen. It is hidden if it offers fewer than two. */
export function CheckboxGroup({ legend, name, options, chosen, onToggle }: CheckboxGroupProps) {
  if (options.length < 2) return null;
  return (
    <fieldset className={css.checks}>
      <legend>{legend}</legend>
      {options.map(({ value, label, count }) => (
        <label key={value}>
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
          <span>{label}</span>
          <span className={css.count}>{count}</span>
        </label>
      ))}
    </fieldset>
  );
}
