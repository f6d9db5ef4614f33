/**
 * Opens an address beside the desk: in a window on the right half of the screen where there is room, otherwise in a tab.
 * The page that opens cannot reach this one.
 */
export function openBeside(href: string): void {
  const { availWidth, availHeight } = window.screen;
  const half = Math.round(availWidth / 2);
  const place = availWidth < 1_000 ? '' : `,popup,left=${half},top=0,width=${half},height=${availHeight}`;
  window.open(href, 'repository', `noopener,noreferrer${place}`);
}
