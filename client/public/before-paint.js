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

// A press that comes before the portal's scripts is shown as taken, and made once they have taken the page over.
{
  const pressed = new Set();
  const hold = (event) => {
    const button = event.target.closest?.('#root button');
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    pressed.add(button);
    for (const state of ['aria-busy', 'aria-disabled']) button.setAttribute(state, 'true');
  };
  // A choice that the scripts do not know yet allows what depends on it.
  const allow = ({ target }) => {
    for (const button of target.form?.querySelectorAll('button:disabled') ?? []) button.disabled = false;
  };
  addEventListener('click', hold, true);
  addEventListener('change', allow, true);
  addEventListener('portal-started', () => {
    removeEventListener('click', hold, true);
    removeEventListener('change', allow, true);
    for (const button of pressed) {
      for (const state of ['aria-busy', 'aria-disabled']) button.removeAttribute(state);
      // React replaces the page where an extension has changed it.
      const same = ({ textContent, ariaLabel }) =>
        textContent === button.textContent && ariaLabel === button.ariaLabel;
      const shown = button.isConnected ? button : [...document.querySelectorAll('#root button')].find(same);
      setTimeout(() => shown?.click());
    }
  });
}

// By default zod compiles schemas with `new Function`, which the Content-Security-Policy blocks and reports. This is zod's
// own `config({ jitless: true })`, and must be set before any module creates a schema.
globalThis.__zod_globalConfig = { jitless: true };
