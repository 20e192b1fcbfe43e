import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import css from './FormMessage.module.css';

/** A message of a form, which screen readers announce when it appears. Without children it takes up no space. */
export const FormMessage = ({ kind, children }: { kind: 'failure' | 'success' | 'info'; children: ReactNode }) => (
  <div role={kind === 'failure' ? 'alert' : 'status'} className={css.place}>
    {children && (
      <div className={css.message} data-kind={kind}>
        {kind === 'failure' && <Icon name="warning" />}
        <div>{children}</div>
      </div>
    )}
  </div>
);
