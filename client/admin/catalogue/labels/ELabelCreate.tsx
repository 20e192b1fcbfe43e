import type { ReactNode } from 'react';
import ResourceCreate from '../../resources/ResourceCreate.tsx';
import { ELabelPreview } from './ELabelPreview.tsx';

/** The form for a new electronic label, with a preview of the label. */
export default function ELabelCreate(): ReactNode {
  return (
    <ResourceCreate>
      <ELabelPreview />
    </ResourceCreate>
  );
}
