import { TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './search-field.module.css';

/** Milliseconds after the last key before the search is asked for. */
const searchPause = 250;

interface SearchFieldProps {
  /** Names the field for screen readers. */
  label: string;
  placeholder: string;
  maxLength: number;
  /** What is searched for now; the field follows it when it changes from elsewhere. */
  value: string;
  onSearch: (q: string) => void;
}

/** A search that is asked for once typing pauses. */
export function SearchField({ label, placeholder, maxLength, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);

  useEffect(() => {
    // What we have asked for ourselves must not take away what has been typed since.
    if (value !== asked.current) setText(value);
    asked.current = value;
  }, [value]);

  useEffect(() => {
    const next = text.trim();
    if (next === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = next;
      onSearch(next);
    }, searchPause);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <search className={classes.search}>
      <TextInput
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
        rightSection={
          text && (
            <button
              type="button"
              className={classes.clear}
              aria-label="Clear the search"
              onClick={() => setText('')}
            >
              <IconX size={16} stroke={1.9} aria-hidden="true" />
            </button>
          )
        }
      />
    </search>
  );
}
