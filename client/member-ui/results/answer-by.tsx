import { useState } from 'react';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import type { AnswerBy } from '#domain/rounds.ts';
import { roundTexts as texts } from './texts.ts';

export function isWrong(by: AnswerBy | null): boolean {
  return typeof by === 'number' && !(by >= 1 && by <= 90);
}

/** How long members have to answer: a number of days, or a last day, which counts if both are given. */
export function AnswerByFields({
  value,
  onChange,
}: {
  value: AnswerBy;
  onChange: (value: AnswerBy) => void;
}) {
  const [days, setDays] = useState(typeof value === 'number' ? String(value) : '');
  return (
    <div className={layout.columns}>
      <TextField
        label={texts.answerDays}
        type="number"
        min={1}
        max={90}
        value={days}
        disabled={typeof value === 'string'}
        error={isWrong(value) && texts.noDays}
        onChange={({ currentTarget }) => {
          setDays(currentTarget.value);
          onChange(Number(currentTarget.value));
        }}
      />
      <TextField
        label={texts.lastDay}
        type="date"
        value={typeof value === 'string' ? value.slice(0, 'yyyy-mm-dd'.length) : ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || Number(days))}
      />
    </div>
  );
}
