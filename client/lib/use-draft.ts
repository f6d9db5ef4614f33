import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { dropDraft, holdUnstored, keepDraft, readDraft } from './drafts.ts';
import type { FormValues } from './form-controls.ts';

/** Where the input of a form is kept until it is sent or discarded. */
export interface DraftPlace {
  form: string;
  owner: string | null;
  except?: readonly string[];
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

/** The part of a draft that fits the form; null if there is none. */
function readTyped<Values extends FormValues>(initial: Values, place: DraftPlace): Partial<Values> | null {
  const draft = readDraft(place.form, place.owner);
  if (typeof draft !== 'object' || draft === null) return null;
  const fitting = Object.entries(draft).filter(
    ([name, value]) => Object.hasOwn(initial, name) && typeof value === typeof initial[name],
  );
  const typed = differences(initial, { ...initial, ...Object.fromEntries(fitting) }, place.except);
  return Object.keys(typed).length > 0 ? (typed as Partial<Values>) : null;
}

/** Whether input of a form was kept that differs from these values. */
export function hasDraft(initial: FormValues, place: DraftPlace): boolean {
  return readTyped(initial, place) !== null;
}

/**
 * The values of a form, which survive a reload, leaving the page, a new release and the end of the session. `forget`
 * them once they are sent. Without a `place` they are not kept.
 */
export function useDraft<Values extends FormValues>(initialValues: Values, place?: DraftPlace) {
  const [values, setValues] = useState(initialValues);
  const [touched, setTouched] = useState(false);
  const [restored, setRestored] = useState(false);
  const [stored, setStored] = useState(true);
  const typed = touched ? differences(initialValues, values) : {};
  const dirty = Object.keys(typed).length > 0;

  const restore = useEffectEvent(() => {
    const draft = place && readTyped(initialValues, place);
    if (!draft) return;
    // Input from before the page was hydrated is newer than the draft.
    setValues((known) => ({ ...known, ...draft, ...differences(initialValues, known) }));
    setTouched(true);
    setRestored(true);
  });
  // Not in the initial state: a prerendered form must hydrate as it was rendered.
  useLayoutEffect(() => restore(), []);

  const keep = useEffectEvent(() => {
    if (!place) return;
    const kept = differences(initialValues, values, place.except);
    if (Object.keys(kept).length > 0) setStored(keepDraft(place.form, place.owner, kept));
    else dropDraft(place.form, place.owner);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values is kept
  useEffect(() => {
    if (touched) keep();
  }, [touched, values]);

  const owner = place !== undefined && dirty && !stored ? place.owner : undefined;
  useEffect(() => {
    if (owner === undefined) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    const release = holdUnstored(owner);
    return () => {
      window.removeEventListener('beforeunload', ask);
      release();
    };
  }, [owner]);

  /** Changes some values, as the user does. */
  function change(part: Partial<Values>) {
    setTouched(true);
    setValues((known) => ({ ...known, ...part }));
  }

  /** The values were sent: they stay on the page, and are not kept any longer. */
  function forget() {
    if (place) dropDraft(place.form, place.owner);
    setTouched(false);
    setRestored(false);
  }

  /** Starts again with these values, and forgets what was typed. */
  function reset(next: Values = initialValues) {
    forget();
    setValues(next);
  }

  return { values, change, forget, reset, restored, dirty };
}
