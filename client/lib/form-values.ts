import { useState } from 'react';
import type { FormValues } from './form-controls.ts';

/** The values of a form, and how they change. */
export interface HeldValues<Values> {
  values: Values;
  /** Changes some values, as the user does. */
  change: (part: Partial<Values>) => void;
  /** The values were sent: they stay on the page. */
  forget: () => void;
  /** Starts again with these values, by default the initial ones. */
  reset: (next?: Values) => void;
}

export function useFormValues<Values extends FormValues>(initialValues: Values): HeldValues<Values> {
  const [values, setValues] = useState(initialValues);
  return {
    values,
    change: (part) => setValues((known) => ({ ...known, ...part })),
    forget: () => {},
    reset: (next = initialValues) => setValues(next),
  };
}

/** The values that differ from the initial ones, so that an outdated name is never restored with a draft. */
export function differences<Values extends FormValues>(
  initial: Values,
  values: Values,
  except: readonly string[] = [],
): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== initial[name] && !except.includes(name)),
  );
}
