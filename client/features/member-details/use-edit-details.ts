import { useState } from 'react';
import { ApiFailure, currentValues, failureMessage } from '#client/lib/api.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import type { Problem } from '#client/lib/use-problem.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import {
  type CorrectedFields,
  correctableFields,
  correctionVersion,
  memberCorrection,
} from '#domain/corrections.ts';
import { memberLabels } from '#domain/member-labels.ts';
import { type Member, member } from '#domain/members.ts';
import { useCorrectMember } from './mutations.ts';
import { editTexts as texts } from './texts.ts';

type FieldName = keyof CorrectedFields;
type Values = Record<Exclude<FieldName, 'taskCompleted'>, string> & { taskCompleted: boolean };

/** Somebody else changed the record while it was being edited; the message names what is stored now. */
class RecordChanged extends Error {}

class NothingChanged extends Error {}

function valuesOf(record: Member): Values {
  const entries = correctableFields.map((name) => {
    const value = record[name];
    return [name, typeof value === 'boolean' ? value : String(value ?? '')];
  });
  return Object.fromEntries(entries) as Values;
}

/** The fields that differ from the record, in the form of the request. */
function changedFields(record: Member, values: Values): Record<string, unknown> {
  const stored = valuesOf(record);
  const changed = correctableFields.filter((name) => values[name] !== stored[name]);
  return Object.fromEntries(
    changed.map((name) => [name, name === 'yearOfStudy' ? Number(values[name]) : values[name]]),
  );
}

function explain(error: unknown): Problem {
  if (error instanceof NothingChanged) return { alert: texts.nothing };
  if (error instanceof RecordChanged) return { alert: texts.changedElsewhere, detail: error.message };
  if (error instanceof ApiFailure && error.field) return { fields: { [error.field]: error.message } };
  return { alert: texts.failed, detail: failureMessage(error) };
}

/** The form that corrects a record as it was when the form opened, or as another administrator has left it since. */
export function useEditDetails(record: Member, onSaved: () => void) {
  const [base, setBase] = useState(record);
  const correct = useCorrectMember(record.uid);
  const notify = useNotify();
  const initialValues = { ...valuesOf(base), reason: '' };
  const form = useCheckedForm({
    initialValues,
    rule: memberCorrection,
    toInput: ({ reason, ...values }) => ({ ...changedFields(base, values), reason }),
    explain,
    submit: async (correction) => {
      if (Object.keys(correction).length === 1) throw new NothingChanged();
      const body = { ...correction, version: correctionVersion(base) };
      const saved = await correct.mutateAsync(body).catch((error: unknown) => {
        const current = currentValues(error, member);
        throw current ? new RecordChanged(takeOver(current)) : error;
      });
      notify({ tone: 'success', text: texts.saved(saved.fullName || saved.email) });
      onSaved();
    },
  });

  /**
   * Continues from the record that is stored now: what was typed stays, and fields that were not touched follow it.
   * @returns what is stored in the fields that were typed into
   */
  function takeOver(current: Member): string {
    const stored = valuesOf(current);
    const differing = correctableFields.filter((name) => stored[name] !== form.values[name]);
    const untouched = differing.filter((name) => form.values[name] === initialValues[name]);
    setBase(current);
    form.change(Object.fromEntries(untouched.map((name) => [name, stored[name]])));
    const typed = differing.filter((name) => !untouched.includes(name));
    return texts.storedNow(typed.map((name) => [memberLabels[name], String(stored[name])]));
  }

  return { form, base };
}
