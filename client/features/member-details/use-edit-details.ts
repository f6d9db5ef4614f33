import { useDraftForm } from '#client/lib/use-draft.ts';
import { useShown } from '#client/lib/use-shown.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { useNotify } from '#client/ui/notifications.tsx';
import { type CorrectedFields, correctableFields, memberCorrection } from '#domain/corrections.ts';
import type { Member } from '#domain/members.ts';
import { useCorrectMember } from './mutations.ts';
import { editTexts as texts } from './texts.ts';

type FieldName = keyof CorrectedFields;
type Values = Record<Exclude<FieldName, 'taskCompleted'>, string> & { taskCompleted: boolean };

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

/** The form that corrects a record as it was when the form opened, or as another administrator has left it since. */
export function useEditDetails(record: Member, onSaved: () => void) {
  const { base, initialValues, shown, takeOver, explain } = useShown({
    record,
    fields: correctableFields,
    valuesOf,
    texts,
  });
  const correct = useCorrectMember(record.uid);
  const notify = useNotify();
  const owner = useSessionUser()?.uid ?? null;
  const form = useDraftForm({
    initialValues: { ...initialValues, reason: '' },
    draft: { form: `details-${record.uid}`, owner },
    rule: memberCorrection,
    toInput: ({ reason, ...values }) => ({ ...changedFields(base, values), reason }),
    explain: (error) => (error instanceof NothingChanged ? { alert: texts.nothing } : explain(error)),
    submit: async (correction) => {
      if (Object.keys(correction).length === 1) throw new NothingChanged();
      const saved = await correct
        .mutateAsync({ ...correction, shown })
        .catch((error: unknown) => takeOver(error, form));
      notify({ tone: 'success', text: texts.saved(saved.fullName || saved.email) });
      onSaved();
    },
  });

  return { form, base };
}
