import type { ReactElement, ReactNode } from 'react';
import { Create } from 'react-admin';
import { ScreenHelp } from './ScreenHelp.tsx';

/** The frame of a form for a new item of a resource. */
export function ItemCreate({ children }: { children: ReactElement }): ReactNode {
  return (
    <>
      <ScreenHelp />
      <Create mutationMode="pessimistic" redirect="edit">
        {children}
      </Create>
    </>
  );
}
