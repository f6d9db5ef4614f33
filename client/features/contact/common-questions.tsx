import { useClub } from '#client/lib/club.ts';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { contactTexts } from './texts.ts';

/** The frequently asked questions (spec, point 2, "Contact"). */
export function CommonQuestions() {
  return (
    <Panel title={contactTexts.questions}>
      <div className={layout.stackXl}>
        {useClub().faq.map(({ question, answer }) => (
          <div key={question} className={layout.stackXs}>
            <h3 className={typography.heading}>{question}</h3>
            <p className={typography.soft}>{answer}</p>
          </div>
        ))}
      </div>
    </Panel>
  );
}
