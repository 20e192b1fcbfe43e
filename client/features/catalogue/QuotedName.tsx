import { Fragment } from 'react';
import css from './QuotedName.module.css';

/** Shows a product's name, and keeps its quoted part, which is the name of the cuvée, on one line. */
export const QuotedName = ({ name }: { name: string }) =>
  name.split(/(«[^»]+»[,.;]?|“[^”]+”[,.;]?)/).map((part, index) =>
    // `split` returns the quoted parts of the name at odd indexes.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name are never reordered
      <span key={index} className={css.whole}>
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name are never reordered
      <Fragment key={index}>{part}</Fragment>
    ),
  );
