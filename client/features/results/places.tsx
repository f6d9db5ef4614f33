import { useState } from 'react';
import { failureMessage } from '#client/lib/api.ts';
import { useResultsWrite } from '#client/member-ui/results/results-query.ts';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { trackLabels, tracks } from '#domain/member-choices.ts';
import type { Places, ResultsView } from '#domain/results-page.ts';
import { resultsTexts as texts } from './texts.ts';

/** How many places each track has. */
export function PlacesForm({ results }: { results: ResultsView }) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const save = useResultsWrite('PUT', 'settings');
  const { settings, settingsVersion: version } = results;
  const typedFor = (track: keyof Places) => typed[track] ?? String(results.places[track] ?? '');
  return (
    <details>
      <summary>{texts.places}</summary>
      <form
        className={layout.stackM}
        onSubmit={(event) => {
          event.preventDefault();
          const set = tracks.filter((track) => typedFor(track) !== '');
          const places = Object.fromEntries(set.map((track) => [track, Number(typedFor(track))]));
          save.mutate({ settings, version, places }, { onSuccess: () => setTyped({}) });
        }}
      >
        <p className={typography.note}>{texts.placesAbout}</p>
        <div className={layout.row}>
          {tracks.map((track) => (
            <TextField
              key={track}
              label={texts.placesOf(trackLabels[track])}
              type="number"
              min={0}
              max={10_000}
              value={typedFor(track)}
              onChange={({ currentTarget }) => setTyped({ ...typed, [track]: currentTarget.value })}
            />
          ))}
        </div>
        {save.error && <Notice tone="error">{texts.saveFailed(failureMessage(save.error))}</Notice>}
        <div className={layout.row}>
          <SubmitButton
            variant="default"
            busy={save.isPending}
            disabled={Object.keys(typed).length === 0}
            busyLabel={texts.saving}
          >
            {texts.savePlaces}
          </SubmitButton>
        </div>
      </form>
    </details>
  );
}
