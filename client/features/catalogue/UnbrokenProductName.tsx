import type { ReactNode } from 'react';
import css from './UnbrokenProductName.module.css';

/** Shows a product's name, and keeps its quoted parts, such as the name of the cuvée, on one line. */
export function UnbrokenProductName({ name }: { name: string }): ReactNode {
  const match = /«[^«»]+»[,.;]?|“[^“”]+”[,.;]?/.exec(name);
  if (!match) return <span>{name}</span>;
  const [quoted] = match;
  const rest = name.slice(match.index + quoted.length);
  return (
    <span>
      {name.slice(0, match.index)}
      <span className={css.whole}>{quoted}</span>
      {rest && <UnbrokenProductName name={rest} />}
    </span>
  );
}
