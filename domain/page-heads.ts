import type { Club } from './club.ts';
import type { PagePath } from './pages.ts';

/** What a page says of itself to search engines and to sites that show a link to it. */
export interface PageHead {
  /** As the page itself names its tab. */
  title: string;
  description: string;
}

type Names = Pick<Club, 'name' | 'shortName'>;

const heads: Partial<Record<PagePath, (club: Names) => PageHead>> = {
  '/login': ({ name, shortName }) => ({
    title: `Sign in · ${shortName}`,
    description: `Sign in to your ${shortName} account to see your track, do its task and submit your project to the ${name}.`,
  }),
  '/register': ({ name, shortName }) => ({
    title: `Create your account · ${shortName}`,
    description: `Join the ${name}: create an account, choose a development track, do its task and have your project reviewed.`,
  }),
  '/about': ({ name, shortName }) => ({
    title: `About · ${shortName}`,
    description: `What the ${name} does and when, why to join, who leads it, and which teams look for members.`,
  }),
  '/terms': ({ name, shortName }) => ({
    title: `Terms and Conditions · ${shortName}`,
    description: `The terms that members of the ${name} agree to: conduct, integrity, participation, resources and privacy.`,
  }),
};

/** The head of a page that anybody may find; undefined for a page that is for those who are signed in. */
export function pageHead(path: string, club: Names): PageHead | undefined {
  return Object.entries(heads).find(([page]) => page === path)?.[1](club);
}

/** The portal as an app on somebody's phone or desktop: how it is called and what it is for. */
export function appWords({ name, shortName }: Names) {
  return {
    name: `${name} Portal`,
    short_name: shortName,
    description: `Register for the ${name}, choose a track, do its task and submit your project.`,
  };
}

/** What the picture shows that stands for the portal on other sites. */
export function cardWords({ name }: Names): string {
  return `${name}: choose a track, do its task, submit your project.`;
}
