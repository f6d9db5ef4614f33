import type { ReactNode } from 'react';
import { momentText } from '#client/lib/format.ts';
import layout from '#client/ui/layout.module.css';
import { LongText } from '#client/ui/long-text.tsx';
import typography from '#client/ui/typography.module.css';
import type { Member } from '#domain/members.ts';
import { projectLink } from '#domain/project-link.ts';
import { isLate, seasonTexts } from '#domain/season.ts';
import { ProjectLink } from './project-link.tsx';
import classes from './receipt.module.css';
import { useSeason } from './season.tsx';
import { memberTexts } from './texts.ts';

export function SubmittedProject({ member }: { member: Member }) {
  const { githubLink, projectDescription, submittedAt } = member;
  const season = useSeason();
  if (!githubLink) return null;
  return (
    <div className={`${layout.stackM} ${layout.start}`}>
      <ProjectLink link={githubLink} />
      {submittedAt && (
        <p className={typography.fact}>
          {memberTexts.submittedOn} <time dateTime={submittedAt}>{momentText(submittedAt)}</time>
          {season && isLate(season, member) && ` · ${seasonTexts.submittedLate}`}
        </p>
      )}
      {projectDescription && (
        <div className={`${layout.stackS} ${typography.prose} ${layout.start}`}>
          <LongText text={projectDescription} lines={4} />
        </div>
      )}
    </div>
  );
}

/** The steps that a member has taken, a line for each. A line without a value is left out. */
export function Receipt({ lines }: { lines: Record<string, ReactNode> }) {
  return (
    <dl className={`${layout.stackS} ${typography.fact} ${classes.receipt}`}>
      {Object.entries(lines).map(
        ([label, value]) =>
          value && (
            <div key={label} className={`${layout.ends} ${classes.line}`}>
              <dt>{label}</dt>
              <dd className={typography.wrap}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The repository of a link, or the link. */
export function projectName(link: string | null): string | null {
  return link && (projectLink(link)?.name ?? link);
}
