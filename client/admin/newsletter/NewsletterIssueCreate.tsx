import type { ReactNode } from 'react';
import { ItemCreate } from '../resources/ItemCreate.tsx';
import { NewsletterIssueForm } from './NewsletterIssueForm.tsx';

/** The form of a new newsletter issue. */
export default function NewsletterIssueCreate(): ReactNode {
  return (
    <ItemCreate>
      <NewsletterIssueForm isSaved={false} />
    </ItemCreate>
  );
}
