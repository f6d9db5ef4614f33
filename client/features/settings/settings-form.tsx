import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { settingLabel } from '#client/member-ui/changes/settings-fields.ts';
import { Button } from '#client/ui/button.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import layout from '#client/ui/layout.module.css';
import { LeaveQuestion } from '#client/ui/leave-question.tsx';
import { Loaded } from '#client/ui/load-failure.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import type { SettingsAnswer, SettingsOf, SettingsPart } from '#domain/settings.ts';
import { settingsQuery } from './queries.ts';
import classes from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';
import { type Editor, editedSettings, type Secret, useSettings } from './use-settings.ts';

const EditorContext = createContext<Editor | null>(null);

/** A field of the part that is edited, such as `president.name`. */
export function useSetting<Value>(name: string) {
  const editor = use(EditorContext);
  if (!editor) throw new Error('There are no settings around this field');
  return {
    name,
    label: settingLabel(editor.part, name),
    value: JSON.parse(String(editor.fields[name])) as Value,
    isChanged: editor.fields[name] !== editor.initial[name],
    errorOf: editor.errorOf,
    set: (value: Value) => editor.set(name, value),
  };
}

interface SettingsFormProps<Part extends SettingsPart> {
  part: Part;
  /** How a student sees the part as it is edited, or what else is shown beside it. */
  preview: (value: SettingsOf<Part>) => ReactNode;
  previewTitle?: string;
  secret?: Secret;
  children: ReactNode;
}

/** The form of a part of the settings, with its fields as children. */
export function SettingsForm<Part extends SettingsPart>({ part, ...props }: SettingsFormProps<Part>) {
  const query = useQuery(settingsQuery(part));
  return (
    <Loaded query={query} failed={texts.loadFailed} height="24rem">
      {(stored) => <LoadedForm key={part} part={part} stored={stored} {...props} />}
    </Loaded>
  );
}

type LoadedFormProps<Part extends SettingsPart> = SettingsFormProps<Part> & { stored: SettingsAnswer };

function LoadedForm<Part extends SettingsPart>(props: LoadedFormProps<Part>) {
  const { part, stored, preview, previewTitle = texts.preview, secret, children } = props;
  const editor = useSettings(part, stored, secret);
  return (
    <div className={layout.split}>
      <LeaveQuestion when={() => editor.dirty} />
      <form
        ref={editor.form}
        noValidate
        className={`${layout.card} ${layout.padded} ${layout.stackL}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (editor.dirty) void editor.save();
        }}
      >
        <DraftNote form={editor.note} />
        <EditorContext value={editor}>{children}</EditorContext>
        <div className={classes.end}>
          <Outcome editor={editor} />
          <div className={layout.row}>
            <SubmitButton busy={editor.busy} busyLabel={texts.saving} disabled={!editor.dirty}>
              {texts.save}
            </SubmitButton>
            {editor.dirty && <Button onClick={editor.discard}>{texts.discard}</Button>}
          </div>
        </div>
      </form>
      <Panel quiet title={previewTitle}>
        <div className={layout.stackL}>{preview(editedSettings(editor) as SettingsOf<Part>)}</div>
      </Panel>
    </div>
  );
}

function Outcome({ editor: { part, alert, conflicts, saved } }: { editor: Editor }) {
  return (
    <div aria-live="polite">
      {alert && (
        <Notice tone="error" inLiveRegion>
          {alert}
        </Notice>
      )}
      {saved && (
        <Notice tone="success" inLiveRegion>
          {texts.saved}
        </Notice>
      )}
      {conflicts.length > 0 && (
        <dl className={`${layout.rows} ${layout.above}`}>
          {conflicts.map(({ field, theirs, own }) => (
            <div key={field}>
              <dt className={typography.heading}>{settingLabel(part, field)}</dt>
              <dd className={typography.written}>{texts.savedNow(differing(theirs, own))}</dd>
              <dd className={typography.written}>{texts.yours(differing(own, theirs))}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** A value in words; of a list, what the other one lacks. */
function differing(value: unknown, other: unknown): string {
  if (!Array.isArray(value)) {
    const text = String(value ?? '');
    return text.startsWith('data:') ? texts.picture : text || texts.nothing;
  }
  const others = new Set(Array.isArray(other) ? other.map((item) => JSON.stringify(item)) : []);
  const items = value.filter((item) => !others.has(JSON.stringify(item)));
  return (
    items.map((item) => (Object(item) === item ? fieldsOf(item) : [item]).join(', ')).join('; ') ||
    texts.otherOrder
  );
}

/** The fields of an entry without its id, which nobody reads. */
function fieldsOf({ id: _, ...fields }: Record<string, unknown>): unknown[] {
  return Object.values(fields);
}
