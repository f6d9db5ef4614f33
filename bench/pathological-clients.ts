import { contactMessage } from '#tests/helpers/forms.ts';
import { goodBodies } from '#tests/helpers/good-bodies.ts';
import { largestBody, pathologicalTexts } from '#tests/helpers/pathological-texts.ts';

/**
 * Run by bench/input-rows.ts in a separate process, so that the cost of making the inputs does not show in the measured
 * times. Sends each pathological text, of up to 64 KiB, in each field of each public route, one after the other, and
 * then tells the parent how many.
 */
const [url = ''] = process.argv.slice(2);
const isPublic = /^\/api\/(register$|auth\/|admin\/sign-in$)/;

async function send(path: string, type: string, body: string): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': type, Origin: url },
    body,
  });
  await answer.body?.cancel();
  if (answer.status >= 500) throw new Error(`${path} was answered with ${answer.status}`);
}

let sent = 0;
const routes = Object.entries(goodBodies).filter(([path]) => isPublic.test(path));
for (const [path, good] of [...routes, ['/f/contact', contactMessage()] as const]) {
  for (const field of Object.keys(good)) {
    for (const [, text] of pathologicalTexts(good)) {
      const fields = { ...good, [field]: text };
      await send(path, 'application/json', JSON.stringify(fields));
      sent += 1;
      if (path !== '/f/contact') continue;
      const form = new URLSearchParams({ ...contactMessage(), [field]: text.toWellFormed() }).toString();
      if (form.length > largestBody) continue;
      await send(path, 'application/x-www-form-urlencoded', form);
      sent += 1;
    }
  }
}
process.send?.(sent);
process.disconnect?.();
