import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '#client/features/accounts/queries.ts';
import { cacheMember } from '#client/features/members/queries.ts';
import { ApiFailure, currentValues, failureMessage, request } from '#client/lib/api.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { hasDraft } from '#client/lib/use-draft.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import type { Problem } from '#client/lib/use-problem.ts';
import { useTransientMessage } from '#client/lib/use-transient-message.ts';
import { notSet } from '#domain/departments.ts';
import { savedMessageMs } from '#domain/member-choices.ts';
import { memberLabels } from '#domain/member-labels.ts';
import { type Member, member } from '#domain/members.ts';
import { type Profile, profile, profileMessages, profileVersion } from '#domain/profile.ts';
import { profileTexts } from './texts.ts';

/** The values of the profile's fields as the form's controls hold them. */
export type ProfileValues = Record<keyof Profile, string>;
const profileFields = Object.keys(profile.shape) as (keyof Profile)[];

/** Form values of a stored record; text that a recovery could not know, and a track that is not chosen, are empty. */
function editedValues(record: Member): ProfileValues {
  return Object.fromEntries(
    profileFields.map((field) => [field, record[field] === notSet ? '' : String(record[field] ?? '')]),
  ) as ProfileValues;
}

/** The profile was changed elsewhere while it was being edited; the message says to what. */
class ProfileChanged extends Error {}

/** If a field is at fault, such as an email address that is taken, the server's text goes beside it. */
function explain(error: unknown): Problem {
  if (error instanceof ApiFailure && error.field) return { fields: { [error.field]: error.message } };
  if (error instanceof ProfileChanged) return { alert: profileTexts.changedElsewhere, detail: error.message };
  return { alert: profileMessages.saveFailed, detail: failureMessage(error) };
}

/** View mode, edit mode and saving (spec, point 4). Unsaved changes of an earlier visit continue in edit mode. */
export function useProfileEditor(record: Member) {
  // The version that the form began with. Changes from elsewhere do not alter a form that is being edited.
  const [base, setBase] = useState(record);
  const initialValues = editedValues(base);
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
      await save.mutateAsync({ ...input, version: profileVersion(base) }).catch((error: unknown) => {
        const current = currentValues(error, member);
        throw current ? new ProfileChanged(takeOver(current)) : error;
      });
      setPickedTrack(null);
      setEditing(false);
      showSaved(profileMessages.saved);
    },
  });

  /**
   * Continues from the record that is stored now: what was typed stays, and fields that were not touched follow it.
   * @returns what is stored in the fields that were typed into
   */
  function takeOver(current: Member): string {
    const stored = editedValues(current);
    const differing = profileFields.filter((field) => stored[field] !== form.values[field]);
    const untouched = differing.filter((field) => form.values[field] === initialValues[field]);
    setBase(current);
    form.change(Object.fromEntries(untouched.map((field) => [field, stored[field]])));
    const typed = differing.filter((field) => !untouched.includes(field));
    return profileTexts.storedNow(typed.map((field) => [memberLabels[field], stored[field]]));
  }

  function edit() {
    setBase(record);
    form.reset(editedValues(record));
    if (pickedTrack !== null) form.change({ developmentTrack: pickedTrack });
    setEditing(true);
  }

  function cancel() {
    const { developmentTrack } = form.values;
    setPickedTrack(developmentTrack === initialValues.developmentTrack ? null : developmentTrack);
    form.reset(editedValues(record));
    setEditing(false);
  }

  return { form, editing, saved, edit, cancel };
}

/** Saves the seven profile fields. */
function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Profile & { version: string }) =>
      request('/api/me/profile', member, { method: 'PATCH', body }),
    onError: async (error) => {
      const current = currentValues(error, member);
      if (current) await cacheMember(client, current);
    },
    onSuccess: async (saved) => {
      await cacheMember(client, saved);
      // It has the name and the address, and whether to ask that the address is confirmed.
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
