import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconSearch, IconX } from '#client/ui/page-icons.ts';
import { TextField } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import layout from './layout.module.css';

/** Milliseconds to wait after the last keystroke. */
const searchPause = 250;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  maxLength: number;
  /** The current search. The field follows it when it changes elsewhere. */
  value: string;
  onSearch: (q: string) => void;
}

/** A search field that calls `onSearch` when typing pauses. */
export function SearchField({ label, placeholder, maxLength, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const search = useEffectEvent(onSearch);

  useEffect(() => {
    // Ignore our own updates: the user may have typed more since.
    if (value !== asked.current) setText(value);
    asked.current = value;
  }, [value]);

  useEffect(() => {
    const next = text.trim();
    if (next === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = next;
      search(next);
    }, searchPause);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <search className={layout.whole} data-screen-only>
      <TextField
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        before={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
        after={
          text && <IconButton icon={IconX} pixels={16} label="Clear the search" onClick={() => setText('')} />
        }
      />
    </search>
  );
}
