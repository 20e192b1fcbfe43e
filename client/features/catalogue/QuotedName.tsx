import { Fragment } from 'react';
import css from './QuotedName.module.css';

/** The name of a cuvée stands in quotation marks: a line breaks before it rather than inside. */
export const QuotedName = ({ name }: { name: string }) =>
  name.split(/(«[^»]+»[,.;]?|“[^”]+”[,.;]?)/).map((part, index) =>
    // Every second part is a quoted one.
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never change places
      <span key={index} className={css.whole}>
        {part}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never change places
      <Fragment key={index}>{part}</Fragment>
    ),
  );
