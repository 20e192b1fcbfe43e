import { type ComponentType, useEffect, useState } from 'react';

type PopupHostComponent = ComponentType<{ kind: string | null }>;

/** Loads the code of popups. Only sites with popups render this component. */
export function PopupSlot({ kind }: { kind: string | null }) {
  const [PopupHost, setPopupHost] = useState<PopupHostComponent>();
  useEffect(() => {
    import('./popups/PopupHost.tsx').then(
      (module) => setPopupHost(() => module.PopupHost),
      // After a release the chunk may no longer exist. Popups are then left out until the next document is loaded.
      () => setPopupHost(undefined),
    );
  }, []);
  return PopupHost ? <PopupHost kind={kind} /> : null;
}
