import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiFailure, connectionMessages, failureMessage, loadRule, type Rule } from './api.ts';

type FieldName<Values> = keyof Values & string;
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Where the form is at fault: one field at a time. Without a message the field is only marked. */
interface Fault {
  field: string;
  message: string | null;
}

interface CheckedFormOptions<Values, Input> {
  initialValues: Values;
  /** The rule of domain/ that the server checks too. */
  rule: Rule<Input>;
  /** Makes the rule's input of the form's values, where they differ (a select's text that is a number). */
  toInput?: (values: Values) => unknown;
  /** Sends what the rule made of the values. Resolves once all is done, navigation included. */
  submit: (input: Input) => Promise<unknown>;
  /** The text above the form for a failed submit; the server's own unless told. */
  failureText?: (error: unknown) => string;
}

async function checkAgainst<Input>(rule: Rule<Input>, input: unknown) {
  try {
    const [{ check }, loaded] = await Promise.all([import('#domain/validation.ts'), loadRule(rule)]);
    return check(loaded, input);
  } catch {
    // The rules are a chunk of their own, and it could not be fetched.
    throw new ApiFailure(0, 'UNREACHABLE', connectionMessages.unreachable);
  }
}

/** What the controls hold that `known` has too. */
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
 * A form that obeys the portal's rules: the first failure only, beside its field, which gets the focus; a
 * failure of the server above the form; what earlier attempts said is cleared at each attempt; nothing typed is
 * ever lost; a double click submits once.
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
    // On a page that came drawn, the form may have been filled in before there was this code.
    setValues((known) => ({ ...known, ...filledIn(form.current, known) }));
  }, []);

  useEffect(() => {
    const control = fault && form.current?.elements.namedItem(fault.field);
    if (control instanceof HTMLElement) control.focus();
  }, [fault]);

  /** Fetches the rules while the form is being filled in. Should that fail, the first attempt tries again. */
  function prepare() {
    if (prepared.current) return;
    prepared.current = true;
    checkAgainst(rule, undefined).catch(() => {});
  }

  /** Clears what earlier attempts said. */
  function clear() {
    setFault(null);
    setAlert(null);
  }

  /** Moves the focus to a field and shows the message beside it. */
  function pointAt(field: string, message: string) {
    setFault({ field, message });
  }

  /** Shows a text above the form; marks and focuses the field at fault, if there is one. */
  function refuse(message: string, field?: string) {
    setAlert(message);
    if (field) setFault({ field, message: null });
  }

  /** Runs `action` unless another runs; what it throws is shown above the form. */
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
      setBusy(false);
    }
  }

  /** Checks `input` against a rule, then runs `action` with what the rule made of it; as `attempt` else. */
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

  // As a dialog's form it sends nothing by itself, should somebody submit it before there is this code.
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
