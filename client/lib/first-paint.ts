import { useEffect, useState } from 'react';

/** Milliseconds in which what was drawn has come to the screen, on a slow machine too. */
const toScreen = 100;

let painted: Promise<void> | undefined;
let isPainted = false;

/**
 * Resolves once the first page of a visit can be seen, if called when it has been drawn: what nobody sees yet must
 * not hold up what is seen first. At once for the pages after it.
 */
export function firstPaint(): Promise<void> {
  painted ??= nextFrame().then(() => {
    isPainted = true;
  });
  return painted;
}

/** Whether the first page of a visit can be seen. */
export function useFirstPaint(): boolean {
  const [seen, setSeen] = useState(isPainted);
  useEffect(() => {
    if (!seen) void firstPaint().then(() => setSeen(true));
  }, [seen]);
  return seen;
}

function nextFrame(): Promise<void> {
  return new Promise((done) => {
    // Nothing is painted in a tab that nobody looks at.
    if (document.visibilityState === 'hidden') done();
    else requestAnimationFrame(() => setTimeout(done, toScreen));
  });
}
