/**
 * Links load the next page in full, with what is new in every page: another release, or the club's settings.
 * @returns a function that ends this
 */
export function loadPagesInFull(): () => void {
  const load = (event: MouseEvent) => loadFullPage(event);
  document.addEventListener('click', load, { capture: true });
  return () => document.removeEventListener('click', load, { capture: true });
}

/** Stops the router from handling a click on a link, so that the browser loads the page in full. */
function loadFullPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (link instanceof HTMLAnchorElement && link.origin === window.location.origin && !link.hash) {
    event.stopPropagation();
  }
}
