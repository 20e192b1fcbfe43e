import { useRef, useState } from 'react';
import { type HttpError, useNotify } from 'react-admin';
import { maxFileUploadBytes, maxImageUploadBytes } from '#shared/media/media-limits.ts';
import type { UploadedMedia } from '#shared/media/upload-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { type MediaKind, uploadMedia } from './upload-media.ts';

export interface Upload {
  id: number;
  name: string;
  /** The uploaded share, from 0 to 1. */
  progress: number;
  /** The error message of a failed upload; null while it waits or runs. A successful upload leaves the list. */
  error: string | null;
}

/** Time for which a warning is shown; it is long, because its text is. */
const lossWarningMs = 60_000;

const maxBytes: Record<MediaKind, number> = { image: maxImageUploadBytes, file: maxFileUploadBytes };

interface UploadCallbacks {
  /** Called for each file that was stored. */
  onUploaded: (media: UploadedMedia) => void;
  /** Called once all files that were added together are stored; not called if one of them failed. */
  onAllUploaded?: () => void;
}

/** Uploads files one after another, because the API processes only a few uploads at a time. */
export function useUploads(kind: MediaKind, { onUploaded, onAllUploaded }: UploadCallbacks) {
  const { t } = useAdminTexts();
  const notify = useNotify();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const nextId = useRef(1);
  const queue = useRef(Promise.resolve(true));

  const change = (id: number, changes: Partial<Upload>) =>
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const remove = (id: number) => setUploads((before) => before.filter((upload) => upload.id !== id));

  /** A notification outlives the dialog, which closes once the picture is stored. */
  const warnOfLosses = ({ name, losses }: UploadedMedia) => {
    if (losses.length === 0) return;
    const list = losses.map((loss) => t(`admin-content.upload.loss-${loss}`)).join(', ');
    const message = t('admin-content.upload.lost', { name, losses: list });
    notify(message, { type: 'warning', multiLine: true, autoHideDuration: lossWarningMs });
  };

  /** Uploads one file, and returns false if the upload fails. */
  const run = async (id: number, file: File): Promise<boolean> => {
    try {
      const media = await uploadMedia(kind, file, { onProgress: (progress) => change(id, { progress }) });
      remove(id);
      warnOfLosses(media);
      onUploaded(media);
      return true;
    } catch (error) {
      change(id, { error: (error as HttpError).message || t('admin-content.upload.failed') });
      return false;
    }
  };

  const add = (files: readonly File[]) => {
    if (files.length === 0) return;
    const outcomes: (boolean | Promise<boolean>)[] = [];
    for (const file of files) {
      const id = nextId.current++;
      const isTooLarge = file.size > maxBytes[kind];
      const error = isTooLarge ? t('admin-content.upload.too-large', { megabytes: maxBytes[kind] / 1_000_000 }) : null;
      setUploads((before) => [...before, { id, name: file.name, progress: 0, error }]);
      if (!isTooLarge) queue.current = queue.current.then(() => run(id, file));
      outcomes.push(isTooLarge ? false : queue.current);
    }
    void Promise.all(outcomes).then((all) => all.every(Boolean) && onAllUploaded?.());
  };
  return { uploads, add, remove };
}
