import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import classes from './long-select.module.css';

/** Characters of an option that fit a narrow select, and a wide one. */
const narrow = 26;
const wide = 60;

/** A select whose options can be longer than it is wide: the chosen one is then repeated in full below it. */
export function LongSelect(props: NativeSelectProps) {
  const chosen = String(props.value ?? '');
  const length = chosen.length > wide ? 'longest' : 'long';
  return (
    <NativeSelect
      {...props}
      inputContainer={(input) => (
        <div className={classes.container}>
          {input}
          {chosen.length > narrow && (
            <p className={classes.chosen} data-length={length} aria-hidden="true">
              {chosen}
            </p>
          )}
        </div>
      )}
    />
  );
}
