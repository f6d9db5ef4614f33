import type { MouseEvent } from 'react';
import layout from '#client/ui/layout.module.css';
import { IconBrandGithub, IconExternalLink, IconLink, IconLinkOff } from '#client/ui/page-icons.ts';
import typography from '#client/ui/typography.module.css';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { linkTexts } from '#domain/link-mark.ts';
import { type ProjectLink as ParsedLink, projectLink } from '#domain/project-link.ts';
import classes from './project-link.module.css';
import { memberTexts } from './texts.ts';

interface ProjectLinkProps {
  link: string;
  title?: string;
  /** Opens the project in another way than in a new tab. */
  onOpen?: () => void;
}

export function ProjectLink({ link, title, onOpen }: ProjectLinkProps) {
  const project = projectLink(link);
  if (!project) return <span className={classes.link}>{link}</span>;

  function open(event: MouseEvent) {
    // Ctrl, Shift and the middle button do as they do for every link.
    if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }

  const Mark = project.host === 'github.com' ? IconBrandGithub : IconLink;
  const remark = remarkOf(project);
  return (
    <span className={classes.project}>
      <a
        className={classes.link}
        href={project.href}
        target="_blank"
        rel="noopener noreferrer"
        title={title}
        onClick={open}
      >
        <Mark size={20} stroke={1.7} aria-hidden="true" />
        {/* A URL can have up to 2,048 characters. */}
        <span className={typography.clamp}>
          {project.name}
          <VisuallyHidden> {memberTexts.newTab}</VisuallyHidden>
        </span>
        <IconExternalLink size={16} stroke={1.8} aria-hidden="true" />
      </a>
      {remark && (
        <span className={`${layout.media} ${typography.note}`}>
          <IconLinkOff size={18} stroke={1.8} aria-hidden="true" />
          {remark}
        </span>
      )}
    </span>
  );
}

/** Why the link may not open for reviewers, or null. */
function remarkOf({ mark, meant }: ParsedLink): string | null {
  if (!mark) return null;
  return [linkTexts.toReviewer[mark], meant && linkTexts.didYouMean(meant.host)].filter(Boolean).join(' ');
}
