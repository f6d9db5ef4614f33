import { useDraftForm } from '#client/lib/use-draft.ts';
import { useSessionUser } from '#client/session/queries.ts';
import { Button } from '#client/ui/button.tsx';
import { DraftNote } from '#client/ui/draft-note.tsx';
import { TextAreaField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { type GroupMessage, groupMessageCorrection, groupMessageLimits } from '#domain/group-messages.ts';
import { useCorrectMessage } from './mutations.ts';
import { sentTexts as texts } from './texts.ts';

export function Correction({ message, onDone }: { message: GroupMessage; onDone: () => void }) {
  const { id, text } = message;
  const correct = useCorrectMessage(id);
  const user = useSessionUser();
  const form = useDraftForm({
    initialValues: { text },
    rule: groupMessageCorrection,
    draft: { form: `group-message-${id}`, owner: user?.uid ?? null },
    toInput: (values) => ({ ...values, shown: { text } }),
    submit: async (correction) => {
      await correct.mutateAsync(correction);
      onDone();
    },
  });
  const cancel = () => {
    form.reset();
    onDone();
  };
  return (
    <form {...form.formProps} className={layout.stackM}>
      <DraftNote form={form} />
      <TextAreaField
        label={texts.correction}
        description={texts.correctionHelp}
        required
        rows={5}
        maxLength={groupMessageLimits.text}
        {...form.field('text')}
      />
      {form.alert && <Notice tone="error">{form.alert}</Notice>}
      <div className={layout.row}>
        <SubmitButton busy={form.busy} busyLabel={texts.saving} variant="default">
          {texts.save}
        </SubmitButton>
        <Button variant="subtle" onClick={cancel}>
          {texts.keepText}
        </Button>
      </div>
    </form>
  );
}
