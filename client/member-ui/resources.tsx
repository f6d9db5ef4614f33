import layout from '#client/ui/layout.module.css';
import { IconExternalLink } from '#client/ui/page-icons.ts';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import type { TaskResource } from '#domain/tasks.ts';
import classes from './resources.module.css';
import { memberTexts } from './texts.ts';

/** Learning resources for the task; shown on /user-tasks only (spec, point 2). */
export function Resources({ resources }: { resources: TaskResource[] }) {
  return (
    <ul className={layout.divided}>
      {resources.map(({ name, link }) => (
        <li key={link}>
          <a
            className={`${layout.media} ${classes.link}`}
            href={link}
            target="_blank"
            rel="noopener noreferrer"
          >
            <span>
              {name}
              <VisuallyHidden> {memberTexts.newTab}</VisuallyHidden>
            </span>
            <IconExternalLink size={17} stroke={1.8} aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  );
}
