import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiFailure, currentValues, failureMessage, request } from '#client/lib/api.ts';
import { type FormValues, findControl } from '#client/lib/form-controls.ts';
import { loadPagesInFull } from '#client/lib/full-pages.ts';
import { runWrite } from '#client/lib/live-queries.ts';
import { useDraft } from '#client/lib/use-draft.ts';
import { type Problem, useAttempt } from '#client/lib/use-problem.ts';
import { settingFields } from '#client/member-ui/changes/settings-fields.ts';
import { useSessionUser } from '#client/session/queries.ts';
import type { SettingsAnswer, SettingsPart, SettingsValue } from '#domain/settings.ts';
import { settingsAnswer, settingsQuery } from './queries.ts';
import { settingsTexts as texts } from './texts.ts';

/** A field that was changed here and elsewhere since it was read. */
interface Conflict {
  field: string;
  theirs: unknown;
  own: unknown;
}

/** Somebody else has saved the part meanwhile. */
class ChangedElsewhere extends Error {}

/** The fields of a part as texts, of which a draft keeps those that were changed. */
function textsOf(value: unknown): FormValues {
  return Object.fromEntries(
    Object.entries(settingFields(value)).map(([name, field]) => [name, JSON.stringify(field)]),
  );
}

/** The value in the form of the request. Empty lines of a list count for nothing. */
function settingsOf(fields: FormValues): unknown {
  const value: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(fields)) {
    const keys = name.split('.');
    const last = keys.pop() ?? '';
    let inner = value;
    for (const key of keys) {
      inner[key] ??= {};
      inner = inner[key] as Record<string, unknown>;
    }
    const field: unknown = JSON.parse(String(text));
    inner[last] = Array.isArray(field) ? field.filter((item) => item?.trim?.() !== '') : field;
  }
  return value;
}

/** The control at fault shows the server's message. */
function explain(error: unknown, form: HTMLFormElement | null): Problem {
  if (error instanceof ChangedElsewhere) return { alert: texts.changedElsewhere };
  if (!(error instanceof ApiFailure) || !error.field)
    return { alert: texts.saveFailed(failureMessage(error)) };
  const field = error.field.replace(/^value\./, '');
  const control = findControl(form, (name) => name !== '' && isWithin(field, name));
  const name = control?.getAttribute('name') ?? field;
  return { alert: texts.refused, fields: { [name]: texts.atField(error.message, error.field) } };
}

function isWithin(field: string, name: string): boolean {
  return `${field}.`.startsWith(`${name}.`);
}

/** Fields that were typed into stay, the others follow what is stored now. */
function merge(initial: FormValues, own: FormValues, theirs: FormValues) {
  const typed = Object.keys(theirs).filter((name) => own[name] !== initial[name]);
  const both = typed.filter((name) => theirs[name] !== initial[name] && theirs[name] !== own[name]);
  const read = (text: FormValues[string] | undefined): unknown => JSON.parse(String(text));
  return {
    fields: { ...theirs, ...Object.fromEntries(typed.map((name) => [name, own[name] ?? ''])) },
    conflicts: both.map((field): Conflict => ({ field, theirs: read(theirs[field]), own: read(own[field]) })),
  };
}

function write(client: QueryClient, part: SettingsPart, body: object): Promise<SettingsAnswer> {
  const path = `/api/admin/settings/${part}`;
  return runWrite(client, path, () => request(path, settingsAnswer, { method: 'PUT', body }));
}

/** A value that is stored apart and saved after the part. It is in no draft. */
export interface Secret {
  dirty: boolean;
  save: () => Promise<void>;
  discard: () => void;
}

/** The fields of a part. A save elsewhere shows while nothing is being typed. */
function useFields(part: SettingsPart, stored: SettingsAnswer) {
  const owner = useSessionUser()?.uid ?? null;
  const client = useQueryClient();
  /** The answer that the present changes began with. */
  const [base, setBase] = useState(stored);
  const initial = textsOf(base.value);
  const draft = useDraft(initial, { form: `settings-${part}`, owner });
  if (!draft.dirty && base.version !== stored.version) setBase(stored);

  function keep(answer: SettingsAnswer) {
    client.setQueryData(settingsQuery(part).queryKey, answer);
    setBase(answer);
  }

  return {
    client,
    initial,
    draft,
    fields: draft.dirty ? draft.values : initial,
    version: base.version,
    keep,
  };
}

/** Whether the part was just saved. The page was loaded with other names, departments or another time zone, so links load the next in full. */
function useSaved(dirty: boolean) {
  const [saved, setSaved] = useState(false);
  const [outdated, setOutdated] = useState(false);
  useEffect(() => (outdated && !dirty ? loadPagesInFull() : undefined), [outdated, dirty]);
  return {
    saved: saved && !dirty,
    setSaved(next: boolean) {
      setSaved(next);
      setOutdated(outdated || next);
    },
  };
}

export function useSettings(part: SettingsPart, stored: SettingsAnswer, secret?: Secret) {
  const form = useRef<HTMLFormElement>(null);
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const { client, initial, draft, fields, version, keep } = useFields(part, stored);
  const dirty = draft.dirty || secret?.dirty === true;
  const { saved, setSaved } = useSaved(dirty);
  const { problem, busy, attempt, correct, clear } = useAttempt(
    (error) => explain(error, form.current),
    form,
  );

  async function save() {
    const sent = fields;
    const body = { value: settingsOf(sent), version };
    const answer = await write(client, part, body).catch(follow);
    keep(answer);
    setConflicts([]);
    finish(sent, answer);
    if (secret?.dirty) await secret.save();
    setSaved(true);
  }

  /** A change during the save is still to be saved. */
  const finish = useEffectEvent((sent: FormValues, { value }: SettingsAnswer) => {
    if (!draft.dirty || draft.values === sent) draft.reset(textsOf(value));
  });

  /** Continues from what is stored now, or throws the error. */
  function follow(error: unknown): never {
    const current = currentValues(error, settingsAnswer);
    if (!current) throw error;
    const merged = merge(initial, fields, textsOf(current.value));
    draft.change(merged.fields);
    setConflicts(merged.conflicts);
    keep(current);
    throw new ChangedElsewhere();
  }

  function set(name: string, value: unknown) {
    setSaved(false);
    draft.change({ ...fields, [name]: JSON.stringify(value) });
    correct(
      (field) => isWithin(field, name),
      () => null,
    );
  }

  function discard() {
    draft.reset(initial);
    secret?.discard();
    setConflicts([]);
    clear();
  }

  const errorOf = (name: string) => problem?.fields?.[name] ?? undefined;
  const shown = {
    part,
    initial,
    fields,
    dirty,
    busy,
    conflicts,
    saved,
    alert: problem?.alert,
  };
  return { ...shown, form, note: { ...draft, discard }, errorOf, set, discard, save: () => attempt(save) };
}
export type Editor = ReturnType<typeof useSettings>;

export function editedSettings({ fields }: Pick<Editor, 'fields'>): SettingsValue {
  return settingsOf(fields) as SettingsValue;
}
