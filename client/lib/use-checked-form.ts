import {
  type ChangeEvent,
  type RefObject,
  type SubmitEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import type * as z from 'zod/mini';
import { check } from '#domain/validation.ts';
import { type Control, type FormValues, filledIn, findControl } from './form-controls.ts';
import { differences, type HeldValues, useFormValues } from './form-values.ts';
import { type Problem, useAttempt } from './use-problem.ts';

type FieldName<Values> = keyof Values & string;

export interface CheckedFormOptions<Values, Input> {
  initialValues: Values;
  /** The schema in domain/ that the server validates with too. */
  rule: z.ZodMiniType<Input>;
  /** Converts the form's values to the schema's input if they differ, such as a select whose value is a number. */
  toInput?: (values: Values) => unknown;
  /** Sends the parsed values. Resolves when everything is done, navigation included; throws if it failed. */
  submit: (input: Input) => Promise<unknown>;
  /** Rewrites a text when its field is left, and before the form is sent. */
  tidy?: Tidy<Values>;
  /** Turns an error that `submit` throws into the texts to show. Defaults to the server's message. */
  explain?: (error: unknown) => Problem;
  /** The text above the form for input that the schema refuses; none by default. */
  invalidText?: string;
}

/**
 * A form validated with the portal's schemas. It shows the first failure beside its field and focuses that field, and
 * shows a server failure above the form. A failure disappears when its field is corrected; input is never lost; a
 * double click submits once.
 *
 * Spread `formProps` on the form, and `field(name)` or `checkField(name)` on each control.
 */
export function useCheckedForm<Values extends FormValues, Input>(options: CheckedFormOptions<Values, Input>) {
  return useFormOf(useFormValues(options.initialValues), options);
}

/** The same with values that are held elsewhere, such as in a draft. */
export function useFormOf<Values extends FormValues, Input, Held extends HeldValues<Values>>(
  held: Held,
  options: CheckedFormOptions<Values, Input>,
) {
  const { initialValues, rule, tidy = {}, toInput = (values: Values): unknown => values } = options;
  const form = useRef<HTMLFormElement>(null);
  const { problem, correct, show, clear, ...attempts } = useAttempt(options.explain, form);
  useFilledIn(form, initialValues, (part) => held.change(part));
  const { values } = held;

  /** Changes values, and removes the failures that this corrects. */
  function change(part: Partial<Values>) {
    held.change(part);
    correct(
      (name) => Object.hasOwn(part, name),
      () => {
        const checked = check(rule, toInput({ ...values, ...part }));
        return checked.ok ? null : checked.failure;
      },
    );
  }

  async function submit() {
    const tidied = tidyValues(values, tidy);
    if (tidied !== values) held.change(tidied);
    const checked = check(rule, toInput(tidied));
    if (!checked.ok) {
      const { field, message } = checked.failure;
      return show({ alert: options.invalidText, fields: { [field]: message } }, 'schema');
    }
    await options.submit(checked.value);
    held.forget();
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void attempts.attempt(submit);
  }

  /** Starts again with these values, by default the initial ones. */
  function reset(next?: Values) {
    held.reset(next);
    clear();
  }

  /** Starts again at the first field. */
  function discard() {
    reset();
    findControl(form.current, () => true)?.focus();
  }

  return {
    ...held,
    ...attempts,
    ...fieldProps(values, problem?.fields ?? {}, change, tidy),
    change,
    reset,
    discard,
    // With method=dialog, submitting a prerendered form before hydration sends nothing.
    formProps: { ref: form, method: 'dialog', noValidate: true, onSubmit },
    alert: problem?.alert ?? null,
    detail: problem?.detail ?? null,
    clear,
  };
}

/** Takes over what was typed into a prerendered form before it was hydrated. */
function useFilledIn<Values extends FormValues>(
  form: RefObject<HTMLFormElement | null>,
  initialValues: Values,
  change: (part: Partial<Values>) => void,
) {
  const takeOver = useEffectEvent(() => {
    const typed = differences(initialValues, filledIn(form.current, initialValues));
    if (Object.keys(typed).length > 0) change(typed as Partial<Values>);
  });
  useLayoutEffect(() => takeOver(), []);
}

type Tidy<Values> = Partial<Record<FieldName<Values>, (text: string) => string>>;

function tidyValues<Values extends FormValues>(values: Values, tidy: Tidy<Values>): Values {
  const changed = Object.entries(values).flatMap(([name, value]) => {
    const tidied = typeof value === 'string' ? (tidy[name as FieldName<Values>]?.(value) ?? value) : value;
    return tidied === value ? [] : [[name, tidied]];
  });
  return changed.length > 0 ? { ...values, ...Object.fromEntries(changed) } : values;
}

/** The props of the form's controls. */
function fieldProps<Values extends FormValues>(
  values: Values,
  faults: Readonly<Record<string, string | null>>,
  change: (part: Partial<Values>) => void,
  tidy: Tidy<Values>,
) {
  function common(name: string) {
    const error = Object.hasOwn(faults, name) && (faults[name] ?? true);
    return { name, error, ...(error && { 'aria-invalid': true }) };
  }

  function set(name: FieldName<Values>, value: string | boolean) {
    change({ [name]: value } as Partial<Values>);
  }

  function field(name: FieldName<Values>) {
    const value = String(values[name]);
    const tidied = tidy[name]?.(value) ?? value;
    return {
      ...common(name),
      value,
      onChange: (event: ChangeEvent<Control>) => set(name, event.currentTarget.value),
      ...(tidied !== value && { onBlur: () => set(name, tidied) }),
    };
  }

  function checkField(name: FieldName<Values>) {
    return {
      ...common(name),
      checked: values[name] === true,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.checked),
    };
  }

  return { field, checkField };
}
