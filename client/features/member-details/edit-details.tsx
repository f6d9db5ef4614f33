import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useRef } from 'react';
import { useClub } from '#client/lib/club.ts';
import { useDraftForm } from '#client/lib/use-draft.ts';
import { useShown } from '#client/lib/use-shown.ts';
import { personInputs, yearOptions } from '#client/member-ui/person-inputs.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { CheckField } from '#client/ui/check-field.tsx';
import { CheckedForm } from '#client/ui/checked-form.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { TextAreaField, TextField } from '#client/ui/field.tsx';
import { LongSelect } from '#client/ui/long-select.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import typography from '#client/ui/typography.module.css';
import { type CorrectedFields, correctableFields, memberCorrection } from '#domain/corrections.ts';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import { longLabel } from '#domain/member-fields.ts';
import type { Member } from '#domain/members.ts';
import { type Profile, profileFields } from '#domain/profile.ts';
import { useCorrectMember } from './mutations.ts';
import { accountQuery } from './queries.ts';
import { editTexts as texts } from './texts.ts';

interface EditDetailsProps {
  member: Member;
  onClose: () => void;
}

export function EditDetails({ member, onClose }: EditDetailsProps) {
  const { form, base } = useEditDetails(useRef(member).current, onClose);
  const { field, checkField } = form;
  const { data: account } = useQuery(accountQuery(member.uid));
  /** Escape keeps what was typed. */
  function cancel() {
    form.reset();
    onClose();
  }
  const { registration, profile } = useClub().departments;
  const departments = [...new Set([...registration, ...profile])];
  const isOffered = departments.includes(base.department);
  const departmentOptions = isOffered ? departments : [base.department, ...departments];
  const trackOptions = tracks.map((track) => ({ value: track, label: trackLabels[track] }));
  const selects: { [Name in keyof Profile]?: ReactNode } = {
    department: (
      <LongSelect label={longLabel('department')} options={departmentOptions} {...field('department')} />
    ),
    yearOfStudy: (
      <SelectField label={longLabel('yearOfStudy')} options={yearOptions} {...field('yearOfStudy')} />
    ),
    developmentTrack: (
      <SelectField
        label={longLabel('developmentTrack')}
        options={[
          ...(base.developmentTrack === null ? [{ value: '', label: texts.noTrack }] : []),
          ...trackOptions,
        ]}
        {...field('developmentTrack')}
      />
    ),
  };
  const text = (name: keyof Profile) => (
    <TextField
      label={longLabel(name)}
      description={name === 'email' && account?.sendsMail && texts.emailNote}
      {...personInputs[name]}
      autoComplete="off"
      {...field(name)}
    />
  );
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <CheckedForm
        form={form}
        button={texts.save}
        busyLabel={texts.saving}
        cancel={{ label: texts.cancel, onClick: cancel }}
      >
        <p className={typography.soft}>{texts.intro}</p>
        <DraftNote form={form} />
        {profileFields.map((name) => (
          <Fragment key={name}>{selects[name] ?? text(name)}</Fragment>
        ))}
        <CheckField label={longLabel('taskCompleted')} {...checkField('taskCompleted')} />
        <TextField
          label={longLabel('githubLink')}
          type="url"
          description={base.githubLink === null && texts.noLinkNote}
          {...field('githubLink')}
        />
        {(base.githubLink !== null || form.values.githubLink !== '') && (
          <TextAreaField label={longLabel('projectDescription')} rows={5} {...field('projectDescription')} />
        )}
        <TextField label={texts.reason} description={texts.reasonNote} required {...field('reason')} />
      </CheckedForm>
    </Dialog>
  );
}

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
function useEditDetails(record: Member, onSaved: () => void) {
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
