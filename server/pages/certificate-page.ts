import { html, raw } from 'hono/html';
import type { Club } from '#domain/club.ts';
import { type Track, trackLabels } from '#domain/member-choices.ts';
import { certificateTexts as texts } from '#domain/result-texts.ts';
import { trackGlyphs } from '#domain/track-glyphs.ts';
import { type PlainPage, plainPage } from '#server/http/plain-page.ts';
import type { Certificate } from '#server/results/certificates.ts';

interface About extends Pick<PlainPage, 'nonce' | 'clientHtml'> {
  club: Pick<Club, 'name' | 'shortName' | 'university'>;
  timeZone: string;
}

/** The page that shows to anybody that a member was selected: for the screen and for one sheet of paper. */
export function certificatePage(certificate: Certificate & { address: string }, about: About) {
  const { fullName, track, season, releasedAt, address } = certificate;
  const { club, timeZone } = about;
  const day = new Date(releasedAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone });
  return plainPage({
    ...about,
    title: `${texts.title(fullName)} · ${club.shortName}`,
    styles,
    main: html`<main data-track="${track ?? ''}">
${comb(track)}
<p class="club">${mark}<span>${club.name}${club.university && html`<br><small>${club.university}</small>`}</span></p>
<p class="kind">${texts.kind}</p>
<h1${raw(fullName.length > longName ? ' data-long' : '')}>${fullName}</h1>
<p class="text">${texts.text(club.name)}</p>
<dl>
${track && html`<div><dt>${texts.track}</dt><dd>${trackLabels[track]}</dd></div>`}
<div><dt>${texts.season}</dt><dd>${season}</dd></div>
<div><dt>${texts.date}</dt><dd><time datetime="${releasedAt}">${day}</time></dd></div>
</dl>
<p class="genuine">${texts.genuine}<br><span>${address}</span></p>
</main>`,
  });
}

/** For an address that shows no certificate, or none any more. */
export function missingCertificatePage(about: About) {
  return plainPage({
    ...about,
    title: `${texts.missingTitle} · ${about.club.shortName}`,
    styles,
    main: html`<main>
<p class="club">${mark}<span>${about.club.name}</span></p>
<h1 data-long>${texts.missingTitle}</h1>
<p class="text">${texts.missing}</p>
</main>`,
  });
}

/** Characters from which a name is set smaller. */
const longName = 32;

const hexagon =
  'M46.5 2a7 7 0 0 1 7 0l43 24.8a7 7 0 0 1 3.5 6.1v49.6a7 7 0 0 1-3.5 6.1l-43 24.8a7 7 0 0 1-7 0l-43-24.8A7 7 0 0 1 0 82.5V32.9a7 7 0 0 1 3.5-6.1Z';
const glyphs = {
  prompt: 'm2.5 4.5 8 7.5-8 7.5M13 19.5h8.5',
  list: 'M3.5 5.5 5 7l2.5-2.5M3.5 11.5 5 13l2.5-2.5M3.5 17.5 5 19l2.5-2.5M11 6h9M11 12h9M11 18h9',
  check: 'm5 12 5 5L20 7',
};

const mark = raw(
  `<svg class="mark" viewBox="0 0 100 115.4" aria-hidden="true"><path d="${hexagon}"/>${glyphAt(glyphs.prompt, 26, 33.7, 2)}</svg>`,
);

/** The four steps as a diamond of filled cells. Decorative. */
function comb(track: Track | null) {
  const cells = [
    [glyphs.prompt, 52, 0],
    [track ? trackGlyphs[track] : glyphs.check, 0, 90],
    [glyphs.list, 104, 90],
    [glyphs.check, 52, 180],
  ] as const;
  const drawn = cells.map(
    ([glyph, x, y]) =>
      `<g transform="translate(${x} ${y})"><path d="${hexagon}"/>${glyphAt(glyph, 30, 37.7, 1.667)}</g>`,
  );
  return raw(`<svg class="comb" viewBox="0 0 204 295.4" aria-hidden="true">${drawn.join('')}</svg>`);
}

function glyphAt(d: string, x: number, y: number, scale: number): string {
  return `<path class="glyph" transform="translate(${x} ${y}) scale(${scale})" d="${d}"/>`;
}

const styles = `
@page { size: a4 landscape; margin: 0; }
body { display: grid; place-items: center; padding: var(--gutter); overflow-wrap: anywhere; }
main { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 clamp(16px, 4vw, 48px); width: 100%; max-width: var(--measure);
  padding: clamp(24px, 6vw, 72px); border: 1px solid var(--line); border-top: 4px solid var(--mark);
  border-radius: var(--radius); background: var(--surface); }
main > * { grid-column: 1 / -1; margin: 0; }
.club { display: flex; gap: 12px; align-items: center; font: 700 var(--text-l) / 1.2 var(--display); }
.club small { color: var(--ink-soft); font: 400 var(--text-s) / 1.4 var(--sans); }
.mark { flex: none; width: 40px; fill: var(--ink); }
.mark .glyph { stroke: var(--surface); }
.kind { margin-top: clamp(32px, 6vw, 72px); color: var(--ink-faint); font: 400 var(--text-xs) / 1.5 var(--mono); }
h1 { margin-block: 8px 16px; font: 700 clamp(var(--text-2xl), 7vw, var(--text-4xl)) / 1.05 var(--display); text-wrap: balance; }
h1[data-long] { font-size: clamp(var(--text-xl), 4.5vw, var(--text-3xl)); }
.text { max-width: 34rem; font-size: var(--text-l); }
dl { display: flex; flex-wrap: wrap; gap: 12px 48px; margin-top: 32px; padding-top: 16px; border-top: 1px solid var(--line); }
dt, dd { margin: 0; font: 400 var(--text-xs) / 1.5 var(--mono); }
dt, .genuine { color: var(--ink-faint); }
dd { font-size: var(--text-s); }
.genuine { margin-top: 32px; font-size: var(--text-s); }
.genuine span { font: 400 var(--text-xs) / 1.5 var(--mono); }
.club + h1 { margin-top: 32px; }
.comb { width: 64px; fill: var(--mark); }
main > .comb { grid-area: 1 / 2; }
.comb + .club { grid-area: 1 / 1; }
.glyph { fill: none; stroke: var(--on-mark); stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
@media (min-width: 48rem) {
  main:has(.comb) > * { grid-column: 1; }
  main > .comb { grid-area: 1 / 2 / 7; align-self: center; width: 204px; }
}
@media print {
  body { min-height: 210mm; padding: 12mm; }
  body::before { display: none; }
  main { max-width: none; min-height: 186mm; padding: 18mm; align-content: center; }
}`;
