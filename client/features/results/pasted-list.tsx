import { useState } from 'react';
import { failureMessage, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useDecide } from '#client/member-ui/results/use-decide.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogButton } from '#client/ui/dialog.tsx';
import { TextAreaField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { listed } from '#domain/invisible.ts';
import { outcomeLabel, outcomes } from '#domain/outcomes.ts';
import { type LookupAnswer, listedCap, listedEntries, lookupAnswer } from '#domain/results-page.ts';
import { listTexts as texts } from './texts.ts';

/** Sets outcomes for the members of a pasted list. */
export function PastedList() {
  return (
    <DialogButton size="sm" dialog={(close) => <ListDialog onClose={close} />}>
      {texts.open}
    </DialogButton>
  );
}

function ListDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const find = useMutation({
    mutationFn: (entries: string[]) =>
      request('/api/admin/outcomes/lookup', lookupAnswer, { method: 'POST', body: { entries } }),
  });
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form
        className={layout.stackL}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const entries = listedEntries(text);
          const tooMany = entries.length > listedCap && texts.tooMany(listedCap);
          const wrong = (entries.length === 0 && texts.none) || tooMany || '';
          setError(wrong);
          if (!wrong) find.mutate(entries);
        }}
      >
        <TextAreaField
          label={texts.label}
          description={texts.hint}
          rows={8}
          value={text}
          error={error}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setError('');
            find.reset();
          }}
        />
        <SubmitButton busy={find.isPending} busyLabel={texts.finding}>
          {texts.find}
        </SubmitButton>
        {find.error && <Notice tone="error">{texts.failed(failureMessage(find.error))}</Notice>}
        {find.data && <Found answer={find.data} onDone={onClose} />}
      </form>
    </Dialog>
  );
}

/** The members of the list with the choice of an outcome, and the entries that are nobody's. */
function Found({ answer, onDone }: { answer: LookupAnswer; onDone: () => void }) {
  const { found, missing, ambiguous } = answer;
  const decide = useDecide();
  const shown = found.map(({ uid, outcome }) => ({ uid, outcome }));
  const uids = found.map(({ uid }) => uid);
  return (
    <div className={layout.stackM} role="status">
      {missing.length > 0 && <Notice tone="info">{texts.missing(missing)}</Notice>}
      {ambiguous.length > 0 && <Notice tone="info">{texts.ambiguous(ambiguous)}</Notice>}
      <p>{texts.found(found.length)}</p>
      {found.length > 0 && (
        <>
          <p className={`${typography.soft} ${typography.wrap}`}>
            {listed(found.map(({ fullName }) => fullName))}
          </p>
          <p>{texts.set(found.length)}</p>
          <div className={layout.row}>
            {[...outcomes, null].map((outcome) => (
              <Button
                key={outcome}
                size="sm"
                onClick={() =>
                  void decide({ uids, outcome, shown: () => shown }).then((done) => done && onDone())
                }
              >
                {outcomeLabel(outcome)}
              </Button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
