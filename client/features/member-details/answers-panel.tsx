import { useQuery } from '@tanstack/react-query';
import { momentText } from '#client/lib/format.ts';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { answerTexts } from '#domain/form-answers.ts';
import { answersQuery } from './queries.ts';
import { answersTexts as texts } from './texts.ts';

/** The answers to the member's messages; nothing without one. */
export function AnswersPanel({ uid }: { uid: string }) {
  const { data } = useQuery(answersQuery(uid));
  if (!data || data.answers.length === 0) return null;
  return (
    <Panel plain title={texts.title}>
      <ul className={layout.rows}>
        {data.answers.map(({ message, subject, text, at, by, state }) => (
          <li key={at} className={layout.stackS}>
            <TextLink to={`/admin/inbox?message=${encodeURIComponent(message)}`}>{subject}</TextLink>
            <p className={typography.note}>
              {answerTexts.answerSent(by ?? answerTexts.someAdministrator, momentText(at))},{' '}
              {answerTexts.answerStates[state]}
            </p>
            <p className={typography.written} dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
