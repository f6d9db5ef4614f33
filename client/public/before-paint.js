// Runs before the first paint: a remembered light or dark choice must not flash. Without one, the system decides.
(() => {
  const { documentElement: root } = document;
  const system = matchMedia('(prefers-color-scheme: dark)');
  function apply() {
    let choice = null;
    try {
      choice = localStorage.getItem('color-scheme');
    } catch {
      // Storage is blocked: the system decides.
    }
    const dark = choice === 'dark' || (choice !== 'light' && system.matches);
    root.setAttribute('data-color-scheme', dark ? 'dark' : 'light');
  }
  apply();
  system.addEventListener('change', apply);
  // The choice was made in another tab.
  addEventListener('storage', ({ key }) => key === 'color-scheme' && apply());

  // The browser's own bars follow the choice too, not the system alone, now and when it changes.
  function colourBars() {
    const scheme = root.getAttribute('data-color-scheme');
    const chosen = document.querySelector(`meta[name="theme-color"][media*="${scheme}"]`);
    for (const meta of document.querySelectorAll('meta[name="theme-color"]:not([media])')) meta.remove();
    if (!chosen) return;
    const meta = chosen.cloneNode();
    meta.removeAttribute('media');
    // The first that applies counts.
    document.head.prepend(meta);
  }
  colourBars();
  new MutationObserver(colourBars).observe(root, { attributeFilter: ['data-color-scheme'] });
})();

// By default zod compiles schemas with `new Function`, which the Content-Security-Policy blocks and reports. This is zod's
// own `config({ jitless: true })`, and must be set before any module creates a schema.
globalThis.__zod_globalConfig = { jitless: true };
