import { useEffectEvent, useLayoutEffect } from 'react';

export interface PageCommand {
  label: string;
  keys?: string;
  run: () => void;
}

/** The commands of the parts of the page that are shown. */
const offered = new Set<() => readonly PageCommand[]>();

/** Offers commands in the menu of Ctrl K while the component is shown. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  const latest = useEffectEvent(() => commands);
  useLayoutEffect(() => {
    const offer = () => latest();
    offered.add(offer);
    return () => void offered.delete(offer);
  }, []);
}

export function pageCommands(): PageCommand[] {
  return [...offered].flatMap((offer) => offer());
}
