import { useEffectEvent, useLayoutEffect } from 'react';

interface PageKeys {
  /** Whether single keys act. They can be switched off, because speech input and slips press them too. */
  enabled: boolean;
  /** The action of each key, by the key's name in lower case. */
  keys: Readonly<Record<string, () => void>>;
  /** Acts on Ctrl+Enter in a text field. */
  send?: () => void;
}

/**
 * Single keys that act on the whole page. A key that is held down, one with a modifier and one behind a dialog do
 * nothing. Escape leaves a text field.
 */
export function usePageKeys({ enabled, keys, send }: PageKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      event.repeat ||
      isComposing(event) ||
      document.querySelector('dialog[open]')
    )
      return;
    const { target, key } = event;
    if (isTextField(target)) {
      if (key === 'Escape') target.blur();
      if (!send || key !== 'Enter' || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey)
        return;
      event.preventDefault();
      send();
      return;
    }
    // A question mark takes Shift on most keyboards.
    const isModified = event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && key !== '?');
    // The browser uses letters and arrows in a list of choices.
    if (!enabled || isModified || target instanceof HTMLSelectElement) return;
    const act = keys[latinKey(event)];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // With the content on the screen: an effect would leave the keys of the one before for a moment.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Whether a key is for an input method. Safari ends one with an Enter that is no longer part of it, but has its code. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** The name of a key in lower case. One of a script that is not Latin is named as on a Latin keyboard. */
export function latinKey({ key, code }: KeyboardEvent): string {
  const isOther = key.length === 1 && key > '\u024f';
  return (isOther ? code.replace(/^(Key|Digit)/, '') : key).toLowerCase();
}

function isTextField(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement;
}
