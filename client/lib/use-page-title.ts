import { useEffect } from 'react';
import { club } from './club.ts';

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${club.shortName}`;
  }, [title]);
}
