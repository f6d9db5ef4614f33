import type { PageTexts } from '#domain/club.ts';
import { clubDeadlines, recruitmentNews } from '#domain/dates.ts';
import { type Config, timeZoneOf } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { logoOf } from './logo.ts';

interface TextDeps {
  config: Pick<Config, 'contactFormId' | 'formEndpoint' | 'timeZone'>;
  content: Content;
}

/** Composes the texts that every page carries: a new object only when one of them changes. */
export function pageTexts({ config, content }: TextDeps): () => PageTexts {
  let latest: { of: unknown[]; texts: PageTexts } | undefined;
  return () => {
    const { accounts, club, forms, registration, dates } = content;
    const timeZone = timeZoneOf({ config, content });
    const recruitment = recruitmentNews(dates, Date.now(), timeZone);
    const of = [accounts, club, forms, registration, dates, recruitment.open, recruitment.text];
    if (!latest || of.some((part, index) => part !== latest?.of[index])) {
      const { departments, profileDepartments } = registration;
      const due = clubDeadlines(dates);
      const texts = {
        ...club,
        logo: logoOf(club.logo)?.path ?? null,
        ...{ recruitment, timeZone },
        ...(due && { due }),
        ...(accounts.issuer && { provider: accounts.provider }),
        departments: { registration: departments, profile: profileDepartments },
        contactLabels: contactLabels({ config, content }),
      };
      latest = { of, texts };
    }
    return latest.texts;
  };
}

/** The labels of the contact form, if the portal itself receives it. */
function contactLabels({ config, content }: TextDeps): Record<string, string> {
  const { forms } = content.forms;
  const form = config.formEndpoint ? undefined : forms.find(({ id }) => id === config.contactFormId);
  return Object.fromEntries(form?.fields.map(({ name, label }) => [name, label]) ?? []);
}
