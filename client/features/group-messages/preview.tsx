import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import typography from '#client/ui/typography.module.css';
import { type GroupMessageAudience, textFor } from '#domain/group-messages.ts';
import { placeholders, usesPlaceholder } from '#domain/placeholders.ts';
import { MessageCard } from './message-card.tsx';
import classes from './preview.module.css';
import { composeTexts as texts } from './texts.ts';

export function Preview({ text, audience }: { text: string; audience: GroupMessageAudience | undefined }) {
  const sample = audience?.sample;
  const gaps = placeholders.filter(
    (placeholder) => audience && audience.missing[placeholder] > 0 && usesPlaceholder(text, placeholder),
  );
  return (
    <section className={layout.stackS} aria-label={texts.previewTitle}>
      {text.trim() === '' || !sample ? (
        <p className={`${typography.note} ${classes.empty}`}>{texts.previewEmpty}</p>
      ) : (
        <>
          <p className={`${typography.note} ${typography.wrap}`}>
            {texts.previewAs} <bdi>{sample.fullName}</bdi>
          </p>
          <MessageCard text={textFor(text.trim(), sample)} />
        </>
      )}
      {gaps.map((placeholder) => (
        <Notice key={placeholder} tone="error">
          {texts.gap(placeholder, audience?.missing[placeholder] ?? 0)}
        </Notice>
      ))}
    </section>
  );
}
