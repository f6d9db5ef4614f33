import { IconMoon, IconSun } from '#client/ui/icons.tsx';
import classes from './color-scheme-switch.module.css';
import button from './icon-button.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

function toggle() {
  const { documentElement: root } = document;
  const next = root.getAttribute('data-color-scheme') === 'dark' ? 'light' : 'dark';
  root.setAttribute('data-color-scheme', next);
  try {
    localStorage.setItem('color-scheme', next);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

/**
 * Switches between light and dark and remembers the choice; the system decides until then. It contains both labels,
 * because a prerendered page does not know its colour scheme (public/before-paint.js).
 */
export function ColorSchemeSwitch() {
  return (
    <button type="button" className={button.button} onClick={toggle}>
      <span className={classes.inLight} title="Switch to dark mode">
        <IconMoon size={20} stroke={1.7} aria-hidden="true" />
        <VisuallyHidden>Switch to dark mode</VisuallyHidden>
      </span>
      <span className={classes.inDark} title="Switch to light mode">
        <IconSun size={20} stroke={1.7} aria-hidden="true" />
        <VisuallyHidden>Switch to light mode</VisuallyHidden>
      </span>
    </button>
  );
}
