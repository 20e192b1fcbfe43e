import type { ReactNode } from 'react';
import { ItemCreate } from '../resources/ItemCreate.tsx';
import { IssueForm } from './IssueForm.tsx';

/** The form of a new newsletter issue. */
export default function NewsletterIssueCreate(): ReactNode {
  return (
    <ItemCreate>
      <IssueForm isSaved={false} />
    </ItemCreate>
  );
}
