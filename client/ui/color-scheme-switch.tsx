import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import classes from './icon-button.module.css';

/** Switches between light and dark and remembers the choice; until then the system decides. */
export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const other =
    useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'light' ? 'dark' : 'light';
  const Icon = other === 'dark' ? IconMoon : IconSun;
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={`Use ${other} colours`}
      title={`Use ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={20} stroke={1.7} aria-hidden="true" />
    </button>
  );
}
