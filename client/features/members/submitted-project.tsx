import { IconBrandGithub, IconExternalLink, IconLink } from '@tabler/icons-react';
import { LongText } from '#client/ui/long-text.tsx';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import type { Member } from '#domain/members.ts';
import { accountDate } from '#domain/profile-texts.ts';
import { projectLink } from '#domain/project-link.ts';
import classes from './submitted-project.module.css';

/** A member's submission: repository, date and description. */
export function SubmittedProject({ member }: { member: Member }) {
  const { githubLink, projectDescription, submittedAt } = member;
  if (!githubLink) return null;
  return (
    <div className={classes.project}>
      <ProjectName link={githubLink} />
      {submittedAt && (
        <p className={classes.sent}>
          Submitted on <time dateTime={submittedAt}>{accountDate(submittedAt, 'N/A')}</time>
        </p>
      )}
      {projectDescription && (
        <div className={classes.description}>
          <LongText text={projectDescription} lines={4} />
        </div>
      )}
    </div>
  );
}

function ProjectName({ link }: { link: string }) {
  const project = projectLink(link);
  if (!project) return <span className={classes.link}>{link}</span>;
  const Mark = project.href.toLowerCase().includes('github.com') ? IconBrandGithub : IconLink;
  return (
    <a className={classes.link} href={project.href} target="_blank" rel="noopener noreferrer">
      <Mark size={20} stroke={1.7} aria-hidden="true" />
      <span className={classes.name}>
        {project.name}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </span>
      <IconExternalLink size={16} stroke={1.8} aria-hidden="true" />
    </a>
  );
}
