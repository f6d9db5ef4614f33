import { type ChangeEvent, type SubmitEvent, startTransition, useEffect, useRef, useState } from 'react';
import { ApiFailure, connectionMessages, failureMessage, loadRule, type Rule } from './api.ts';

type FieldName<Values> = keyof Values & string;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The invalid field, of which there is one at a time. Without a message the field is only marked. */
interface Fault {
  field: string;
  message: string | null;
}

interface CheckedFormOptions<Values, Input> {
  initialValues: Values;
  /** The schema in domain/ that the server validates with too. */
  rule: Rule<Input>;
  /** Converts the form's values to the schema's input if they differ, such as a select whose value is a number. */
  toInput?: (values: Values) => unknown;
  /** Sends the parsed values. Resolves when everything is done, navigation included. */
  submit: (input: Input) => Promise<unknown>;
  /** The text above the form for a failed submit. Defaults to the server's message. */
  failureText?: (error: unknown) => string;
}

async function checkAgainst<Input>(rule: Rule<Input>, input: unknown) {
  try {
    const [{ check }, loaded] = await Promise.all([import('#domain/validation.ts'), loadRule(rule)]);
    return check(loaded, input);
  } catch {
    // The schema is a separate chunk, which could not be fetched.
    throw new ApiFailure(0, 'UNREACHABLE', connectionMessages.unreachable);
  }
}

/** The current values of the controls that `known` has entries for. */
function filledIn<Values extends Record<string, string | boolean>>(
  form: HTMLFormElement | null,
  known: Values,
): Partial<Values> {
  const found = Object.keys(known).flatMap((name) => {
    const control = form?.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.type === 'checkbox') return [[name, control.checked]];
    const isText =
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement;
    return isText ? [[name, control.value]] : [];
  });
  return Object.fromEntries(found) as Partial<Values>;
}

/**
 * A form validated with the portal's schemas. It shows the first failure beside its field and focuses that field,
 * and shows a server failure above the form. Each attempt clears earlier failures; input is never lost; a double
 * click submits once.
 *
 * Spread `formProps` on the form, and `field(name)` or `checkField(name)` on each control.
 */
export function useCheckedForm<Values extends Record<string, string | boolean>, Input>(
  options: CheckedFormOptions<Values, Input>,
) {
  const [values, setValues] = useState(options.initialValues);
  const [alert, setAlert] = useState<string | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const prepared = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const { rule } = options;

  useEffect(() => {
    // A prerendered form may have been filled in before it was hydrated.
    setValues((known) => ({ ...known, ...filledIn(form.current, known) }));
  }, []);

  useEffect(() => {
    const control = fault && form.current?.elements.namedItem(fault.field);
    if (control instanceof HTMLElement) control.focus();
  }, [fault]);

  /** Loads the schema while the form is being filled in. If that fails, the first submit tries again. */
  function prepare() {
    if (prepared.current) return;
    prepared.current = true;
    checkAgainst(rule, undefined).catch(() => {});
  }

  /** Clears earlier failures. */
  function clear() {
    setFault(null);
    setAlert(null);
  }

  /** Shows a message beside a field and focuses it. */
  function pointAt(field: string, message: string) {
    setFault({ field, message });
  }

  /** Shows a text above the form, and marks and focuses the invalid field, if any. */
  function refuse(message: string, field?: string) {
    setAlert(message);
    if (field) setFault({ field, message: null });
  }

  /** Runs `action` unless one is already running, and shows what it throws above the form. */
  async function attempt(action: () => Promise<unknown>) {
    if (running.current) return;
    running.current = true;
    clear();
    setBusy(true);
    try {
      await action();
    } catch (error) {
      const text = (options.failureText ?? failureMessage)(error);
      refuse(text, error instanceof ApiFailure ? error.field : undefined);
    } finally {
      running.current = false;
      // After the page that a successful submit has navigated to: until that is shown, the button is busy.
      startTransition(() => setBusy(false));
    }
  }

  /** Validates `input`, then runs `action` with the parsed value, as `attempt` does. */
  function attemptChecked<T>(against: Rule<T>, input: unknown, action: (checked: T) => Promise<unknown>) {
    return attempt(async () => {
      const checked = await checkAgainst(against, input);
      if (checked.ok) await action(checked.value);
      else pointAt(checked.failure.field, checked.failure.message);
    });
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = options.toInput ? options.toInput(values) : values;
    void attemptChecked(rule, input, options.submit);
  }

  function common(name: string) {
    const error = fault?.field === name && (fault.message ?? true);
    return { name, error, ...(error && { 'aria-invalid': true }) };
  }

  function field(name: FieldName<Values>) {
    return {
      ...common(name),
      value: String(values[name]),
      onChange: (event: ChangeEvent<Control>) => {
        const { value } = event.currentTarget;
        setValues((former) => ({ ...former, [name]: value }));
      },
    };
  }

  function checkField(name: FieldName<Values>) {
    return {
      ...common(name),
      checked: values[name] === true,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const { checked } = event.currentTarget;
        setValues((former) => ({ ...former, [name]: checked }));
      },
    };
  }

  // With method=dialog, submitting a prerendered form before hydration sends nothing.
  const formProps = { ref: form, method: 'dialog', noValidate: true, onFocus: prepare, onSubmit };
  return {
    values,
    setValues,
    field,
    checkField,
    formProps,
    alert,
    busy,
    clear,
    attempt,
    attemptChecked,
    pointAt,
    refuse,
  };
}
