import { useClub } from '#client/lib/club.ts';
import { Panel } from '#client/ui/panel.tsx';
import classes from './common-questions.module.css';
import { contactTexts } from './texts.ts';

/** The frequently asked questions (spec, point 2, "Contact"). */
export function CommonQuestions() {
  return (
    <Panel title={contactTexts.questions}>
      <div className={classes.questions}>
        {useClub().faq.map(({ question, answer }) => (
          <div key={question}>
            <h3 className={classes.question}>{question}</h3>
            <p className={classes.answer}>{answer}</p>
          </div>
        ))}
      </div>
    </Panel>
  );
}
