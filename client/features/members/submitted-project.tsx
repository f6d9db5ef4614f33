import { useId, useState } from 'react';
import { LinkButton } from '#client/ui/text-link.tsx';
import type { Member } from '#domain/members.ts';
import { accountDate } from '#domain/profile-texts.ts';
import { ProjectLink } from './project-link.tsx';
import classes from './submitted-project.module.css';

/** A member's submission: repository, date and description. */
export function SubmittedProject({ member }: { member: Member }) {
  const { githubLink, projectDescription, submittedAt } = member;
  if (!githubLink) return null;
  return (
    <div className={classes.project}>
      <ProjectLink link={githubLink} />
      {submittedAt && (
        <p className={classes.sent}>
          Submitted on <time dateTime={submittedAt}>{accountDate(submittedAt, 'N/A')}</time>
        </p>
      )}
      {projectDescription && <Description text={projectDescription} />}
    </div>
  );
}

const collapsedLines = 4;
const charactersPerLine = 60;

/** Long text is collapsed to a few lines until expanded. */
function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const long = text.length > collapsedLines * charactersPerLine || text.split('\n').length > collapsedLines;
  return (
    <>
      <p id={id} className={classes.description} data-folded={(long && !open) || undefined}>
        {text}
      </p>
      {long && (
        <LinkButton aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show more'}
        </LinkButton>
      )}
    </>
  );
}
