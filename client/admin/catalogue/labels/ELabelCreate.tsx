import type { ReactNode } from 'react';
import ResourceCreate from '../../resources/ResourceCreate.tsx';
import { ELabelPreview } from './ELabelPreview.tsx';

export default function ELabelCreate(): ReactNode {
  return (
    <ResourceCreate>
      <ELabelPreview />
    </ResourceCreate>
  );
}
