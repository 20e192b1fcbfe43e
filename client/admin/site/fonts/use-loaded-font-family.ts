import { useEffect, useState } from 'react';
import { type RaRecord, useGetMany } from 'react-admin';
import { inferFontStyle, inferFontWeightDescriptor } from '#shared/site/font-weight.ts';

interface FontFile {
  id: number;
  name: string;
  url: string;
}

interface LoadedFontFamily {
  files: readonly FontFile[];
  /** Value for `font-family`. No font of the panel has this name, so that the family never replaces one. */
  cssName: string;
  /** True if the browser could not load or read one of the files. */
  hasFailed: boolean;
}

/** Loads the files of a font family of the site, so that the panel can show texts in it. */
export function useLoadedFontFamily(fileIds: readonly number[]): LoadedFontFamily {
  const { data = [] } = useGetMany('file', { ids: [...fileIds] }, { enabled: fileIds.length > 0 });
  const [hasFailed, setHasFailed] = useState(false);
  const files = data.map(toFontFile);
  const key = JSON.stringify(files);
  const cssName = `estate-font-${fileIds.join('-')}`;
  useEffect(() => {
    const faces = (JSON.parse(key) as FontFile[]).map(
      ({ name, url }) =>
        new FontFace(cssName, `url(${JSON.stringify(url)})`, {
          weight: inferFontWeightDescriptor(name),
          style: inferFontStyle(name),
        }),
    );
    let isCurrent = true;
    for (const face of faces) document.fonts.add(face);
    Promise.all(faces.map((face) => face.load())).then(
      () => isCurrent && setHasFailed(false),
      () => isCurrent && setHasFailed(true),
    );
    return () => {
      isCurrent = false;
      for (const face of faces) document.fonts.delete(face);
    };
  }, [key, cssName]);
  return { files, cssName, hasFailed };
}

function toFontFile({ id, $info }: RaRecord): FontFile {
  const { name = '', url = '' } = ($info ?? {}) as { name?: string; url?: string };
  return { id: Number(id), name, url };
}
