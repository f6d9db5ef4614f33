import { type ReactNode, useState } from 'react';
import { inTimeZone, momentOf } from '#domain/days.ts';
import { TextField } from './field.tsx';

/** A day and a time in a zone; empty for none. */
export function MomentField(props: {
  name?: string;
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  value: string | null;
  timeZone: string;
  onChange: (value: string | null) => void;
}) {
  const { value, timeZone, onChange, ...field } = props;
  // While a year is being typed, it is not the one that is meant.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      type="datetime-local"
      {...field}
      value={typed ?? (value ? inTimeZone(value, timeZone).slice(0, 'yyyy-mm-ddThh:mm'.length) : '')}
      onBlur={() => setTyped(null)}
      onChange={({ currentTarget }) => {
        const moment = momentOf(currentTarget.value, timeZone);
        setTyped(currentTarget.value);
        if (currentTarget.value === '') onChange(null);
        else if (!Number.isNaN(moment)) onChange(new Date(moment).toISOString());
      }}
    />
  );
}
