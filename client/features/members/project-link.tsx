import { IconBrandGithub, IconExternalLink, IconLink } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { projectLink } from '#domain/project-link.ts';
import classes from './project-link.module.css';
import { memberTexts } from './texts.ts';

interface ProjectLinkProps {
  link: string;
  title?: string;
  /** Opens the project in another way than in a new tab. */
  onOpen?: () => void;
}

/** The repository of a submission; plain text if it is no web address. */
export function ProjectLink({ link, title, onOpen }: ProjectLinkProps) {
  const project = projectLink(link);
  if (!project) return <span className={classes.link}>{link}</span>;

  function open(event: MouseEvent) {
    // Ctrl, Shift and the middle button do as they do for every link.
    if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }

  const Mark = project.href.toLowerCase().includes('github.com') ? IconBrandGithub : IconLink;
  return (
    <a
      className={classes.link}
      href={project.href}
      target="_blank"
      rel="noopener noreferrer"
      title={title}
      onClick={open}
    >
      <Mark size={20} stroke={1.7} aria-hidden="true" />
      <span className={classes.name}>
        {project.name}
        <VisuallyHidden> {memberTexts.newTab}</VisuallyHidden>
      </span>
      <IconExternalLink size={16} stroke={1.8} aria-hidden="true" />
    </a>
  );
}
