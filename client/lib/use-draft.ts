import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { draftsOf, dropDraft, holdUnstored, inThisPage, keepDraft } from './drafts.ts';
import type { FormValues } from './form-controls.ts';
import { differences } from './form-values.ts';
import { type CheckedFormOptions, useFormOf } from './use-checked-form.ts';

/** Where the input of a form is kept until it is sent or discarded. */
export interface DraftPlace {
  form: string;
  owner: string | null;
  except?: readonly string[];
}

interface Typed<Values> {
  form: string;
  isOwn: boolean;
  values: Partial<Values>;
}

/** The texts that were typed into a form here and in other pages, as far as it fits the form and differs from these values. */
function typedIn<Values extends FormValues>(initial: Values, place: DraftPlace): Typed<Values>[] {
  return draftsOf(place.form, place.owner).flatMap(({ form, isOwn, fields }) => {
    const fitting = Object.entries(fields ?? {}).filter(
      ([name, value]) => Object.hasOwn(initial, name) && typeof value === typeof initial[name],
    );
    const values = differences(initial, { ...initial, ...Object.fromEntries(fitting) }, place.except);
    return Object.keys(values).length > 0 ? [{ form, isOwn, values: values as Partial<Values> }] : [];
  });
}

/** Whether input of a form was kept that differs from these values, and comes back by itself. */
export function hasDraft(initial: FormValues, place: DraftPlace): boolean {
  return typedIn(initial, place).some(({ isOwn }) => isOwn);
}

/**
 * The values of a form, which survive a reload, leaving the page, a new release and the end of the session. `forget`
 * them once they are sent.
 */
export function useDraft<Values extends FormValues>(initialValues: Values, place: DraftPlace) {
  const [values, setValues] = useState(initialValues);
  const [touched, setTouched] = useState(false);
  const [restored, setRestored] = useState(false);
  const [stored, setStored] = useState(true);
  const dirty = touched && Object.keys(differences(initialValues, values)).length > 0;
  /** Texts that were typed in other tabs, and are not on this page. */
  const [offers, setOffers] = useState<Typed<Values>[]>([]);

  const restore = useEffectEvent(() => {
    const found = typedIn(initialValues, place);
    const own = found.find(({ isOwn }) => isOwn);
    setOffers(found.filter((each) => each !== own));
    if (!own) return;
    // Input from before the page was hydrated is newer than the draft.
    setValues((known) => ({ ...known, ...own.values, ...differences(initialValues, known) }));
    moveHere(own);
  });

  /** The text of another page goes on here. */
  function moveHere({ form }: Typed<Values>) {
    if (form !== inThisPage(place.form)) dropDraft(form, place.owner);
    setTouched(true);
    setRestored(true);
  }

  /** Puts what was typed in another tab into the form, and keeps what is there as an offer. */
  function takeOffer() {
    const [taken, ...others] = offers;
    if (!taken) return;
    setOffers([...others, ...keepAsOffer<Values>(place, differences(initialValues, values, place.except))]);
    setValues({ ...initialValues, ...taken.values });
    moveHere(taken);
  }

  // Not in the initial state: a prerendered form must hydrate as it was rendered.
  useLayoutEffect(() => restore(), []);

  const keep = useEffectEvent(() => {
    setStored(keepOrDrop(place, inThisPage(place.form), differences(initialValues, values, place.except)));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values is kept
  useEffect(() => {
    if (touched) keep();
  }, [touched, values]);

  useAskBeforeClosing(dirty && !stored ? place.owner : undefined);

  /** Changes some values, as the user does. */
  function change(part: Partial<Values>) {
    setTouched(true);
    setValues((known) => ({ ...known, ...part }));
  }

  /** The values were sent: they stay on the page, and are not kept any longer. */
  function forget() {
    dropDraft(inThisPage(place.form), place.owner);
    setTouched(false);
    setRestored(false);
  }

  /** Starts again with these values, and forgets what was typed. */
  function reset(next: Values = initialValues) {
    forget();
    setValues(next);
  }

  return { values, change, forget, reset, restored, dirty, takeOffer: offers.length > 0 ? takeOffer : null };
}

/** Keeps what is replaced in the form. @returns it as an offer; nothing if nothing was typed */
function keepAsOffer<Values extends FormValues>(place: DraftPlace, typed: FormValues): Typed<Values>[] {
  const form = `${place.form}#${Math.random().toString(36).slice(2)}`;
  keepOrDrop(place, form, typed);
  return Object.keys(typed).length > 0 ? [{ form, isOwn: false, values: typed as Partial<Values> }] : [];
}

/** @returns whether nothing is lost when the page is closed */
function keepOrDrop({ owner }: DraftPlace, form: string, typed: FormValues): boolean {
  if (Object.keys(typed).length > 0) return keepDraft(form, owner, typed);
  dropDraft(form, owner);
  return true;
}

/** While this owner's input is only on the page; undefined for none. */
function useAskBeforeClosing(owner: string | null | undefined): void {
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
}

/** A form whose input is kept until it is sent (docs/decisions/drafts.md). */
export function useDraftForm<Values extends FormValues, Input>({
  draft,
  ...options
}: CheckedFormOptions<Values, Input> & { draft: DraftPlace }) {
  return useFormOf(useDraft(options.initialValues, draft), options);
}
