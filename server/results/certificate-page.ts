import { html } from 'hono/html';
import type { Club } from '#domain/club.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { certificateTexts } from '#domain/result-texts.ts';
import type { Certificate } from './certificates.ts';

interface About {
  nonce: string;
  club: Pick<Club, 'name' | 'shortName' | 'university'>;
  portalUrl: string;
}

/** The page that shows to anybody that a member was selected: for the screen and for one sheet of paper. */
export function certificatePage({ fullName, track, season, releasedAt }: Certificate, about: About) {
  const { club, portalUrl } = about;
  const day = new Date(releasedAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return page(
    certificateTexts.title(fullName),
    about,
    html`<p class="kind">${certificateTexts.kind}</p>
<h1>${fullName}</h1>
<p class="text">${certificateTexts.text(club.name)}</p>
<dl>
${track && html`<div><dt>${certificateTexts.track}</dt><dd>${trackLabels[track]}</dd></div>`}
<div><dt>${certificateTexts.season}</dt><dd>${season}</dd></div>
<div><dt>${certificateTexts.date}</dt><dd><time datetime="${releasedAt}">${day}</time></dd></div>
</dl>
<p class="club">${club.name}${club.university && html`<br>${club.university}`}</p>
<p class="genuine">${certificateTexts.genuine(new URL(portalUrl).host)}</p>`,
  );
}

/** For an address that shows no certificate, or none any more. */
export function missingCertificatePage(about: About) {
  return page(
    certificateTexts.missingTitle,
    about,
    html`<h1>${certificateTexts.missingTitle}</h1>
<p class="text">${certificateTexts.missing}</p>`,
  );
}

function page(title: string, { nonce, club }: About, main: ReturnType<typeof html>) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title} · ${club.shortName}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; }
@page { size: a4 landscape; margin: 0; }
body { display: grid; min-height: 100dvh; place-items: center; margin: 0; padding: 1rem; box-sizing: border-box;
  background: light-dark(#f4f6ef, #0d110e); color: light-dark(#12170f, #eef3eb);
  font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
main { box-sizing: border-box; width: 100%; max-width: 52rem; padding: clamp(1.5rem, 6vw, 4rem); text-align: center;
  border: 1px solid light-dark(#d9dfd1, #273029); border-radius: 4px; background: light-dark(#fff, #141a15); }
h1 { margin: 0.5rem 0; font-size: clamp(1.75rem, 6vw, 3rem); line-height: 1.15; text-wrap: balance; }
p { margin: 0.75rem auto 0; max-width: 34rem; text-wrap: balance; }
.kind { font-size: 0.875rem; letter-spacing: 0.08em; text-transform: uppercase;
  color: light-dark(#444b40, #b4bdb0); }
dl { display: flex; flex-wrap: wrap; justify-content: center; gap: 1rem 3rem; margin: 2rem 0; }
dt { font-size: 0.8125rem; color: light-dark(#444b40, #b4bdb0); }
dd { margin: 0; font-weight: 600; }
.club { font-weight: 600; }
.genuine { margin-top: 1.5rem; font-size: 0.8125rem; color: light-dark(#444b40, #b4bdb0); }
@media print {
  :root { color-scheme: light; }
  body { background: #fff; padding: 1.5cm; }
  main { border: 2px solid #12170f; max-width: none; }
}
</style>
</head>
<body>
<main>
<img src="/favicon.svg" alt="" width="52" height="52">
${main}
</main>
</body>
</html>`;
}
