import { type ReactNode, useId } from 'react';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import classes from './about-section.module.css';

interface AboutSectionProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A section of the About page with its heading at the side, or above the content on a phone. */
export function AboutSection({ title, lead, children }: AboutSectionProps) {
  const id = useId();
  return (
    <section className={`${layout.stackXl} ${classes.section}`} aria-labelledby={id}>
      <header className={layout.stackS}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {lead && <p className={typography.prose}>{lead}</p>}
      </header>
      {children}
    </section>
  );
}
