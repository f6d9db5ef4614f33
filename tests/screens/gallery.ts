import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScreenState } from './screen-state.ts';
import { devices, pictureFile, schemes } from './take-pictures.ts';

/** Writes a page with the pictures in `folder`: one row per state, one column per width and scheme. */
export async function writeGallery(folder: string, states: readonly ScreenState[]): Promise<void> {
  const columns = schemes.flatMap((scheme) => devices.map(({ width }) => ({ width, scheme })));
  const rows = states.map(({ name }) => {
    const cells = columns.map(({ width, scheme }) => {
      const file = pictureFile(name, width, scheme);
      if (!existsSync(join(folder, file))) return '<td></td>';
      return `<td><a href="${file}"><img loading="lazy" src="${file}" alt="${name}, ${width} px, ${scheme}"></a></td>`;
    });
    return `<tr><th scope="row" id="${name}"><a href="#${name}">${name}</a></th>${cells.join('')}</tr>`;
  });
  const head = columns.map(({ width, scheme }) => `<th scope="col">${width} px, ${scheme}</th>`);
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every screen of the portal</title>
<style>
  body { margin: 0; background: #8a8d99; font: 14px system-ui; }
  th { position: sticky; top: 0; padding: 8px; background: #fff; text-align: left; z-index: 1; }
  th[scope='row'] { left: 0; }
  td { padding: 8px; vertical-align: top; }
  img { display: block; width: 20rem; }
</style>
<table><thead><tr><th>State</th>${head.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</html>
`,
  );
}
