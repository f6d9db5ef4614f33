import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentValues, request } from '#client/lib/api.ts';
import { hasDraft, useDraftForm } from '#client/lib/use-draft.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useShown } from '#client/lib/use-shown.ts';
import { useTransientMessage } from '#client/lib/use-transient-message.ts';
import { cacheMember } from '#client/member-ui/queries.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { nationalNumber } from '#domain/contact-number.ts';
import { notSet } from '#domain/departments.ts';
import { savedMessageMs } from '#domain/member-choices.ts';
import { type Member, member } from '#domain/members.ts';
import { type Profile, type ProfileSave, profile, profileFields, profileMessages } from '#domain/profile.ts';
import { profileTexts } from './texts.ts';

/** The values of the profile's fields as the form's controls hold them. */
export type ProfileValues = Record<keyof Profile, string>;

/** Form values of a stored record; text that a recovery could not know, and a track that is not chosen, are empty. */
function editedValues(record: Member): ProfileValues {
  return Object.fromEntries(
    profileFields.map((field) => [field, record[field] === notSet ? '' : String(record[field] ?? '')]),
  ) as ProfileValues;
}

/** View mode, edit mode and saving (spec, point 4). Unsaved changes of an earlier visit continue in edit mode. */
export function useProfileEditor(record: Member) {
  const { initialValues, shown, setBase, takeOver, explain } = useShown({
    record,
    fields: profileFields,
    valuesOf: editedValues,
    texts: { ...profileTexts, failed: profileMessages.saveFailed },
  });
  const draft = { form: 'profile', owner: record.uid };
  const [editing, setEditing] = useState(() => hasDraft(initialValues, draft));
  // Cancel restores every field but the track (spec, point 4): editing again continues with the picked one.
  const [pickedTrack, setPickedTrack] = useState<string | null>(null);
  const [saved, showSaved] = useTransientMessage(savedMessageMs);
  const save = useSaveProfile();
  const form = useDraftForm({
    initialValues,
    rule: profile,
    toInput: (values) => ({ ...values, yearOfStudy: Number(values.yearOfStudy) }),
    draft,
    tidy: { contactNumber: nationalNumber },
    explain,
    submit: async (input: Profile) => {
      showSaved(null);
      await save.mutateAsync({ ...input, shown }).catch((error: unknown) => takeOver(error, form));
      setPickedTrack(null);
      setEditing(false);
      showSaved(profileMessages.saved);
    },
  });

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
    mutationFn: (body: ProfileSave) => request('/api/me/profile', member, { method: 'PATCH', body }),
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
