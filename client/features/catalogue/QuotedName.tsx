import { Fragment } from 'react';
import css from './QuotedName.module.css';

/** A product's name whose quoted part, the name of the cuvée, is kept on one line. */
export const QuotedName = ({ name }: { name: string }) =>
  name.split(/(«[^»]+»[,.;]?|“[^”]+”[,.;]?)/).map((part, index) =>
    // `split` returns the quoted parts at odd indexes.
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
