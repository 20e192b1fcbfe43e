import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { LoadFailure } from './LoadFailure.tsx';

/** Shown instead of the items of a list that could not be read. */
export const ListFailure = (): ReactNode => <LoadFailure onRetry={useListContext().refetch} />;
