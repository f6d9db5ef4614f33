import { useState } from 'react';
import type { CorrectedFields } from '#domain/corrections.ts';
import { longLabel } from '#domain/member-fields.ts';
import { type Member, member } from '#domain/members.ts';
import { pick } from '#domain/shown.ts';
import { ApiFailure, currentValues, failureMessage } from './api.ts';
import type { Problem } from './use-problem.ts';

type Field = keyof CorrectedFields;
type Values = { [name in Field]?: string | boolean };

interface ShownOptions<Form extends Values> {
  record: Member;
  fields: readonly (Field & keyof Form)[];
  /** The values of a stored record as the controls of the form hold them. */
  valuesOf: (record: Member) => Form;
  texts: {
    failed: string;
    changedElsewhere: string;
    /** Lists the stored values of the fields that were typed into and changed elsewhere, too. */
    storedNow: (fields: readonly (readonly [label: string, value: string])[]) => string;
  };
}

interface Form<FormValues> {
  values: FormValues;
  change: (part: Partial<FormValues>) => void;
}

/** The record was changed elsewhere while it was being edited; the message says to what. */
class ChangedElsewhere extends Error {}

/** A form over a stored record: what it was decided on, and how it continues when the record was changed elsewhere. */
export function useShown<FormValues extends Values>(options: ShownOptions<FormValues>) {
  const { fields, valuesOf, texts } = options;
  // Changes from elsewhere do not alter a form that is being edited.
  const [base, setBase] = useState(options.record);
  const initialValues = valuesOf(base);

  /**
   * Continues a refused form from the record that is stored now: what was typed stays, and fields that were not touched
   * follow it. Throws the error to explain.
   */
  function takeOver(error: unknown, form: Form<FormValues>): never {
    const current = currentValues(error, member);
    if (!current) throw error;
    const stored = valuesOf(current);
    const differing = fields.filter((field) => stored[field] !== form.values[field]);
    const untouched = differing.filter((field) => form.values[field] === initialValues[field]);
    setBase(current);
    form.change(pick(stored, untouched) as Partial<FormValues>);
    const typed = differing.filter(
      (field) => !untouched.includes(field) && stored[field] !== initialValues[field],
    );
    throw new ChangedElsewhere(
      texts.storedNow(typed.map((field) => [longLabel(field), String(stored[field])])),
    );
  }

  /** If a field is at fault, such as an email address that is taken, the server's text goes beside it. */
  function explain(error: unknown): Problem {
    if (error instanceof ApiFailure && error.field) return { fields: { [error.field]: error.message } };
    if (error instanceof ChangedElsewhere) return { alert: texts.changedElsewhere, detail: error.message };
    return { alert: texts.failed, detail: failureMessage(error) };
  }

  return { base, setBase, initialValues, shown: pick(base, fields), takeOver, explain };
}
