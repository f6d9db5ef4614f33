import { useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import classes from './color-scheme-switch.module.css';
import button from './icon-button.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/**
 * Switches between light and dark and remembers the choice; the system decides until then. It contains both labels,
 * because a prerendered page does not know its colour scheme.
 */
export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  function toggle() {
    const now = document.documentElement.getAttribute('data-mantine-color-scheme');
    setColorScheme(now === 'dark' ? 'light' : 'dark');
  }
  return (
    <button type="button" className={button.button} onClick={toggle}>
      <span className={classes.inLight} title="Use dark colours">
        <IconMoon size={20} stroke={1.7} aria-hidden="true" />
        <VisuallyHidden>Use dark colours</VisuallyHidden>
      </span>
      <span className={classes.inDark} title="Use light colours">
        <IconSun size={20} stroke={1.7} aria-hidden="true" />
        <VisuallyHidden>Use light colours</VisuallyHidden>
      </span>
    </button>
  );
}
