import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { settingsKey } from '#client/lib/admin-keys.ts';
import { currentValues, request } from '#client/lib/api.ts';
import type { FormValues } from '#client/lib/form-controls.ts';
import { useCheckedForm } from '#client/lib/use-checked-form.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { CheckField, TextAreaField, TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LeaveQuestion } from '#client/ui/leave-question.tsx';
import { Unloaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { counted } from '#domain/plural.ts';
import { reminderKinds } from '#domain/reminder-kinds.ts';
import {
  type Reminders,
  type RemindersAnswer,
  reminders,
  remindersAnswer,
  remindersPreview,
} from '#domain/reminders.ts';

const texts = {
  kinds: { noTrack: 'Members without a track', notSubmitted: 'Members who have not submitted' },
  on: 'Send this reminder',
  days: 'Days before the deadline',
  text: 'Text',
  hint: '{name} is the name of the member. The deadline is added below. If you turn the reminder off, emails that wait are dropped, and dashboards no longer show it.',
  reach: (recipients: number, reminded: number) =>
    `${counted(recipients, 'member')} would get it as things are now; ${reminded} have got it. Without a deadline, nobody does.`,
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved.',
  loadFailed: 'The reminders couldn’t be loaded',
  savedNow: (value: string) => `Saved now: ${value}`,
} as const;

const part = 'reminders';
const address = `/api/admin/settings/${part}`;

const remindersQuery = queryOptions({
  queryKey: [...settingsKey, part],
  queryFn: ({ signal }) => request(address, remindersAnswer, { signal }),
});

const previewQuery = queryOptions({
  queryKey: [...settingsKey, part, 'preview'],
  queryFn: ({ signal }) => request(`${address}/preview`, remindersPreview, { signal }),
});

export function RemindersSettings() {
  const query = useQuery(remindersQuery);
  if (query.data) return <RemindersForm stored={query.data} />;
  return (
    <Unloaded query={query} failed={texts.loadFailed}>
      <Skeleton height="24rem" />
    </Unloaded>
  );
}

function RemindersForm({ stored }: { stored: RemindersAnswer }) {
  const { form, theirs, saved } = useReminders(stored);
  const { data: reach } = useQuery(previewQuery);
  return (
    <form {...form.formProps} className={layout.stackXl}>
      <LeaveQuestion when={() => form.dirty} />
      <DraftNote form={form} />
      <div className={layout.tiles}>
        {reminderKinds.map((kind) => (
          <Panel key={kind} title={texts.kinds[kind]}>
            <div className={layout.stackL}>
              {reach && <p>{texts.reach(reach[kind].recipients, reach[kind].reminded)}</p>}
              <CheckField label={texts.on} {...form.checkField(`${kind}.on`)} />
              <TextField
                label={texts.days}
                type="number"
                min={1}
                max={60}
                description={theirs(`${kind}.days`)}
                {...form.field(`${kind}.days`)}
              />
              <TextAreaField
                label={texts.text}
                rows={6}
                description={theirs(`${kind}.text`) ?? texts.hint}
                {...form.field(`${kind}.text`)}
              />
            </div>
          </Panel>
        ))}
      </div>
      <div aria-live="polite">
        {form.alert && (
          <Notice tone="error" inLiveRegion>
            {form.alert}
          </Notice>
        )}
        {saved && !form.dirty && (
          <Notice tone="success" inLiveRegion>
            {texts.saved}
          </Notice>
        )}
      </div>
      <div className={layout.row}>
        <SubmitButton busy={form.busy} busyLabel={texts.saving} disabled={!form.dirty}>
          {texts.save}
        </SubmitButton>
      </div>
    </form>
  );
}

/** The reminders as they are edited. A save elsewhere shows while nothing is being typed. */
function useReminders(stored: RemindersAnswer) {
  const client = useQueryClient();
  const owner = useSessionUser()?.uid ?? null;
  /** The answer that the present changes began with. */
  const [base, setBase] = useState(stored);
  const [isStale, setStale] = useState(false);
  const [saved, setSaved] = useState(false);
  const initialValues = fieldsOf(base.value);
  const form = useCheckedForm({
    initialValues,
    rule: reminders,
    toInput: settingsOf,
    draft: { form: `settings-${part}`, owner },
    submit: save,
  });

  const follow = useEffectEvent((next: RemindersAnswer) => {
    if (form.dirty || next.version === base.version) return;
    setBase(next);
    form.reset(fieldsOf(next.value));
  });
  useEffect(() => follow(stored), [stored]);

  async function save(value: Reminders): Promise<void> {
    const body = { value, version: base.version };
    try {
      show(await request(address, remindersAnswer, { method: 'PUT', body }));
      setStale(false);
      setSaved(true);
      void client.invalidateQueries({ queryKey: previewQuery.queryKey });
    } catch (error) {
      const current = currentValues(error, remindersAnswer);
      if (current) {
        show(current);
        setStale(true);
      }
      throw error;
    }
  }

  function show(next: RemindersAnswer): void {
    client.setQueryData(remindersQuery.queryKey, next);
    setBase(next);
  }

  /** The value that was saved elsewhere, which the next save replaces. */
  function theirs(name: string): string | undefined {
    const value = initialValues[name];
    return isStale && value !== form.values[name] ? texts.savedNow(String(value)) : undefined;
  }

  return { form, theirs, saved };
}

/** The settings as fields, such as 'noTrack.days'. */
function fieldsOf(value: Reminders): FormValues {
  return Object.fromEntries(
    reminderKinds.flatMap((kind) => [
      [`${kind}.on`, value[kind].on],
      [`${kind}.days`, String(value[kind].days)],
      [`${kind}.text`, value[kind].text],
    ]),
  );
}

function settingsOf(fields: FormValues): unknown {
  return Object.fromEntries(
    reminderKinds.map((kind) => [
      kind,
      { on: fields[`${kind}.on`], days: Number(fields[`${kind}.days`]), text: fields[`${kind}.text`] },
    ]),
  );
}
