import { type ComponentType, useEffectEvent, useLayoutEffect, useState } from 'react';
import { type PageCommand, pageCommands } from '#client/lib/page-commands.ts';
import { latinKey } from '#client/lib/use-page-keys.ts';
import iconButton from '#client/ui/icon-button.module.css';
import { KeyHint } from '#client/ui/key-hint.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { IconSearch } from '#client/ui/page-icons.ts';
import classes from './command-button.module.css';
import type { CommandMenuProps } from './command-menu.tsx';
import { commandTexts as texts } from './texts.ts';

const isMac = () => /Mac|iP/.test(navigator.platform);

/** Opens the menu of members, commands and pages, as Ctrl K or Cmd K does. It is loaded when it is first used. */
export function CommandButton() {
  const [commands, setCommands] = useState<readonly PageCommand[] | null>(null);
  const [Menu, setMenu] = useState<ComponentType<CommandMenuProps> | null>(null);
  const notify = useNotify();

  async function show() {
    setCommands(pageCommands());
    if (Menu) return;
    try {
      const { CommandMenu } = await import('./command-menu.tsx');
      setMenu(() => CommandMenu);
    } catch {
      setCommands(null);
      notify({ tone: 'error', text: texts.notLoaded });
    }
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = latinKey(event) === 'k' && event.ctrlKey !== event.metaKey;
    if (!isShortcut || event.altKey || event.shiftKey || document.querySelector('dialog[open]')) return;
    // The browser would search the web.
    event.preventDefault();
    void show();
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return (
    <>
      <button
        type="button"
        className={`${iconButton.button} ${classes.button}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => void show()}
      >
        <IconSearch size={18} stroke={1.8} aria-hidden="true" />
        <span className={classes.label}>{texts.open}</span>
        <KeyHint keys={isMac() ? '⌘ K' : 'Ctrl K'} />
      </button>
      {commands && Menu && <Menu commands={commands} onClose={() => setCommands(null)} />}
    </>
  );
}
