// Runs before the first paint. A remembered light or dark choice must not flash; the key is Mantine's.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage is blocked: the system decides.
  }
  const { documentElement: root } = document;
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The browser's own bars follow the choice too, not the system alone, now and when it changes.
  function colourBars() {
    const scheme = root.getAttribute('data-mantine-color-scheme');
    const chosen = document.querySelector(`meta[name="theme-color"][media*="${scheme}"]`);
    for (const meta of document.querySelectorAll('meta[name="theme-color"]:not([media])')) meta.remove();
    if (!chosen) return;
    const meta = chosen.cloneNode();
    meta.removeAttribute('media');
    // The first that applies counts.
    document.head.prepend(meta);
  }
  colourBars();
  new MutationObserver(colourBars).observe(root, { attributeFilter: ['data-mantine-color-scheme'] });
})();

// A prerendered page is visible before its scripts have loaded. Buttons that do nothing without them are remembered
// when pressed, and pressed again once the page answers (client/app/root.tsx, docs/decisions/0070).
(() => {
  const pressed = [];
  function remember({ target }) {
    const button = target.closest?.('button[type="button"]');
    if (button) pressed.push(button);
  }
  addEventListener('click', remember, true);
  addEventListener(
    'portal-ready',
    () => {
      removeEventListener('click', remember, true);
      // One by one, because a second press of a switch depends on what the first has changed.
      const repeat = () => {
        pressed.shift()?.click();
        if (pressed.length > 0) setTimeout(repeat);
      };
      setTimeout(repeat);
    },
    { once: true },
  );
})();
