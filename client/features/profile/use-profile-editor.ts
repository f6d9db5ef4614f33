import { useState } from 'react';
import { ApiFailure, failureMessage } from '#client/lib/api.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { hasDraft } from '#client/lib/use-draft.ts';
import type { Problem } from '#client/lib/use-problem.ts';
import { useTransientMessage } from '#client/lib/use-transient-message.ts';
import { notSet, savedMessageMs } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { type Profile, profile } from '#domain/profile.ts';
import { profileMessages } from '#domain/profile-texts.ts';
import { useSaveProfile } from './mutations.ts';

/** The values of the profile's fields as the form's controls hold them. */
export type ProfileValues = Record<keyof Profile, string>;
const profileFields = Object.keys(profile.shape) as (keyof Profile)[];

/** Form values of a stored record; a track that is not chosen is an empty string. */
export function profileValues(record: Member): ProfileValues {
  return Object.fromEntries(
    profileFields.map((field) => [field, String(record[field] ?? '')]),
  ) as ProfileValues;
}

/** The same for editing: what a recovery could not know is to be filled in. */
function editedValues(record: Member): ProfileValues {
  const values = profileValues(record);
  const known = Object.entries(values).map(([name, value]) => [name, value === notSet ? '' : value]);
  return { ...values, ...Object.fromEntries(known) };
}

/** If a field is at fault, such as an email address that is taken, the server's text goes beside it. */
function explain(error: unknown): Problem {
  if (error instanceof ApiFailure && error.field) return { fields: { [error.field]: error.message } };
  return { alert: profileMessages.saveFailed, detail: failureMessage(error) };
}

/** View mode, edit mode and saving (spec, point 4). Unsaved changes of an earlier visit continue in edit mode. */
export function useProfileEditor(record: Member) {
  const initialValues = editedValues(record);
  const draft = { form: 'profile', owner: record.uid };
  const [editing, setEditing] = useState(() => hasDraft(initialValues, draft));
  // Cancel restores every field but the track (spec, point 4): editing again continues with the picked one.
  const [pickedTrack, setPickedTrack] = useState<string | null>(null);
  const [saved, showSaved] = useTransientMessage(savedMessageMs);
  const save = useSaveProfile();
  const form = useCheckedForm({
    initialValues,
    rule: profile,
    toInput: (values) => ({ ...values, yearOfStudy: Number(values.yearOfStudy) }),
    draft,
    explain,
    submit: async (input: Profile) => {
      showSaved(null);
      await save.mutateAsync(input);
      setPickedTrack(null);
      setEditing(false);
      showSaved(profileMessages.saved);
    },
  });

  function edit() {
    form.reset();
    if (pickedTrack !== null) form.change({ developmentTrack: pickedTrack });
    setEditing(true);
  }

  function cancel() {
    const { developmentTrack } = form.values;
    setPickedTrack(developmentTrack === initialValues.developmentTrack ? null : developmentTrack);
    form.reset();
    setEditing(false);
  }

  return { form, editing, saved, edit, cancel };
}
