import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import css from './FormMessage.module.css';

/** What a whole form, or a whole step, has to say: read out as it comes. Without words it takes no room. */
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
