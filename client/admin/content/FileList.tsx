import type { ReactNode } from 'react';
import { useRefresh } from 'react-admin';
import { MediaUploader } from '#client/admin/media/MediaUploader.tsx';
import ResourceList from '#client/admin/resources/ResourceList.tsx';

export default function FileList(): ReactNode {
  const refresh = useRefresh();
  return (
    <>
      <MediaUploader kind="file" onUploaded={refresh} />
      <ResourceList />
    </>
  );
}
